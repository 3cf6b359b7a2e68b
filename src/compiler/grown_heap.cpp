// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/grown_heap.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

namespace weft {

GrownHeap::GrownHeap(std::atomic<bool> &done) {
#ifdef MADV_POPULATE_WRITE
  if (done.exchange(true))
    return;
  // Below the size from which on the C library maps a block by itself.
  constexpr size_t BlockSize = 96 << 10; // bytes
  constexpr size_t Blocks = 24;
  void *blocks[Blocks] = {};
  for (void *&block : blocks)
    block = std::malloc(BlockSize);
  fence = std::malloc(BlockSize);
  const uintptr_t page = uintptr_t(sysconf(_SC_PAGESIZE));
  for (void *block : blocks) {
    const uintptr_t begin = (uintptr_t(block) + page - 1) & -page;
    const uintptr_t end = (uintptr_t(block) + BlockSize) & -page;
    if (block)
      madvise(reinterpret_cast<void *>(begin), end - begin, MADV_POPULATE_WRITE);
    std::free(block);
  }
#endif
}

GrownHeap::~GrownHeap() { std::free(fence); }

} // namespace weft
