// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory of buffers, within what the process may use.
#ifndef WEFT_CPU_BUFFER_MEMORY_H
#define WEFT_CPU_BUFFER_MEMORY_H

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace weft {

class BufferMemory {
public:
  // No more than `limit` bytes in all are handed out at a time.
  explicit BufferMemory(uint64_t limit) : limit(limit) {}

  // Aligned to WEFT_ABI_ALIGNMENT at least, to pages from 4 KiB on. Null if there is no such
  // memory, or if it would pass the limit. Contents undefined.
  void *allocate(size_t bytes);
  // `bytes` as given to allocate(). Null is allowed.
  void free(void *memory, size_t bytes);

  uint64_t used() const { return in_use.load(std::memory_order_relaxed); }

private:
  const uint64_t limit;
  std::atomic<uint64_t> in_use{0};
};

} // namespace weft
#endif
