// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"

#include <atomic>
#include <cstring>

namespace weft::perf {

static constexpr uint32_t Places = 64;
using Bytes = char __attribute__((ext_vector_type(Places)));
using Flags = bool __attribute__((ext_vector_type(Places)));

static inline uint64_t equalAt(const char *text, char wanted) {
  Bytes bytes;
  std::memcpy(&bytes, text, sizeof(bytes));
  Flags equal = __builtin_convertvector(bytes == wanted, Flags);
  uint64_t bits;
  std::memcpy(&bits, &equal, sizeof(bits));
  return bits;
}

static bool matches(const char *text, const char *pattern, uint32_t size) {
  for (uint32_t i = 0; i < size; ++i)
    if (text[i] != pattern[i])
      return false;
  return true;
}

uint32_t stringSearchBaseline(const char *text, uint32_t length, const char *pattern, uint32_t size,
                              uint32_t *found, uint32_t most) {
  std::atomic<uint32_t> count = 0;
  uint32_t last = length - size; // The last place where the pattern has room.
  auto add = [&](uint32_t at) {
    uint32_t slot = count.fetch_add(1);
    if (slot < most)
      found[slot] = at;
  };
#pragma omp parallel for schedule(static)
  for (uint32_t at = 0; at <= last; at += Places) {
    if (at + Places + size > length) {
      for (uint32_t i = at; i <= last; ++i)
        if (matches(text + i, pattern, size))
          add(i);
      continue;
    }
    uint64_t live = ~uint64_t{0};
    for (uint32_t i = 0; i < size && live; ++i)
      live &= equalAt(text + at + i, pattern[i]);
    for (; live; live &= live - 1)
      add(at + uint32_t(__builtin_ctzll(live)));
  }
  return count;
}

} // namespace weft::perf
