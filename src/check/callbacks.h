// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Callbacks of the application that must not block: "the behavior of calling expensive system
// routines, OpenCL API calls to create contexts or command-queues, or blocking OpenCL operations
// [...] in a callback is undefined", which is said of those of events and of memory objects.
#ifndef WEFT_CHECK_CALLBACKS_H
#define WEFT_CHECK_CALLBACKS_H

#include "check/kinds.h"

#include <atomic>

namespace weft::check {

// While the calling thread is in such a callback.
class CallbackScope {
public:
  // `of`: a literal.
  explicit CallbackScope(const char *of) : active(enabled(Kind::Api)) {
    if (active) [[unlikely]]
      enter(of);
  }
  ~CallbackScope() {
    if (active) [[unlikely]]
      leave();
  }
  CallbackScope(const CallbackScope &) = delete;
  CallbackScope &operator=(const CallbackScope &) = delete;

private:
  void enter(const char *of);
  void leave();
  const bool active;
  const char *outer = nullptr;
};

// The calling thread does what a callback must not. To be asked only where Kind::Api is on.
void noteNotForCallbacks(const char *what);

// Functions of the application that the driver runs now, on any thread, or is going to: they may
// do anything that the application does.
inline std::atomic<int> functions_running{0};

} // namespace weft::check
#endif
