// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small buffers come from the C library, large ones straight from the system.
#include "cpu/buffer_memory.h"

#include <cstdlib>
#include <sys/mman.h>
#include <weft/kernel_abi.h>

namespace weft {

static constexpr size_t PageBytes = 4096;
static constexpr size_t HugePageBytes = size_t(2) << 20;
static constexpr size_t HugeThreshold = size_t(4) << 20;

static size_t roundUp(size_t bytes, size_t unit) { return (bytes + unit - 1) / unit * unit; }

// Whole huge pages would waste up to a third of a buffer just above the threshold; only its start
// is aligned to one.
static void *mapHuge(size_t bytes) {
  size_t span = bytes + HugePageBytes;
  void *mapped = mmap(nullptr, span, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED)
    return nullptr;
  auto address = reinterpret_cast<uintptr_t>(mapped);
  uintptr_t start = roundUp(address, HugePageBytes);
  if (start != address)
    munmap(mapped, start - address);
  if (uintptr_t end = address + span; end != start + bytes)
    munmap(reinterpret_cast<void *>(start + bytes), end - start - bytes);
  void *memory = reinterpret_cast<void *>(start);
  // Advice: where it is not taken, small pages serve.
  madvise(memory, bytes, MADV_HUGEPAGE);
  return memory;
}

void *BufferMemory::allocate(size_t bytes) {
  uint64_t before = in_use.load(std::memory_order_relaxed);
  do {
    if (bytes > limit || before > limit - bytes)
      return nullptr;
  } while (!in_use.compare_exchange_weak(before, before + bytes, std::memory_order_relaxed));
  void *memory;
  if (bytes >= HugeThreshold) {
    memory = mapHuge(roundUp(bytes, PageBytes));
  } else {
    size_t alignment = bytes >= PageBytes ? PageBytes : WEFT_ABI_ALIGNMENT;
    memory = std::aligned_alloc(alignment, roundUp(bytes ? bytes : 1, alignment));
  }
  if (!memory)
    in_use.fetch_sub(bytes, std::memory_order_relaxed);
  return memory;
}

void BufferMemory::free(void *memory, size_t bytes) {
  if (!memory)
    return;
  if (bytes >= HugeThreshold)
    munmap(memory, roundUp(bytes, PageBytes));
  else
    std::free(memory);
  in_use.fetch_sub(bytes, std::memory_order_relaxed);
}

} // namespace weft
