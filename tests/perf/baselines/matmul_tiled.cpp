// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"

namespace weft::perf {

static constexpr int Tile = 16;

void matmulTiledBaseline(const float *a, const float *b, float *c, int n) {
#pragma omp parallel for collapse(2) schedule(static)
  for (int row = 0; row < n; row += Tile) {
    for (int column = 0; column < n; column += Tile) {
      float sum[Tile][Tile] = {};
      for (int start = 0; start < n; start += Tile) {
        alignas(64) float tileA[Tile][Tile], tileB[Tile][Tile];
        for (int y = 0; y < Tile; ++y) {
          for (int x = 0; x < Tile; ++x) {
            tileA[y][x] = a[(row + y) * n + start + x];
            tileB[y][x] = b[(start + y) * n + column + x];
          }
        }
        for (int y = 0; y < Tile; ++y) {
          for (int k = 0; k < Tile; ++k) {
#pragma omp simd
            for (int x = 0; x < Tile; ++x)
              sum[y][x] += tileA[y][k] * tileB[k][x];
          }
        }
      }
      for (int y = 0; y < Tile; ++y)
        for (int x = 0; x < Tile; ++x)
          c[(row + y) * n + column + x] = sum[y][x];
    }
  }
}

} // namespace weft::perf
