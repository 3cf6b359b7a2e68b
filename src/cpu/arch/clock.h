// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nanoseconds from ticks(), whose speed is found out while the process runs.
#ifndef WEFT_CPU_ARCH_CLOCK_H
#define WEFT_CPU_ARCH_CLOCK_H

#include "cpu/arch/arch.h"

#include <atomic>

namespace weft::arch {

// For clock.cpp and nanoseconds().
extern std::atomic<double> known_nanoseconds_per_tick; // 0: not known
double findNanosecondsPerTick();

// How long `ticks` are. In the first milliseconds after the first call, an estimate that may be
// wrong by a factor of two.
inline uint64_t nanoseconds(uint64_t ticks) {
  double each = known_nanoseconds_per_tick.load(std::memory_order_relaxed);
  if (each == 0) [[unlikely]]
    each = findNanosecondsPerTick();
  return uint64_t(double(ticks) * each);
}

} // namespace weft::arch
#endif
