// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory of buffers, within what the process may use.
#ifndef WEFT_CPU_MEMORY_BUFFER_MEMORY_H
#define WEFT_CPU_MEMORY_BUFFER_MEMORY_H

#include "support/fork_safe_mutex.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace weft {

// Small buffers, up to 64 KiB, come from the C library. Others are mappings, from 4 MiB on of huge
// pages; some that were freed are kept, so that a program which makes and frees buffers in a loop
// does not pay for page faults each time: 64, of an eighth of all memory, for ten seconds or until
// the next buffer is made or freed after that. The system may take the pages of a kept mapping back
// whenever it is short of memory, but for 32 MiB of those of less than 4 MiB.
class BufferMemory {
public:
  // No more than `limit` bytes in all are handed out at a time.
  explicit BufferMemory(uint64_t limit);
  ~BufferMemory();
  BufferMemory(const BufferMemory &) = delete;
  BufferMemory &operator=(const BufferMemory &) = delete;

  // Aligned to WEFT_ABI_ALIGNMENT and `alignment` at least, to pages from 4 KiB on. `alignment` is
  // 0 or a power of two of at most 4096. Null if there is no such memory, or if it would pass the
  // limit. Contents undefined.
  void *allocate(size_t bytes, size_t alignment = 0);
  // `bytes` as given to allocate(). Null is allowed.
  void free(void *memory, size_t bytes);

  // Bytes handed out, and bytes of address space in kept mappings.
  uint64_t used() const;
  uint64_t kept() const;

private:
  using Clock = std::chrono::steady_clock;
  struct Mapping {
    void *memory;
    size_t size;
    bool hot; // its pages are not the system's to take
    Clock::time_point since;
  };
  void *takeKept(size_t size);
  // Of a mapping that is no longer kept.
  void forget(const Mapping &mapping);
  // Ends the mapping that was kept the longest, or those that were kept too long.
  void dropOldest();
  void dropOld();

  const uint64_t limit;
  mutable ForkSafeMutex mutex; // guards what follows
  uint64_t used_bytes = 0;
  uint64_t kept_bytes = 0;
  uint64_t hot_bytes = 0;
  std::vector<Mapping> kept_mappings; // oldest first; never grows beyond its capacity
};

} // namespace weft
#endif
