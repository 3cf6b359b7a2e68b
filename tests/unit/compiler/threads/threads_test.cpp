// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/threads/threads.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <gtest/gtest.h>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

namespace {

// As many frames as there are KiB.
unsigned recurse(unsigned frames) {
  volatile char own[1024];
  own[0] = 1;
  return frames ? recurse(frames - 1) + own[0] : 0;
}

TEST(CompilerThreads, HaveALargeStackAndNoSignalsOfTheHost) {
  unsigned depth = 0;
  bool blocked = false, stops = true;
  ASSERT_TRUE(weft::runOnThread([&] {
    depth = recurse(200 << 10);
    sigset_t mask;
    pthread_sigmask(SIG_SETMASK, nullptr, &mask);
    blocked = sigismember(&mask, SIGTERM) && sigismember(&mask, SIGALRM);
    stops = sigismember(&mask, SIGSEGV);
  }));
  EXPECT_EQ(depth, 200u << 10);
  EXPECT_TRUE(blocked);
  EXPECT_FALSE(stops);
}

TEST(CompilerThreads, OneBesideTheOtherIsWaitedFor) {
  std::atomic<bool> begun = false, ended = false;
  bool here = false;
  weft::runBeside(
      [&] {
        while (!begun)
          std::this_thread::yield();
        here = true;
      },
      [&] {
        begun = true;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        ended = true;
      });
  EXPECT_TRUE(here);
  EXPECT_TRUE(ended);
}

TEST(CompilerThreads, EachTaskIsDoneOnceOnNoMoreThreadsThanWanted) {
  for (unsigned threads : {1u, 3u, 100u}) {
    std::mutex mutex;
    std::set<std::thread::id> seen;
    std::vector<int> done(20);
    weft::runOnThreads(threads, done.size(), [&](size_t i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      std::lock_guard lock(mutex);
      seen.insert(std::this_thread::get_id());
      ++done[i];
    });
    EXPECT_EQ(done, std::vector<int>(20, 1));
    EXPECT_LE(seen.size(), threads);
  }
  weft::runOnThreads(4, 0, [](size_t) { FAIL(); });
}

} // namespace
