// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Deterministic numbers (SplitMix64).
#ifndef WEFT_TESTS_FUZZ_RANDOM_H
#define WEFT_TESTS_FUZZ_RANDOM_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace weft::fuzz {

class Random {
public:
  // Mixed twice: a seed that steps as the state does would give the stream of the one before.
  explicit Random(uint64_t seed) : state(mixed(mixed(seed + 1) ^ 0x7f4a7c15u)) {}
  uint64_t next() { return mixed(state += 0x9e3779b97f4a7c15u); }
  // In [0, count).
  unsigned below(size_t count) { return unsigned(next() % count); }
  // True `percent` times in a hundred.
  bool chance(unsigned percent) { return below(100) < percent; }
  template <typename T, size_t N> const T &of(const T (&list)[N]) { return list[below(N)]; }
  template <typename T> const T &of(const std::vector<T> &list) { return list[below(list.size())]; }

private:
  static uint64_t mixed(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  uint64_t state;
};

} // namespace weft::fuzz
#endif
