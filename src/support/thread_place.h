// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where threads begin to run. Some schedulers (of virtual machines that do not say which CPUs share
// caches) put a thread on the CPU of whoever starts or wakes it and leave it there for
// milliseconds, though other CPUs are idle. So whoever shares work with a thread keeps it off its
// own CPU until the thread is there; then the thread may run wherever it could before.
#ifndef WEFT_SUPPORT_THREAD_PLACE_H
#define WEFT_SUPPORT_THREAD_PLACE_H

#include <optional>
#include <pthread.h>
#include <sched.h>

namespace weft {

// A place for a thread that is to run beside the calling one.
struct ThreadPlace {
  cpu_set_t first; // the CPUs to begin on
  cpu_set_t usual; // those that the thread may run on

  // Of a thread that the calling one is about to start: one CPU, another for each `index` as far as
  // there are so many. Nothing if there is no other CPU, or if nobody says.
  static std::optional<ThreadPlace> beside(unsigned index);
  // Keeps the thread of this kernel id off the CPU of the calling one. Nothing if that cannot be.
  static std::optional<ThreadPlace> keepOff(pid_t thread);

  void begin(pthread_attr_t &attributes) const {
    pthread_attr_setaffinity_np(&attributes, sizeof first, &first);
  }
  // By the thread itself, once it runs.
  void arrived() const { sched_setaffinity(0, sizeof usual, &usual); }
};

} // namespace weft
#endif
