// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The same loops in C++ with OpenMP.
#include "columns.h"

#include <cstdlib>
#include <memory>

namespace scale {

static void saxpy(float a, const float *x, float *y, long count) {
#pragma omp parallel for schedule(static)
  for (long i = 0; i < count; ++i)
    y[i] = a * x[i] + y[i];
}

int openmpColumn() {
  const size_t most = SaxpySizes[std::size(SaxpySizes) - 1];
  const auto memory = [&] { return static_cast<float *>(std::aligned_alloc(4096, most * 4)); };
  float *x = memory(), *y = memory();
  if (!x || !y)
    return 1;
  std::fill(x, x + most, 0.f);
  std::fill(y, y + most, 0.f);
  for (size_t size : SaxpySizes)
    report("saxpy-" + std::to_string(size), [&] { saxpy(2, x, y, long(size)); });
  report(
      "dependent",
      [&] {
        for (int i = 0; i < 100; ++i)
          saxpy(2, x, y, 1 << 16);
      },
      100);
  std::free(x);
  std::free(y);
  return 0;
}

} // namespace scale
