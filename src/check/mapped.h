// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Regions of memory objects that the host has mapped at the moment. "If a memory object is
// currently mapped for writing, the application must ensure that the memory object is unmapped
// before any enqueued kernels or commands that read from or write to this memory object [...] begin
// execution"; mapped for reading, before those that write.
//
//   clEnqueueMapBuffer, enqueued    noteMap()
//   the command is complete         noteMapped()      the host has it from here on
//   clEnqueueUnmapMemObject runs    noteUnmapped()    to here
#ifndef WEFT_CHECK_MAPPED_H
#define WEFT_CHECK_MAPPED_H

#include "check/host_stack.h"
#include "check/kinds.h"
#include "check/ranges.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace weft::check {

// Whether maps of memory objects are followed. Not if races between commands are looked for: these
// tell of kernels that use what is mapped when they are enqueued. Of SVM they know nothing.
inline bool followsMappings() { return enabled(Kind::Memory) && !enabled(Kind::Race); }

// To be called only if Kind::Memory is on, from any thread.

// Its number. The place is that of the call that is in progress.
uint64_t noteMap(const Bytes &bytes, bool writing);
void noteMapped(uint64_t number);
void noteUnmapped(const void *address);
void forgetMap(uint64_t number); // it was not enqueued after all
void noteMappedGone(const void *first, size_t size);

struct Mapped {
  bool writing = false;
  HostStack made;
};
// A mapping of bytes from `first` on that keeps a kernel from writing to them, or from reading
// them.
std::optional<Mapped> mappedIn(uintptr_t first, size_t size, bool is_write);

} // namespace weft::check
#endif
