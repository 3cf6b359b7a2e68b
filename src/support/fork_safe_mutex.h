// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For what all of a process shares. A forked child has only the thread that called fork(): a lock
// that another one held would be held there for ever, and what it guards be half changed.
#ifndef WEFT_SUPPORT_FORK_SAFE_MUTEX_H
#define WEFT_SUPPORT_FORK_SAFE_MUTEX_H

#include <mutex>

namespace weft {

// fork() waits until nobody holds it. Meets Lockable. Who holds one may not take another, as fork()
// takes them all, in no particular order.
class ForkSafeMutex {
public:
  ForkSafeMutex();
  ~ForkSafeMutex();
  ForkSafeMutex(const ForkSafeMutex &) = delete;
  ForkSafeMutex &operator=(const ForkSafeMutex &) = delete;

  void lock() { mutex.lock(); }
  bool try_lock() { return mutex.try_lock(); }
  void unlock() { mutex.unlock(); }

private:
  std::mutex mutex;
};

} // namespace weft
#endif
