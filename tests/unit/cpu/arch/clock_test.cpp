// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/arch/clock.h"

#include <chrono>
#include <gtest/gtest.h>
#include <thread>

namespace weft {
namespace {

// Of two clocks read one after the other, with whatever else the machine does in between.
TEST(Clock, TicksBecomeNanoseconds) {
  using Clock = std::chrono::steady_clock;
  arch::nanoseconds(0); // from here on their speed is found out
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  const Clock::time_point before = Clock::now();
  const uint64_t begin = arch::ticks();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const uint64_t end = arch::ticks();
  const auto most = std::chrono::nanoseconds(Clock::now() - before).count();
  const auto found = double(arch::nanoseconds(end - begin));
  EXPECT_LT(found, double(most) * 1.05);
  EXPECT_GT(found, 20e6 * 0.95);
}

TEST(Clock, IsNotFarOffFromTheStart) {
  EXPECT_GT(arch::nanoseconds(1'000'000'000), 50'000'000u);
#ifdef __x86_64__
  EXPECT_LT(arch::nanoseconds(1'000'000'000), 2'000'000'000u);
#else
  EXPECT_LE(arch::nanoseconds(1'000'000'000), 1'000'000'000'000u); // 1 MHz, the least of aarch64
#endif
}

} // namespace
} // namespace weft
