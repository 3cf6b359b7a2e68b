// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Maps, keeps and counts the memory of buffers.
#include "cpu/memory/buffer_memory.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <weft/kernel_abi.h>

namespace weft {

static constexpr size_t PageBytes = 4096;
static constexpr size_t HugePageBytes = size_t(2) << 20;
static constexpr size_t LargeBytes = size_t(4) << 20;
static constexpr size_t MaxKeptMappings = 64;
// Of what is kept, as much is not even offered to the system, which would cost a call for each
// buffer, and for a small one as much as all the rest.
static constexpr size_t MaxHotBytes = size_t(32) << 20;
// What nobody has wanted for so long is given back when the next buffer comes or goes.
static constexpr auto OldestKept = std::chrono::seconds(10);
// The specification leaves what a new buffer holds undefined, but programs that were written for
// GPUs keep counters and state in buffers that they never fill (ffmpeg's tonemap_opencl does). Up
// to this size, zeros cost less than what else creating a buffer does.
static constexpr size_t ZeroedBytes = size_t(64) << 10;

// Makes the system put memory behind each page, for which the first kernel that uses the buffer
// would wait page by page; at once, if it can do that. Not for large buffers: their pages come to
// lie on the NUMA node of the thread that uses them first, and a part of them may never be used.
static void touchPages(void *memory, size_t bytes) {
#ifdef MADV_POPULATE_WRITE
  if (madvise(memory, bytes, MADV_POPULATE_WRITE) == 0)
    return;
#endif
  for (size_t at = 0; at < bytes; at += PageBytes)
    static_cast<volatile char *>(memory)[at] = 0;
}

static size_t roundUp(size_t bytes, size_t unit) { return (bytes + unit - 1) / unit * unit; }

// Sizes of mappings go in steps of an eighth of a power of two, so that buffers of nearly the same
// size can follow one another in a mapping. What is not touched costs address space only.
static size_t mappingSize(size_t bytes) { return roundUp(bytes, std::bit_floor(bytes) / 8); }

// The size of the mapping that a buffer is; 0 if it comes from the C library.
static size_t mappedBytes(size_t bytes) { return bytes > ZeroedBytes ? mappingSize(bytes) : 0; }

static void *mapSmall(size_t size, size_t bytes) {
  void *memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return nullptr;
  touchPages(memory, roundUp(bytes, PageBytes));
  return memory;
}

static void *mapHuge(size_t size) {
  size_t span = size + HugePageBytes;
  void *mapped = mmap(nullptr, span, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED)
    return nullptr;
  auto address = reinterpret_cast<uintptr_t>(mapped);
  uintptr_t start = roundUp(address, HugePageBytes);
  if (start != address)
    munmap(mapped, start - address);
  if (uintptr_t end = address + span; end != start + size)
    munmap(reinterpret_cast<void *>(start + size), end - start - size);
  void *memory = reinterpret_cast<void *>(start);
  // Advice: where it is not taken, small pages serve.
  madvise(memory, size, MADV_HUGEPAGE);
  return memory;
}

BufferMemory::BufferMemory(uint64_t limit) : limit(limit) {
  kept_mappings.reserve(MaxKeptMappings);
}

BufferMemory::~BufferMemory() {
  while (!kept_mappings.empty())
    dropOldest();
}

uint64_t BufferMemory::used() const {
  std::lock_guard lock(mutex);
  return used_bytes;
}

uint64_t BufferMemory::kept() const {
  std::lock_guard lock(mutex);
  return kept_bytes;
}

void BufferMemory::forget(const Mapping &mapping) {
  kept_bytes -= mapping.size;
  if (mapping.hot)
    hot_bytes -= mapping.size;
}

void BufferMemory::dropOld() {
  if (kept_mappings.empty())
    return;
  const auto now = Clock::now();
  while (!kept_mappings.empty() && now - kept_mappings.front().since > OldestKept)
    dropOldest();
}

void BufferMemory::dropOldest() {
  Mapping oldest = kept_mappings.front();
  kept_mappings.erase(kept_mappings.begin());
  forget(oldest);
  munmap(oldest.memory, oldest.size);
}

void *BufferMemory::takeKept(size_t size) {
  // The newest is the likeliest to be in the caches still.
  for (size_t i = kept_mappings.size(); i-- > 0;) {
    if (kept_mappings[i].size != size)
      continue;
    const Mapping found = kept_mappings[i];
    kept_mappings.erase(kept_mappings.begin() + ptrdiff_t(i));
    forget(found);
    return found.memory;
  }
  return nullptr;
}

void *BufferMemory::allocate(size_t bytes, size_t alignment) {
  if (bytes > PTRDIFF_MAX / 2)
    return nullptr;
  void *memory = nullptr;
  const size_t size = mappedBytes(bytes);
  {
    std::lock_guard lock(mutex);
    if (bytes > limit || used_bytes > limit - bytes)
      return nullptr;
    used_bytes += bytes;
    dropOld();
    if (size)
      memory = takeKept(size);
    // What is kept must not stand in the way of what is wanted.
    while (!memory && kept_bytes && used_bytes + kept_bytes > limit)
      dropOldest();
  }
  if (memory)
    return memory;
  if (bytes >= LargeBytes) {
    memory = mapHuge(size);
  } else if (size) {
    memory = mapSmall(size, bytes);
  } else {
    alignment = std::max<size_t>(alignment, bytes >= PageBytes ? PageBytes : WEFT_ABI_ALIGNMENT);
    memory = std::aligned_alloc(alignment, roundUp(bytes ? bytes : 1, alignment));
    if (memory)
      std::memset(memory, 0, bytes);
  }
  if (!memory) {
    std::lock_guard lock(mutex);
    used_bytes -= bytes;
  }
  return memory;
}

void BufferMemory::free(void *memory, size_t bytes) {
  if (!memory)
    return;
  const size_t size = mappedBytes(bytes);
  const bool kept = size && size <= limit / 16;
  bool hot = kept && bytes < LargeBytes;
  if (hot) {
    std::lock_guard lock(mutex);
    hot = hot_bytes + size <= MaxHotBytes;
    hot_bytes += hot ? size : 0;
  }
  // Nothing is copied or cleared by this; the pages stay until the system needs them.
  const bool keep = kept && (hot || madvise(memory, size, MADV_FREE) == 0);
  if (!keep) {
    if (size)
      munmap(memory, size);
    else
      std::free(memory);
  }
  std::lock_guard lock(mutex);
  used_bytes -= bytes;
  if (!keep)
    return;
  dropOld();
  while (kept_bytes && (kept_mappings.size() == MaxKeptMappings || kept_bytes + size > limit / 8))
    dropOldest();
  kept_mappings.push_back({memory, size, hot, Clock::now()});
  kept_bytes += size;
}

} // namespace weft
