// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Locks of shadow words of global memory, one for each block of them, which blocks share. Held for
// a few hundred instructions at most.
#ifndef WEFT_CPU_LAUNCH_WORD_LOCKS_H
#define WEFT_CPU_LAUNCH_WORD_LOCKS_H

#include "cpu/launch/race_words.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace weft {

// Those that a thread holds at a time.
class WordLocks {
public:
  static constexpr uintptr_t Block = 64; // words

  WordLocks() = default;
  ~WordLocks() { release(); }
  WordLocks(const WordLocks &) = delete;

  // Those of the words from `first` up to `end`, Block at most: they lie in two blocks. What was
  // held is released.
  void hold(const uint64_t *first, const uint64_t *end) {
    const size_t a = numberOf(first), b = numberOf(end - 1);
    if (count && held[0] == a && held[count - 1] == b)
      return;
    release();
    // Whoever waits for a lock has none, or one that is earlier in `all`: so nobody waits forever.
    take(a < b ? a : b);
    if (a != b)
      take(a < b ? b : a);
  }
  // Those of words anywhere, not sorted. Returns false, and holds none, if others hold one of them,
  // for which it only waits while it holds none.
  bool tryHold(const uint64_t *shadow, const RaceWords &words);

  void release() {
    while (count)
      all[held[--count]].holder.store(nullptr, std::memory_order_release);
  }

private:
  // Rows of matrices, whose distance is a power of two, have different locks.
  static size_t numberOf(const uint64_t *word) {
    const uint64_t block = reinterpret_cast<uintptr_t>(word) / (Block * sizeof(uint64_t));
    return size_t((block * UINT64_C(0x9e3779b97f4a7c15)) >> (64 - Bits));
  }
  bool tryTake(size_t number) {
    const WordLocks *none = nullptr;
    if (!all[number].holder.compare_exchange_strong(none, this, std::memory_order_acquire,
                                                    std::memory_order_relaxed))
      return false;
    held[count++] = uint16_t(number);
    return true;
  }
  void take(size_t number) {
    while (!tryTake(number)) [[unlikely]]
      await(number);
  }
  // Until nobody holds it.
  static void await(size_t number);
  // Returns a lock that others hold, if there is one; those of earlier words are held then.
  std::optional<size_t> takeUpToBusy(const uint64_t *shadow, const RaceWords &words);

  static constexpr unsigned Bits = 12;
  // Apart, as threads mostly work on different blocks.
  struct alignas(64) Lock {
    std::atomic<const WordLocks *> holder = nullptr;
  };
  static std::array<Lock, size_t(1) << Bits> all;

  unsigned count = 0;
  std::array<uint16_t, RaceWords::Most> held; // the first `count`
};

// Of local memory nothing is locked: it belongs to the thread, and so do its words.
struct NoLocks {
  void hold(const uint64_t *, const uint64_t *) {}
  bool tryHold(const uint64_t *, const RaceWords &) { return true; }
  void release() {}
};

} // namespace weft
#endif
