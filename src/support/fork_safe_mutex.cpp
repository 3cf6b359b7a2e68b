// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/fork_safe_mutex.h"

#include <pthread.h>
#include <vector>

namespace weft {
namespace {

// Never destroyed: a process may fork until its very end.
struct All {
  std::mutex mutex;
  std::vector<ForkSafeMutex *> list;
};

All &all() {
  static All &all = *new All;
  return all;
}

void beforeFork() {
  all().mutex.lock();
  for (ForkSafeMutex *mutex : all().list)
    mutex->lock();
}

void afterFork() {
  for (ForkSafeMutex *mutex : all().list)
    mutex->unlock();
  all().mutex.unlock();
}

} // namespace

ForkSafeMutex::ForkSafeMutex() {
  static std::once_flag once;
  std::call_once(once, [] { pthread_atfork(beforeFork, afterFork, afterFork); });
  std::lock_guard lock(all().mutex);
  all().list.push_back(this);
}

ForkSafeMutex::~ForkSafeMutex() {
  std::lock_guard lock(all().mutex);
  std::erase(all().list, this);
}

} // namespace weft
