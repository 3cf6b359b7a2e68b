// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tests of the worker pool share.
#ifndef WEFT_TESTS_POOL_TEST_H
#define WEFT_TESTS_POOL_TEST_H

#include "pool_work.h"

#include <atomic>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>

namespace weft {

// How often a test tries what may go wrong now and then.
#if defined(__has_feature) && (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
constexpr int scale = 1;
#else
constexpr int scale = 10;
#endif

// Whether all threads but the calling one sleep.
inline bool othersSleep() {
  for (const auto &task : std::filesystem::directory_iterator("/proc/self/task")) {
    const std::string id = task.path().filename();
    if (id == std::to_string(gettid()))
      continue;
    std::string line;
    std::getline(std::ifstream(task.path() / "stat"), line);
    // The state follows the name, which is in parentheses.
    if (const size_t name_end = line.rfind(')'); name_end == line.npos || line[name_end + 2] != 'S')
      return false;
  }
  return true;
}

// Submits and waits as clFinish does.
inline void runAndHelp(WorkerPool &pool, uint64_t groups, const GroupBody &body) {
  std::atomic<bool> done{false};
  submit(pool, launch(groups, body, [&](bool ok) {
           EXPECT_TRUE(ok);
           done.store(true);
           pool.wakeHelpers();
         }));
  pool.helpUntil([&] { return done.load(); });
  // The callback may still be inside wakeHelpers(); the pool outlives it.
}

} // namespace weft
#endif
