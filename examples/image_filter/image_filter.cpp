// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// image_filter IN.png OUT.png: a Gaussian blur and the Sobel gradient of its result. Both kernels
// bring a tile with its margin into local memory; each step is compared with the host.
#include "common/opencl_session.h"
#include "common/picture.h"
#include "image_filter/host_filter.h"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <stdexcept>

using namespace examples;

namespace {

// Must agree with the kernels' TILE and RADIUS.
constexpr size_t Tile = 16;
constexpr int Radius = 4;

const char Source[] = R"CL(
#define TILE 16
#define RADIUS 4
#define WIDE (TILE + 2 * RADIUS)

// One pixel of the picture; outside, the nearest edge is repeated.
float4 fetch(global const uchar4 *in, int x, int y, int width, int height) {
  x = clamp(x, 0, width - 1);
  y = clamp(y, 0, height - 1);
  return convert_float4(in[y * width + x]);
}

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void blur(global const uchar4 *in, global uchar4 *out, constant float *weights, int width,
          int height) {
  local float4 tile[WIDE][WIDE];
  local float4 rows[WIDE][TILE];
  int lx = get_local_id(0), ly = get_local_id(1);
  int x = get_global_id(0), y = get_global_id(1);
  int left = get_group_id(0) * TILE - RADIUS, top = get_group_id(1) * TILE - RADIUS;

  for (int j = ly; j < WIDE; j += TILE)
    for (int i = lx; i < WIDE; i += TILE)
      tile[j][i] = fetch(in, left + i, top + j, width, height);
  barrier(CLK_LOCAL_MEM_FENCE);

  for (int j = ly; j < WIDE; j += TILE) {
    float4 sum = 0;
    for (int k = 0; k <= 2 * RADIUS; ++k)
      sum += weights[k] * tile[j][lx + k];
    rows[j][lx] = sum;
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  if (x >= width || y >= height)
    return;
  float4 sum = 0;
  for (int k = 0; k <= 2 * RADIUS; ++k)
    sum += weights[k] * rows[ly + k][lx];
  sum.w = tile[ly + RADIUS][lx + RADIUS].w;
  out[y * width + x] = convert_uchar4_sat_rte(sum);
}

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void sobel(global const uchar4 *in, global uchar4 *out, int width, int height) {
  local float light[TILE + 2][TILE + 2];
  int lx = get_local_id(0), ly = get_local_id(1);
  int x = get_global_id(0), y = get_global_id(1);
  int left = get_group_id(0) * TILE - 1, top = get_group_id(1) * TILE - 1;

  for (int j = ly; j < TILE + 2; j += TILE)
    for (int i = lx; i < TILE + 2; i += TILE)
      light[j][i] = dot(fetch(in, left + i, top + j, width, height),
                        (float4)(0.299f, 0.587f, 0.114f, 0.0f));
  barrier(CLK_LOCAL_MEM_FENCE);

  if (x >= width || y >= height)
    return;
  float dx = light[ly][lx + 2] + 2 * light[ly + 1][lx + 2] + light[ly + 2][lx + 2] -
             light[ly][lx] - 2 * light[ly + 1][lx] - light[ly + 2][lx];
  float dy = light[ly + 2][lx] + 2 * light[ly + 2][lx + 1] + light[ly + 2][lx + 2] -
             light[ly][lx] - 2 * light[ly][lx + 1] - light[ly][lx + 2];
  uchar grey = convert_uchar_sat_rte(length((float2)(dx, dy)));
  out[y * width + x] = (uchar4)(grey, grey, grey, 255);
}
)CL";

std::vector<float> gaussianWeights() {
  constexpr double Sigma = Radius / 2.0;
  std::vector<float> weights(2 * Radius + 1);
  double sum = 0;
  for (int i = -Radius; i <= Radius; ++i)
    sum += std::exp(-i * i / (2 * Sigma * Sigma));
  for (int i = -Radius; i <= Radius; ++i)
    weights[size_t(i + Radius)] = float(std::exp(-i * i / (2 * Sigma * Sigma)) / sum);
  return weights;
}

int filter(const char *inPath, const char *outPath) {
  const Picture in = readPng(inPath);
  Session session;
  std::printf("device: %s\n", session.description().c_str());
  session.build(Source);

  const std::vector<float> weights = gaussianWeights();
  Picture blurred(in.width, in.height), edges(in.width, in.height);
  cl_mem inBuffer = session.buffer(CL_MEM_READ_ONLY, in.bytes(), in.pixels.data());
  cl_mem blurredBuffer = session.buffer(CL_MEM_READ_WRITE, in.bytes());
  cl_mem edgeBuffer = session.buffer(CL_MEM_WRITE_ONLY, in.bytes());
  cl_mem weightBuffer =
      session.buffer(CL_MEM_READ_ONLY, weights.size() * sizeof(float), weights.data());

  cl_kernel blur = session.kernel("blur");
  setArgument(blur, 0, inBuffer);
  setArgument(blur, 1, blurredBuffer);
  setArgument(blur, 2, weightBuffer);
  setArgument(blur, 3, cl_int(in.width));
  setArgument(blur, 4, cl_int(in.height));
  cl_kernel sobel = session.kernel("sobel");
  setArgument(sobel, 0, blurredBuffer);
  setArgument(sobel, 1, edgeBuffer);
  setArgument(sobel, 2, cl_int(in.width));
  setArgument(sobel, 3, cl_int(in.height));

  double blurTime = session.run(blur, in.width, in.height, Tile);
  double sobelTime = session.run(sobel, in.width, in.height, Tile);
  session.read(blurredBuffer, blurred.bytes(), blurred.pixels.data());
  session.read(edgeBuffer, edges.bytes(), edges.pixels.data());
  std::printf("%zu x %zu pixels: blur %.1f ms, Sobel %.1f ms\n", in.width, in.height, blurTime,
              sobelTime);

  // The host sums in double and in another order: where a value lies half way between two bytes
  // the results may differ by one.
  auto start = std::chrono::steady_clock::now();
  int blurError = greatestDifference(blurred, hostBlur(in, weights));
  int sobelError = greatestDifference(edges, hostSobel(blurred));
  std::chrono::duration<double, std::milli> hostTime = std::chrono::steady_clock::now() - start;
  std::printf("checked on the host (one thread, %.1f ms): greatest difference of a channel %d of "
              "255 (blur), %d (Sobel); 1 is allowed\n",
              hostTime.count(), blurError, sobelError);
  if (blurError > 1 || sobelError > 1)
    throw std::runtime_error("the device's results are wrong");
  writePng(edges, outPath);
  std::printf("wrote %s\n", outPath);
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: image_filter IN.png OUT.png\n");
    return 2;
  }
  try {
    return filter(argv[1], argv[2]);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "image_filter: %s\n", error.what());
    return 1;
  }
}
