// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/launch/word_locks.h"

#include "support/pause.h"

#include <thread>

namespace weft {

std::array<WordLocks::Lock, size_t(1) << WordLocks::Bits> WordLocks::all = {};

bool WordLocks::tryHold(const uint64_t *shadow, const RaceWords &words) {
  constexpr unsigned MostTries = 4;
  for (unsigned tries = 0; tries < MostTries; ++tries) {
    const std::optional<size_t> busy = takeUpToBusy(shadow, words);
    if (!busy)
      return true;
    release();
    await(*busy);
  }
  return false;
}

std::optional<size_t> WordLocks::takeUpToBusy(const uint64_t *shadow, const RaceWords &words) {
  release();
  for (unsigned i = 0; i < words.count; ++i) {
    const size_t number = numberOf(shadow + words.at[i]);
    if (all[number].holder.load(std::memory_order_relaxed) != this && !tryTake(number))
      return number;
  }
  return std::nullopt;
}

void WordLocks::await(size_t number) {
  constexpr unsigned MostPauses = 100; // then whoever holds it does not run
  for (unsigned tries = 0; all[number].holder.load(std::memory_order_relaxed); ++tries)
    tries < MostPauses ? pause() : std::this_thread::yield();
}

} // namespace weft
