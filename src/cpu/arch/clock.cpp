// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/arch/clock.h"

#include <ctime>

namespace weft::arch {

std::atomic<double> known_nanoseconds_per_tick{0};

namespace {

struct Reading {
  uint64_t ticks = arch::ticks();
  uint64_t nanoseconds = now();

private:
  static uint64_t now() {
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return uint64_t(time.tv_sec) * 1'000'000'000 + uint64_t(time.tv_nsec);
  }
};

} // namespace

double findNanosecondsPerTick() {
  // So long that neither clock's step matters, nor that the thread is interrupted between the two.
  constexpr uint64_t LongEnough = 20'000'000;
  constexpr uint64_t Some = 200'000;
  static const Reading first;
  const Reading now;
  const uint64_t passed = now.nanoseconds - first.nanoseconds;
  if (passed < Some || now.ticks <= first.ticks)
    return usualNanosecondsPerTick();
  const double each = double(passed) / double(now.ticks - first.ticks);
  if (passed >= LongEnough)
    known_nanoseconds_per_tick.store(each, std::memory_order_relaxed);
  return each;
}

} // namespace weft::arch
