// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/pool/group_ranges.h"

#include <algorithm>
#include <bit>

namespace weft {

uint64_t GroupRanges::Range::left() const {
  const uint64_t at = next.load(std::memory_order_relaxed);
  return at < end ? end - at : 0;
}

void GroupRanges::reserve(unsigned wanted) {
  wanted = std::min(wanted, most);
  if (wanted <= reserved)
    return;
  ranges = std::make_unique<Range[]>(wanted);
  reserved = wanted;
}

void GroupRanges::set(uint64_t groups, uint64_t new_chunk, unsigned new_count) {
  reserve(new_count);
  count = new_count;
  chunk = new_chunk;
  assigned = 0;
  // Whole chunks. The shortest launches are the most frequent ones: no division for them.
  const uint64_t chunks = count == 1 ? 0 : (groups - 1) / chunk + 1;
  const uint64_t each = count == 1 ? 0 : chunks / count;
  const uint64_t longer = chunks - each * count; // ranges with one chunk more
  uint64_t first = 0;
  for (unsigned i = 0; i < count; ++i) {
    ranges[i].next.store(first, std::memory_order_relaxed);
    first = i + 1 == count ? groups : first + (each + (i < longer)) * chunk;
    ranges[i].end = first;
  }
}

unsigned GroupRanges::assign(unsigned preferred) {
  const uint64_t all = count == 64 ? ~uint64_t(0) : (uint64_t(1) << count) - 1;
  const uint64_t free = all & ~assigned;
  unsigned chosen = preferred < count ? preferred : preferred % count;
  if (free && !(free >> chosen & 1))
    chosen = unsigned(std::countr_zero(free));
  assigned |= uint64_t(1) << chosen;
  return chosen;
}

GroupChunk GroupRanges::claim(unsigned own) {
  for (unsigned i = own;;) {
    Range &range = ranges[i];
    // Looked at first, so that nobody writes to a range that is through.
    if (range.left()) {
      const uint64_t first = range.next.fetch_add(chunk, std::memory_order_relaxed);
      if (first < range.end)
        return {first, std::min(first + chunk, range.end)};
    }
    if (++i == count)
      i = 0;
    if (i == own)
      return {};
  }
}

GroupChunk GroupRanges::claimAll() {
  const uint64_t end = ranges[0].end;
  ranges[0].next.store(end, std::memory_order_relaxed);
  return {0, end};
}

void GroupRanges::drop() {
  for (unsigned i = 0; i < count; ++i)
    ranges[i].next.store(ranges[i].end, std::memory_order_relaxed);
}

uint64_t GroupRanges::left() const {
  uint64_t sum = 0;
  for (unsigned i = 0; i < count; ++i)
    sum += ranges[i].left();
  return sum;
}

} // namespace weft
