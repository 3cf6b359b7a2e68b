// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/init_check.h"

#include "check/objects.h"
#include "check/unwritten.h"
#include "core/command_check.h"
#include "core/object_name.h"
#include "core/transfer.h"

namespace weft {

void noteMoved(const Side &from, const check::Bytes &from_bytes, const Side &to,
               const check::Bytes &to_bytes) {
  if (!from.owner)
    return check::noteWritten(to_bytes);
  check::noteCopied(from_bytes, to_bytes);
  if (!to.owner)
    noteHostReads(*from.owner, from_bytes);
}

void noteHostReads(const Memory &memory, const check::Bytes &bytes) {
  const std::optional<uintptr_t> at = check::firstUnwritten(bytes);
  if (!at)
    return;
  check::Report found;
  found.kind = check::Kind::Init;
  found.warning = true;
  found.message =
      std::string("the host reads bytes of ") + objectName(memory) + " that nobody has written";
  found.object.emplace();
  found.object->what = objectName(memory);
  found.object->size = memory.size();
  found.object->offset = int64_t(*at - reinterpret_cast<uintptr_t>(memory.hostPointer()));
  found.object->made = check::madeAt(&memory);
  found.notify = notifierOf(memory.context());
  check::report(found);
}

} // namespace weft
