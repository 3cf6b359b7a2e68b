// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory for objects of one size that are made on one thread and die on another, at a high rate:
// commands and launches. The C library's allocator is made for threads that free what they made;
// here it would take its locks, and alignment would make it search.
#ifndef WEFT_SUPPORT_RECYCLER_H
#define WEFT_SUPPORT_RECYCLER_H

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WEFT_RECYCLE_NOTHING 1 // it could not tell old objects from new ones
#endif
#endif

namespace weft {

// Freed blocks are pushed onto a stack; whoever allocates takes the whole stack and lives on it.
// Since nobody ever pops a single block, the stack has no ABA problem. Neither side waits: where
// somebody else is taking blocks (or was, when the process was forked), the C library serves.
template <size_t Bytes, size_t Alignment> class Recycler {
  struct Block {
    Block *next;
  };
  static_assert(Bytes >= sizeof(Block));

public:
  static void *allocate() {
    Block *block = nullptr;
#ifndef WEFT_RECYCLE_NOTHING
    if (!taking.exchange(true, std::memory_order_acquire)) {
      block = taken;
      if (!block)
        block = pointer(freed.exchange(0, std::memory_order_acquire));
      if (block)
        taken = block->next;
      taking.store(false, std::memory_order_release);
    }
#endif
    return block ? block : ::operator new(Bytes, std::align_val_t(Alignment));
  }

  static void deallocate(void *memory) {
#ifndef WEFT_RECYCLE_NOTHING
    Block *block = static_cast<Block *>(memory);
    uint64_t seen = freed.load(std::memory_order_relaxed);
    while (count(seen) < most_kept) {
      block->next = pointer(seen);
      const uint64_t top = (count(seen) + 1) << 48 | reinterpret_cast<uint64_t>(block);
      if (freed.compare_exchange_weak(seen, top, std::memory_order_release,
                                      std::memory_order_relaxed))
        return;
    }
#endif
    ::operator delete(memory, std::align_val_t(Alignment));
  }

private:
  // What one batch of launches needs; more goes back to the C library.
  static constexpr uint64_t most_kept = 4096;

  // The number of blocks on the stack is in the upper 16 bits, which user addresses do not need.
  static uint64_t count(uint64_t word) { return word >> 48; }
  static Block *pointer(uint64_t word) { return reinterpret_cast<Block *>(word << 16 >> 16); }

  static inline std::atomic<uint64_t> freed{0};
  static inline std::atomic<bool> taking{false};
  static inline Block *taken = nullptr; // by who holds `taking`
};

// A base that makes new and delete of T recycle.
template <typename T, size_t Alignment = 16> class Recycled {
public:
  static void *operator new(size_t bytes) {
    return bytes == sizeof(T) ? Recycler<sizeof(T), Alignment>::allocate()
                              : ::operator new(bytes, std::align_val_t(Alignment));
  }
  static void operator delete(void *memory, size_t bytes) {
    if (bytes == sizeof(T))
      Recycler<sizeof(T), Alignment>::deallocate(memory);
    else
      ::operator delete(memory, std::align_val_t(Alignment));
  }
};

} // namespace weft
#endif
