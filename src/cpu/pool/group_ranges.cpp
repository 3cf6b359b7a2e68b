// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/pool/group_ranges.h"

#include <algorithm>
#include <bit>

namespace weft {

static uint64_t bit(unsigned index) { return uint64_t(1) << index; }

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

void GroupRanges::set(uint64_t groups, uint64_t new_chunk, unsigned new_count, bool by_halves) {
  reserve(new_count);
  count = new_count;
  chunk = new_chunk;
  halves = by_halves;
  assigned = 0;
  // Whole chunks. The shortest launches are the most frequent ones: no division for them.
  const uint64_t chunks = count == 1 ? 0 : (groups - 1) / chunk + 1;
  const uint64_t each = count == 1 ? 0 : chunks / count;
  const uint64_t longer = chunks - each * count; // ranges with one chunk more
  uint64_t first = 0;
  for (unsigned i = 0; i < count; ++i) {
    ranges[i].next.store(first, std::memory_order_relaxed);
    ranges[i].begin = first;
    first = i + 1 == count ? groups : first + (each + (i < longer)) * chunk;
    ranges[i].end = first;
  }
  const uint64_t all = count == most ? ~uint64_t(0) : bit(count) - 1;
  open.store(groups ? all : 0, std::memory_order_relaxed);
}

unsigned GroupRanges::assign(unsigned preferred) {
  const uint64_t all = count == most ? ~uint64_t(0) : bit(count) - 1;
  const uint64_t free = all & ~assigned;
  unsigned chosen = preferred < count ? preferred : preferred % count;
  if (free && !(free & bit(chosen)))
    chosen = unsigned(std::countr_zero(free));
  assigned |= bit(chosen);
  return chosen;
}

void GroupRanges::assignTeam(unsigned team, unsigned but) {
  assigned = team == most ? ~uint64_t(0) : bit(team) - 1;
  if (but < team)
    assigned &= ~bit(but);
}

// `wanted` groups; 0: half of what is left, but a chunk at least.
bool GroupRanges::claimFrom(unsigned index, uint64_t wanted, GroupChunk &claimed) {
  Range &range = ranges[index];
  // Looked at first, so that nobody writes to a range that is through.
  const uint64_t left = range.left();
  if (!left)
    return false;
  if (!wanted)
    wanted = std::max(chunk, left / 2);
  const uint64_t first = range.next.fetch_add(wanted, std::memory_order_relaxed);
  if (first >= range.end)
    return false;
  claimed.first = first;
  claimed.end = std::min(first + wanted, range.end);
  claimed.first_of_range = first == range.begin ? int(index) : -1;
  if (claimed.end == range.end)
    claimed.last = open.fetch_and(~bit(index), std::memory_order_relaxed) == bit(index);
  return true;
}

GroupChunk GroupRanges::claim(unsigned own) {
  GroupChunk claimed;
  if (claimFrom(own, halves ? 0 : chunk, claimed)) {
    claimed.first_of_range = -1;
    return claimed;
  }
  // Those after the own range first, so that threads that help spread.
  uint64_t others = open.load(std::memory_order_relaxed) & ~bit(own);
  while (others) {
    const uint64_t after = others & ~((bit(own) << 1) - 1);
    const unsigned index = unsigned(std::countr_zero(after ? after : others));
    if (claimFrom(index, chunk, claimed))
      return claimed;
    others &= ~bit(index);
  }
  return {};
}

GroupChunk GroupRanges::claimRest(unsigned own) {
  GroupChunk claimed;
  if (const uint64_t left = ranges[own].left(); left && claimFrom(own, left, claimed))
    claimed.first_of_range = -1;
  return claimed;
}

GroupChunk GroupRanges::claimAll() {
  const uint64_t end = ranges[0].end;
  ranges[0].next.store(end, std::memory_order_relaxed);
  open.store(0, std::memory_order_relaxed);
  return {0, end, /*last=*/true};
}

void GroupRanges::drop() {
  for (unsigned i = 0; i < count; ++i)
    ranges[i].next.store(ranges[i].end, std::memory_order_relaxed);
  open.store(0, std::memory_order_relaxed);
}

uint64_t GroupRanges::left() const {
  uint64_t sum = 0;
  for (uint64_t some = open.load(std::memory_order_relaxed); some; some &= some - 1)
    sum += ranges[std::countr_zero(some)].left();
  return sum;
}

} // namespace weft
