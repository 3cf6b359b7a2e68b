// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/fork_safe_mutex.h"

#include <atomic>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace weft;

// Of two values that are equal whenever the lock is free.
TEST(ForkSafeMutex, ChildFindsItFreeAndWhatItGuardsWhole) {
  ForkSafeMutex mutex;
  volatile unsigned first = 0, second = 0;
  std::atomic<bool> stop{false};
  std::thread other([&] {
    while (!stop) {
      std::lock_guard lock(mutex);
      first = first + 1;
      for (volatile int i = 0; i < 1000;)
        i = i + 1;
      second = second + 1;
    }
  });
  for (int i = 0; i < 50; ++i) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0)
      _exit(mutex.try_lock() && first == second ? 0 : 1);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  stop = true;
  other.join();
  EXPECT_EQ(first, second);
}

TEST(ForkSafeMutex, ForkDoesNotLookAtOneThatIsGone) {
  ForkSafeMutex stays;
  {
    ForkSafeMutex gone;
  }
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0)
    _exit(stays.try_lock() ? 0 : 1);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
