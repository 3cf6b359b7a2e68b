// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "simd.h"

namespace weft::perf {

void mandelbrotBaseline(uint32_t *out, int width, int height, float left, float top, float step,
                        uint32_t most) {
#pragma omp parallel for schedule(dynamic, 8)
  for (int y = 0; y < height; ++y) {
    FloatV ci = top + float(y) * step;
    for (int x = 0; x < width; x += Lanes) {
      FloatV cr = left + __builtin_convertvector(x + laneIds(), FloatV) * step;
      FloatV zr = 0, zi = 0;
      IntV iterations = 0, live = -1;
      for (uint32_t i = 0; i < most; ++i) {
        FloatV rr = zr * zr, ii = zi * zi;
        live &= rr + ii < 4.0f;
        if (!any(live))
          break;
        zi = 2.0f * zr * zi + ci;
        zr = rr - ii + cr;
        iterations -= live;
      }
      store(&out[y * width + x], iterations);
    }
  }
}

} // namespace weft::perf
