// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A list through the commands, so that adding one costs next to nothing.
#include "core/pointer_users.h"

#include "core/allocations.h"
#include "core/event.h"

#include <mutex>

namespace weft {

void PointerUsers::add(Command &command) {
  std::lock_guard guard(lock);
  command.older_user = newest;
  if (newest)
    newest->newer_user = &command;
  newest = &command;
  ++count;
}

void PointerUsers::remove(Command &command) {
  std::lock_guard guard(lock);
  (command.newer_user ? command.newer_user->older_user : newest) = command.older_user;
  if (command.older_user)
    command.older_user->newer_user = command.newer_user;
  --count;
}

void PointerUsers::find(const Allocation &allocation, std::vector<Ref<Command>> &found) {
  for (size_t room = 0;;) {
    // Not under the lock.
    found.reserve(found.size() + room);
    std::lock_guard guard(lock);
    room = found.capacity() - found.size();
    if (room < count) {
      room = count + count / 2;
      continue;
    }
    for (Command *command = newest; command; command = command->older_user)
      if (command->mayUse(allocation))
        found.emplace_back(command);
    return;
  }
}

} // namespace weft
