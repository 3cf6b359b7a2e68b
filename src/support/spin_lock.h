// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A lock for a handful of instructions that never wait, allocate or call out. Meets BasicLockable.
#ifndef WEFT_SUPPORT_SPIN_LOCK_H
#define WEFT_SUPPORT_SPIN_LOCK_H

#include "support/pause.h"

#include <atomic>
#include <sched.h>

namespace weft {

class SpinLock {
public:
  void lock() {
    while (held.exchange(true, std::memory_order_acquire)) [[unlikely]]
      for (int i = 0; held.load(std::memory_order_relaxed); ++i) {
        // The holder may have lost its processor; then it needs this one.
        if (i < 100)
          pause();
        else
          sched_yield();
      }
  }
  void unlock() { held.store(false, std::memory_order_release); }

private:
  std::atomic<bool> held{false};
};

} // namespace weft
#endif
