// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/guard.h"

#include "llvm/Support/ErrorHandling.h"

#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <new>
#include <thread>

namespace {
using weft::GuardResult;

TEST(Guard, FatalErrorOfLlvmIsSurvivedWithItsReason) {
  for (int round = 0; round < 3; ++round) {
    GuardResult result = weft::runGuardedOnThread(
        [] { llvm::report_fatal_error("the sky fell", /*gen_crash_diag=*/false); });
    EXPECT_EQ(result.outcome, GuardResult::Failed);
    EXPECT_EQ(result.reason, "the sky fell");
  }
}

TEST(Guard, ExitAndAbortAreCaught) {
  EXPECT_EQ(weft::runGuardedOnThread([] { std::exit(3); }).outcome, GuardResult::Failed);
  EXPECT_EQ(weft::runGuardedOnThread([] { std::abort(); }).outcome, GuardResult::Failed);
}

TEST(Guard, OutOfMemoryIsToldApart) {
  EXPECT_EQ(weft::runGuardedOnThread([] { llvm::report_bad_alloc_error("full"); }).outcome,
            GuardResult::OutOfMemory);
  EXPECT_EQ(weft::runGuardedOnThread([] {
              volatile size_t size = size_t(1) << 62;
              void *volatile memory = ::operator new(size);
              ::operator delete(memory);
            }).outcome,
            GuardResult::OutOfMemory);
}

TEST(Guard, InnerFailureLeavesTheOuterScopeRunning) {
  bool after = false;
  GuardResult result = weft::runGuardedOnThread([&] {
    EXPECT_EQ(weft::runGuarded([] { std::abort(); }).outcome, GuardResult::Failed);
    after = true;
  });
  EXPECT_EQ(result.outcome, GuardResult::Finished);
  EXPECT_TRUE(after);
}

TEST(Guard, OneBesideTheOtherFailsByItself) {
  bool here = false;
  GuardResult result = weft::runGuardedOnThread(
      [&] { weft::runBeside([&] { here = true; }, [] { std::abort(); }); });
  EXPECT_EQ(result.outcome, GuardResult::Finished);
  EXPECT_TRUE(here);
}

TEST(Guard, FailureIsPassedOnWhenTheOneBesideHasEnded) {
  std::atomic<bool> begun = false, ended = false;
  bool after = false;
  GuardResult result = weft::runGuardedOnThread([&] {
    weft::runBeside(
        [&] {
          while (!begun)
            std::this_thread::yield();
          llvm::report_fatal_error("the sky fell", /*gen_crash_diag=*/false);
        },
        [&] {
          begun = true;
          std::this_thread::sleep_for(std::chrono::milliseconds(20));
          ended = true;
        });
    after = true;
  });
  EXPECT_EQ(result.outcome, GuardResult::Failed);
  EXPECT_EQ(result.reason, "the sky fell");
  EXPECT_TRUE(ended);
  EXPECT_FALSE(after);
}

} // namespace
