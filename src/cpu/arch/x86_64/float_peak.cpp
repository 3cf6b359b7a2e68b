// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/arch/float_peak.h"

namespace weft::arch {
namespace {

[[gnu::target("avx512f,fma")]] double of512Bits(uint64_t rounds) {
  WEFT_MULTIPLY_AND_ADD(64, rounds)
}
[[gnu::target("avx2,fma")]] double of256Bits(uint64_t rounds) { WEFT_MULTIPLY_AND_ADD(32, rounds) }
double of128Bits(uint64_t rounds) { WEFT_MULTIPLY_AND_ADD(16, rounds) }

} // namespace

double multiplyAndAdd(uint64_t rounds) {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f"))
    return of512Bits(rounds);
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return of256Bits(rounds);
  return of128Bits(rounds);
}

} // namespace weft::arch
