// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/callbacks.h"

#include "check/report.h"

#include <utility>

namespace weft::check {

static thread_local const char *callback = nullptr;

void CallbackScope::enter(const char *of) {
  functions_running.fetch_add(1, std::memory_order_relaxed);
  outer = std::exchange(callback, of);
}

void CallbackScope::leave() {
  callback = outer;
  functions_running.fetch_sub(1, std::memory_order_relaxed);
}

void noteNotForCallbacks(const char *what) {
  if (!callback)
    return;
  Report found;
  found.kind = Kind::Api;
  found.message = std::string(what) + " in a callback of " + callback;
  found.host = HostStack::here();
  report(found);
}

} // namespace weft::check
