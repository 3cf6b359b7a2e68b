// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What checks are told of commands: the seam between this folder's classes and the plain data of
// src/check. Nothing here is called unless checks are on.
#ifndef WEFT_CORE_COMMAND_CHECK_H
#define WEFT_CORE_COMMAND_CHECK_H

#include "check/commands.h"
#include "check/report.h"
#include "core/memory.h"
#include "core/queue.h"

#include <span>

namespace weft {

class OwnedLaunch;
struct Box;
struct Side;

// Whether what orders commands is to be told.
inline bool checksCommands() {
  constexpr uint32_t kinds = check::bit(check::Kind::Race) | check::bit(check::Kind::Api);
  return check::enabled_kinds.load(std::memory_order_relaxed) & kinds;
}

// For reports about what is of the context.
check::Notify notifierOf(const Context &context);

// Before the command is enqueued.
void noteCommand(const Command &command, std::span<const Ref<Event>> wait_list, Queue::Order order);

// What the parts of a command touch.
void addRange(check::NewCommand &command, const Side &side, size_t bytes, bool written);
void addRange(check::NewCommand &command, const Side &side, const Box &box, bool written);
void addRanges(check::NewCommand &command, const OwnedLaunch &launch);

// The work of mapping, which is none: what the host touches from then on.
struct Mapping {
  Ref<Memory> memory;
  check::Bytes bytes;
  bool writing;
  uint64_t mapping; // of Memory::map()
  uint64_t number;  // of check::noteMap(), if mappings are followed
  void operator()() const;
  void undo() const;
  void tell(check::NewCommand &command) const;
};
struct Unmapping {
  Ref<Memory> memory;
  const void *address;
  void operator()() const;
  void tell(check::NewCommand &command) const;
};

check::Bytes bytesOf(const void *base, const Box &box);

} // namespace weft
#endif
