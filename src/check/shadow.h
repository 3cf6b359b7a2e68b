// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory for shadow words, and for what was written where they say that something was. It comes
// zeroed from the system where it is first touched, and is kept
// for later launches as it was left: their segments have higher numbers, so that what former ones
// have written counts as nothing.
#ifndef WEFT_CHECK_SHADOW_H
#define WEFT_CHECK_SHADOW_H

#include <cstddef>
#include <cstdint>
#include <memory>

namespace weft::check {

class Shadow {
public:
  // Room for a word for each byte of `bytes`; null if the system has none.
  static std::unique_ptr<Shadow> create(uint64_t bytes);
  ~Shadow();
  Shadow(const Shadow &) = delete;
  Shadow &operator=(const Shadow &) = delete;

  uint64_t *words() const { return first; }
  // As many, of the words that begin at `words`: the value that the last write has.
  static uint64_t *valuesOf(uint64_t *words) { return words + words[CountAt]; }
  uint64_t capacity() const { return count; } // words
  // From which segment on nothing has been written.
  uint64_t nextSegment() const { return next; }
  void useSegmentsUpTo(uint64_t end) { next = end; }
  void clear();

private:
  // Before the words, in a page of its own, stands how many they are: who has them has the values.
  static constexpr ptrdiff_t CountAt = -1;

  Shadow(uint64_t *first, uint64_t count) : first(first), count(count) {}
  uint64_t *const first;
  const uint64_t count;
  uint64_t next = 1; // a word of zeros is of no launch
};

// One that nobody else has until it is given back; null if the system has none.
std::unique_ptr<Shadow> borrowShadow(uint64_t bytes);
void giveBack(std::unique_ptr<Shadow> shadow);

// `count` segments that no word has, for whoever has all of `shadows`: the first of them. Not more
// than WEFT_RACE_SEGMENTS / 2.
uint64_t takeSegments(uint64_t count, std::unique_ptr<Shadow> *shadows, size_t how_many);

} // namespace weft::check
#endif
