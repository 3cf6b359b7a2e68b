// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The commands of a queue that were given addresses, which keep no memory alive as memory objects
// do: who frees memory by its address can wait for them.
#ifndef WEFT_CORE_POINTER_USERS_H
#define WEFT_CORE_POINTER_USERS_H

#include "core/object.h"
#include "support/spin_lock.h"

#include <cstddef>
#include <vector>

namespace weft {

class Command;
struct Allocation;

class PointerUsers {
public:
  // From when the command is enqueued until it touches no memory any more.
  void add(Command &command);
  void remove(Command &command);
  // Appends those that may use the allocation.
  void find(const Allocation &allocation, std::vector<Ref<Command>> &found);

private:
  SpinLock lock; // guards what is below, and the commands' links
  Command *newest = nullptr;
  size_t count = 0;
};

} // namespace weft
#endif
