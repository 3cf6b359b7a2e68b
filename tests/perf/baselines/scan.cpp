// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "simd.h"

#include <algorithm>
#include <utility>

namespace weft::perf {

static constexpr uint32_t Size = 256;

static void scanPart(const uint32_t *in, uint32_t *out, uint32_t *sum, uint32_t count) {
  alignas(64) uint32_t buffers[2][Size] = {};
  uint32_t *now = buffers[0], *next = buffers[1];
  std::copy(in, in + count, now);
  for (uint32_t offset = 1; offset < Size; offset *= 2) {
    for (uint32_t i = 0; i < offset; ++i)
      next[i] = now[i];
#pragma omp simd
    for (uint32_t i = offset; i < Size; ++i)
      next[i] = now[i] + now[i - offset];
    std::swap(now, next);
  }
  std::copy(now, now + count, out);
  *sum = now[Size - 1];
}

void scanBaseline(const uint32_t *in, uint32_t *out, uint32_t *sums, uint32_t count) {
  uint32_t parts = (count + Size - 1) / Size;
#pragma omp parallel for schedule(static) if (parts > 64)
  for (uint32_t part = 0; part < parts; ++part)
    scanPart(in + part * Size, out + part * Size, sums + part, std::min(Size, count - part * Size));
  if (parts == 1)
    return;
  scanBaseline(sums, sums, sums + parts, parts);
#pragma omp parallel for schedule(static) if (parts > 64)
  for (uint32_t part = 1; part < parts; ++part) {
    uint32_t most = std::min(Size, count - part * Size);
    for (uint32_t i = 0; i < most; ++i)
      out[part * Size + i] += sums[part - 1];
  }
}

} // namespace weft::perf
