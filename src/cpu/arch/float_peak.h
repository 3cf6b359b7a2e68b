// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many floating-point operations a core can do, for who measures it.
#ifndef WEFT_CPU_ARCH_FLOAT_PEAK_H
#define WEFT_CPU_ARCH_FLOAT_PEAK_H

#include <cstdint>

namespace weft::arch {

// Multiplies and adds floats in the widest vectors that the CPU has, in so many rounds of sums that
// do not wait for each other. Returns how many operations that were; a product and its sum are two.
double multiplyAndAdd(uint64_t rounds);

// One such loop, for vectors of so many bytes: for a function that may use them.
#define WEFT_MULTIPLY_AND_ADD(bytes, rounds)                                                       \
  typedef float Vector __attribute__((vector_size(bytes)));                                        \
  constexpr int Sums = 12; /* latency times throughput of known CPUs, in registers of all */       \
  Vector sums[Sums] = {}, factor = Vector{} + 0.5f, added = Vector{} + 1.0f;                       \
  asm volatile("" : "+m"(factor), "+m"(added));                                                    \
  for (uint64_t round = 0; round < rounds; ++round)                                                \
    for (Vector &sum : sums)                                                                       \
      sum = sum * factor + added;                                                                  \
  asm volatile("" : : "m"(sums));                                                                  \
  return 2.0 * double(rounds) * Sums * double(bytes / sizeof(float));

} // namespace weft::arch
#endif
