// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mandelbrot OUT.png: draws the Mandelbrot set, four samples per pixel, and compares every sample
// and every pixel with what the host computes.
#include "common/opencl_session.h"
#include "common/picture.h"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <stdexcept>

using namespace examples;

namespace {

constexpr size_t Width = 1280, Height = 720;
// Samples per pixel along each axis.
constexpr size_t Samples = 2;
constexpr cl_int Limit = 600;
constexpr cl_float Left = -2.35f, Top = -1.125f, Step = 0.003125f / Samples;
constexpr size_t PaletteSize = 256;

// The contraction to fused operations is switched off on both sides: both then compute the same
// IEEE operations, and the comparison can be exact.
const char Source[] = R"CL(
#pragma OPENCL FP_CONTRACT OFF

kernel void iterate(global int *counts, int width, int height, float left, float top, float step,
                    int limit) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  float cr = left + step * x, ci = top + step * y;
  float zr = 0, zi = 0;
  int count = 0;
  while (count < limit && zr * zr + zi * zi <= 16.0f) {
    float next = zr * zr - zi * zi + cr;
    zi = 2.0f * zr * zi + ci;
    zr = next;
    ++count;
  }
  counts[y * width + x] = count;
}

kernel void colour(global const int *counts, global uchar4 *pixels, constant uchar4 *palette,
                   int palette_size, int width, int height, int samples, int limit) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  uint4 sum = 0;
  for (int j = 0; j < samples; ++j)
    for (int i = 0; i < samples; ++i) {
      int count = counts[(y * samples + j) * width * samples + x * samples + i];
      sum += count == limit ? (uint4)(0, 0, 0, 255)
                            : convert_uint4(palette[count % palette_size]);
    }
  pixels[y * width + x] = convert_uchar4(sum / (uint)(samples * samples));
}
)CL";

std::vector<Pixel> makePalette() {
  std::vector<Pixel> palette(PaletteSize);
  for (size_t i = 0; i < PaletteSize; ++i) {
    // Waves of different phase, slow where the counts are small: most of the picture is there.
    double t = 2 * M_PI * std::sqrt(double(i) / PaletteSize);
    auto wave = [t](double phase) { return uint8_t(127.5 - 127.5 * std::cos(t * 2 + phase)); };
    palette[i] = {wave(5.4), wave(5.9), wave(0.4), 255};
  }
  return palette;
}

cl_int hostCount(float cr, float ci) {
  float zr = 0, zi = 0;
  cl_int count = 0;
  while (count < Limit && zr * zr + zi * zi <= 16.0f) {
    float next = zr * zr - zi * zi + cr;
    zi = 2.0f * zr * zi + ci;
    zr = next;
    ++count;
  }
  return count;
}

// The number of samples that differ from the host's.
size_t countWrongSamples(const std::vector<cl_int> &counts) {
  size_t wrong = 0;
  for (size_t y = 0; y < Height * Samples; ++y)
    for (size_t x = 0; x < Width * Samples; ++x)
      wrong += counts[y * Width * Samples + x] !=
               hostCount(Left + Step * float(x), Top + Step * float(y));
  return wrong;
}

Pixel hostColour(const std::vector<cl_int> &counts, const std::vector<Pixel> &palette, size_t x,
                 size_t y) {
  unsigned red = 0, green = 0, blue = 0;
  for (size_t j = 0; j < Samples; ++j)
    for (size_t i = 0; i < Samples; ++i) {
      cl_int count = counts[(y * Samples + j) * Width * Samples + x * Samples + i];
      Pixel pixel = count == Limit ? Pixel{0, 0, 0, 255} : palette[size_t(count) % PaletteSize];
      red += pixel.red;
      green += pixel.green;
      blue += pixel.blue;
    }
  constexpr unsigned N = Samples * Samples;
  return {uint8_t(red / N), uint8_t(green / N), uint8_t(blue / N), 255};
}

size_t countWrongPixels(const Picture &picture, const std::vector<cl_int> &counts,
                        const std::vector<Pixel> &palette) {
  size_t wrong = 0;
  for (size_t y = 0; y < Height; ++y)
    for (size_t x = 0; x < Width; ++x)
      wrong += picture.pixels[y * Width + x] != hostColour(counts, palette, x, y);
  return wrong;
}

int draw(const char *path) {
  Session session;
  std::printf("device: %s\n", session.description().c_str());
  session.build(Source);

  std::vector<cl_int> counts(Width * Height * Samples * Samples);
  const std::vector<Pixel> palette = makePalette();
  Picture picture(Width, Height);
  cl_mem countBuffer = session.buffer(CL_MEM_READ_WRITE, counts.size() * sizeof(cl_int));
  cl_mem pixelBuffer = session.buffer(CL_MEM_WRITE_ONLY, picture.bytes());
  cl_mem paletteBuffer =
      session.buffer(CL_MEM_READ_ONLY, palette.size() * sizeof(Pixel), palette.data());

  cl_kernel iterate = session.kernel("iterate");
  setArgument(iterate, 0, countBuffer);
  setArgument(iterate, 1, cl_int(Width * Samples));
  setArgument(iterate, 2, cl_int(Height * Samples));
  setArgument(iterate, 3, Left);
  setArgument(iterate, 4, Top);
  setArgument(iterate, 5, Step);
  setArgument(iterate, 6, Limit);
  cl_kernel colour = session.kernel("colour");
  setArgument(colour, 0, countBuffer);
  setArgument(colour, 1, pixelBuffer);
  setArgument(colour, 2, paletteBuffer);
  setArgument(colour, 3, cl_int(PaletteSize));
  setArgument(colour, 4, cl_int(Width));
  setArgument(colour, 5, cl_int(Height));
  setArgument(colour, 6, cl_int(Samples));
  setArgument(colour, 7, Limit);

  double iterateTime = session.run(iterate, Width * Samples, Height * Samples, 16);
  double colourTime = session.run(colour, Width, Height, 16);
  session.read(countBuffer, counts.size() * sizeof(cl_int), counts.data());
  session.read(pixelBuffer, picture.bytes(), picture.pixels.data());
  std::printf("%zu x %zu pixels, %zu samples each: %.1f ms, colours %.1f ms\n", Width, Height,
              Samples * Samples, iterateTime, colourTime);

  auto start = std::chrono::steady_clock::now();
  size_t wrongSamples = countWrongSamples(counts);
  std::chrono::duration<double, std::milli> hostTime = std::chrono::steady_clock::now() - start;
  size_t wrongPixels = countWrongPixels(picture, counts, palette);
  std::printf("checked on the host (one thread, %.1f ms): %zu wrong samples, %zu wrong pixels\n",
              hostTime.count(), wrongSamples, wrongPixels);
  if (wrongSamples || wrongPixels)
    throw std::runtime_error("the device's results are wrong");
  writePng(picture, path);
  std::printf("wrote %s\n", path);
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: mandelbrot OUT.png\n");
    return 2;
  }
  try {
    return draw(argv[1]);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "mandelbrot: %s\n", error.what());
    return 1;
  }
}
