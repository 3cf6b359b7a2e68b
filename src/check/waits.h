// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads of the application that wait in the driver. Where one waits for a user event that is not
// set, and nobody is left who could set it, this is said while it waits: when no command may run,
// no function of the application is run by the driver, and every other thread of the process is
// either the driver's, or waits like this one, or is in a futex without a time limit. That has to
// be so twice, half a second apart. What signal handlers, or other processes by shared futexes, do
// is not considered.
#ifndef WEFT_CHECK_WAITS_H
#define WEFT_CHECK_WAITS_H

#include "check/report.h"

namespace weft::check {

// While the calling thread waits for the event.
class WaitScope {
public:
  WaitScope(const void *event, const Notify &notify) : active(enabled(Kind::Api)) {
    if (active) [[unlikely]]
      begin(event, notify);
  }
  ~WaitScope() {
    if (active) [[unlikely]]
      end();
  }
  WaitScope(const WaitScope &) = delete;
  WaitScope &operator=(const WaitScope &) = delete;

private:
  void begin(const void *event, const Notify &notify);
  void end();
  const bool active;
};

// The application gives a user event up that is not set. Reports it where a command waits for it,
// or a thread.
void noteUserEventGivenUp(const void *event, const Notify &notify);

} // namespace weft::check
#endif
