// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that the host has released: what a kernel does there by a pointer that it has kept is
// wrong. It is not given back as long as it is remembered, so that nothing else can be at its
// addresses:
//
//   clSVMFree     | kept, remembered |      up to MostRanges, and MostBytes of all together
//   ...           | given back, forgotten |
#ifndef WEFT_CHECK_RELEASED_H
#define WEFT_CHECK_RELEASED_H

#include "check/host_stack.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

namespace weft::check {

struct Released {
  uintptr_t begin = 0;
  size_t size = 0;
  const char *what = ""; // "SVM allocation", a literal
  HostStack made, released;
};

// To be called only where Kind::Memory is on, from any thread.

// The call that is in progress has made it.
void noteAllocated(const void *base);
// ... asks for its release, which commands that use it put off.
void noteReleaseAsked(const void *base);
// It is released, by the call in progress if none has asked for it. False if it is larger than all
// that is kept, and to be given back at once; else `give_back` is called later, under no lock, or
// never.
bool keepReleased(const void *base, size_t size, const char *what, std::function<void()> give_back);
// What was at the address, if it was released and is still remembered.
std::optional<Released> releasedAt(const void *address);

} // namespace weft::check
#endif
