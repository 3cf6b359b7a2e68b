// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// newton MODULE OUT.png: runs kernel.cpp, which was compiled to SPIR-V, and compares each pixel
// with what the host computes from the same templates.
#include "newton.h"
#include "common/opencl_session.h"
#include "common/picture.h"

#include <cstdio>
#include <fstream>
#include <iterator>
#include <stdexcept>

using namespace examples;

namespace {

constexpr size_t Width = 1280, Height = 720;
constexpr cl_int Limit = 48;

std::string readModule(const char *path) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes(std::istreambuf_iterator<char>(file), {});
  if (bytes.empty())
    throw std::runtime_error(std::string("cannot read ") + path);
  return bytes;
}

// A colour for each quadrant that a root lies in, darker the more steps it took to find it.
Pixel colour(const newton::Found &found) {
  static constexpr Pixel Roots[] = {
      {255, 200, 60, 255}, {70, 130, 220, 255}, {230, 90, 70, 255}, {110, 190, 130, 255}};
  const Pixel &root = Roots[found.quadrant & 3];
  const double light = found.steps >= Limit ? 0 : 1 - double(found.steps) / (found.steps + 8.0);
  return {uint8_t(root.red * light), uint8_t(root.green * light), uint8_t(root.blue * light), 255};
}

int draw(const char *module, const char *path) {
  Session session;
  std::printf("device: %s\n", session.description().c_str());
  session.buildModule(readModule(module), {{0, Limit}});

  std::vector<newton::Found> found(Width * Height);
  cl_mem buffer = session.buffer(CL_MEM_WRITE_ONLY, found.size() * sizeof found[0]);
  cl_kernel kernel = session.kernel("newton_fractal");
  setArgument(kernel, 0, buffer);
  setArgument(kernel, 1, cl_int(Width));
  const double time = session.run(kernel, Width, Height, 16);
  session.read(buffer, found.size() * sizeof found[0], found.data());
  std::printf("%zu x %zu pixels: %.1f ms\n", Width, Height, time);

  size_t wrong = 0;
  Picture picture(Width, Height);
  for (size_t i = 0; i < found.size(); ++i) {
    const newton::Found here =
        newton::search(newton::Polynomial, newton::place(int(i % Width), int(i / Width)), Limit);
    wrong += here.steps != found[i].steps || here.quadrant != found[i].quadrant;
    picture.pixels[i] = colour(found[i]);
  }
  std::printf("checked on the host: %zu wrong pixels\n", wrong);
  if (wrong)
    throw std::runtime_error("the device's results are wrong");
  writePng(picture, path);
  std::printf("wrote %s\n", path);
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: newton MODULE OUT.png\n");
    return 2;
  }
  try {
    return draw(argv[1], argv[2]);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "newton: %s\n", error.what());
    return 1;
  }
}
