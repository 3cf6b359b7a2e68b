// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/guard.h"

#include "llvm/Support/ErrorHandling.h"

#include <gtest/gtest.h>
#include <new>

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

} // namespace
