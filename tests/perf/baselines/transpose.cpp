// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "simd.h"

#include <utility>

namespace weft::perf {

template <int... I>
static void interleave(FloatV a, FloatV b, FloatV &low, FloatV &high,
                       std::integer_sequence<int, I...>) {
  low = __builtin_shufflevector(a, b, (I / 2 + I % 2 * Lanes)...);
  high = __builtin_shufflevector(a, b, (Lanes / 2 + I / 2 + I % 2 * Lanes)...);
}

/// A perfect shuffle of the rows' elements, as often as doubling reaches the width.
static void transposeTile(FloatV (&tile)[Lanes]) {
  for (int reach = 1; reach < Lanes; reach *= 2) {
    FloatV next[Lanes];
    for (int i = 0; i < Lanes / 2; ++i)
      interleave(tile[i], tile[i + Lanes / 2], next[2 * i], next[2 * i + 1],
                 std::make_integer_sequence<int, Lanes>());
    for (int i = 0; i < Lanes; ++i)
      tile[i] = next[i];
  }
}

void transposeBaseline(const float *in, float *out, int width, int height) {
#pragma omp parallel for collapse(2) schedule(static)
  for (int y = 0; y < height; y += Lanes) {
    for (int x = 0; x < width; x += Lanes) {
      FloatV tile[Lanes];
      for (int i = 0; i < Lanes; ++i)
        tile[i] = load<FloatV>(&in[size_t(y + i) * width + x]);
      transposeTile(tile);
      for (int i = 0; i < Lanes; ++i)
        store(&out[size_t(x + i) * height + y], tile[i]);
    }
  }
}

} // namespace weft::perf
