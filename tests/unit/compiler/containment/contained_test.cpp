// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/containment/contained.h"

#include "llvm/Support/ErrorHandling.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>
#include <mutex>
#include <new>
#include <shared_mutex>
#include <sys/resource.h>
#include <thread>
#include <vector>

namespace {
using weft::ContainedResult;

TEST(Guard, FatalErrorOfLlvmIsSurvivedWithItsReason) {
  for (int round = 0; round < 3; ++round) {
    ContainedResult result = weft::runContainedOnThread(
        [] { llvm::report_fatal_error("the sky fell", /*gen_crash_diag=*/false); });
    EXPECT_EQ(result.outcome, ContainedResult::Failed);
    EXPECT_EQ(result.reason, "the sky fell");
  }
}

TEST(Guard, ExitAndAbortAreCaught) {
  EXPECT_EQ(weft::runContainedOnThread([] { std::exit(3); }).outcome, ContainedResult::Failed);
  EXPECT_EQ(weft::runContainedOnThread([] { std::abort(); }).outcome, ContainedResult::Failed);
}

TEST(Guard, OutOfMemoryIsToldApart) {
  EXPECT_EQ(weft::runContainedOnThread([] { llvm::report_bad_alloc_error("full"); }).outcome,
            ContainedResult::OutOfMemory);
  EXPECT_EQ(weft::runContainedOnThread([] {
              volatile size_t size = size_t(1) << 62;
              void *volatile memory = ::operator new(size);
              ::operator delete(memory);
            }).outcome,
            ContainedResult::OutOfMemory);
}

TEST(Guard, InnerFailureLeavesTheOuterScopeRunning) {
  bool after = false;
  ContainedResult result = weft::runContainedOnThread([&] {
    EXPECT_EQ(weft::runContained([] { std::abort(); }).outcome, ContainedResult::Failed);
    after = true;
  });
  EXPECT_EQ(result.outcome, ContainedResult::Finished);
  EXPECT_TRUE(after);
}

// Neither by a jump nor by an exception: both leave frames like LLVM's without destructors.
void leaveBy(bool exception) {
  if (exception)
    throw std::bad_alloc();
  std::abort();
}

TEST(Guard, WhatIsLockedWhenAScopeIsLeftIsUnlocked) {
  static std::mutex plain;
  static std::shared_mutex shared;
  static std::once_flag once;
  static int runs = 0, made = 0;
  auto makeStatic = [](bool leave) -> int & {
    static int number = [&] {
      ++made;
      if (leave)
        std::abort();
      return 7;
    }();
    return number;
  };
  std::mutex outside;
  for (bool exception : {false, true}) {
    ContainedResult result = weft::runContainedOnThread([&] {
      outside.lock();
      EXPECT_NE(weft::runContained([&] {
                  plain.lock();
                  shared.lock_shared();
                  leaveBy(exception);
                }).outcome,
                ContainedResult::Finished);
      EXPECT_FALSE(outside.try_lock()); // that of a scope that goes on
      outside.unlock();
    });
    EXPECT_EQ(result.outcome, ContainedResult::Finished);
    // A mutex that is locked would not be had on another thread either.
    ASSERT_TRUE(plain.try_lock());
    plain.unlock();
    ASSERT_TRUE(shared.try_lock());
    shared.unlock();
    weft::runContainedOnThread([&] {
      std::call_once(once, [&] {
        ++runs;
        leaveBy(exception);
      });
    });
  }
  EXPECT_NE(weft::runContainedOnThread([&] { makeStatic(true); }).outcome,
            ContainedResult::Finished);
  // These would wait for ever.
  weft::runContainedOnThread([&] {
    std::call_once(once, [] { ++runs; });
    std::call_once(once, [] { ++runs; });
    EXPECT_EQ(makeStatic(false), 7);
  });
  EXPECT_EQ(runs, 3);
  EXPECT_EQ(made, 2);
}

TEST(Guard, MemoryDoesNotEndWhileSomethingIsLocked) {
  static std::mutex mutex;
  void *locked = nullptr, *larger = nullptr, *aligned = nullptr, *free = nullptr;
  weft::runContainedOnThread([&] {
    rlimit limit;
    getrlimit(RLIMIT_AS, &limit);
    const rlimit none = {1, limit.rlim_max};
    setrlimit(RLIMIT_AS, &none);
    // What the thread's heap has reserved has to be used up first.
    constexpr size_t Size = 200'000;
    std::vector<void *> blocks;
    blocks.reserve(10'000);
    while (void *block = std::malloc(Size))
      blocks.push_back(block);
    mutex.lock();
    locked = std::malloc(Size);
    std::memset(locked, 5, Size);
    larger = std::realloc(locked, Size + 1);
    aligned = std::aligned_alloc(64, 64 * 5000);
    mutex.unlock();
    free = std::malloc(Size);
    setrlimit(RLIMIT_AS, &limit);
    for (void *block : blocks)
      std::free(block);
  });
  EXPECT_TRUE(locked);
  ASSERT_TRUE(larger);
  EXPECT_EQ(static_cast<char *>(larger)[199'999], 5);
  EXPECT_TRUE(aligned);
  EXPECT_EQ(uintptr_t(aligned) % 64, 0u);
  EXPECT_FALSE(free);
  std::free(larger);
  std::free(aligned);
}

TEST(Guard, OneBesideTheOtherFailsByItself) {
  bool here = false;
  ContainedResult result = weft::runContainedOnThread(
      [&] { weft::runBeside([&] { here = true; }, [] { std::abort(); }); });
  EXPECT_EQ(result.outcome, ContainedResult::Finished);
  EXPECT_TRUE(here);
}

TEST(Guard, FailureIsPassedOnWhenTheOneBesideHasEnded) {
  std::atomic<bool> begun = false, ended = false;
  bool after = false;
  ContainedResult result = weft::runContainedOnThread([&] {
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
  EXPECT_EQ(result.outcome, ContainedResult::Failed);
  EXPECT_EQ(result.reason, "the sky fell");
  EXPECT_TRUE(ended);
  EXPECT_FALSE(after);
}

} // namespace
