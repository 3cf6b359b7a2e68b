// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a shadow word remembers of a granule of memory, and what an access makes of it: a state
// machine in the manner of HiRace (Jacobson, Burtscher, Gopalakrishnan, arXiv 2401.04701), which
// needs no more than one word for a history of any length. As long as nothing has raced,
//
//   either one work-item has done all of it since the last barrier of its group, and one group all
//   of it before, or what several have done, work-items of the group since the barrier or groups,
//   is all of one class: reads, or atomic operations.
//
// So who made a conflicting access is known, but for one of many readers, of whom the second is
// kept. Nothing is reported that is not so: an access is only taken for unordered with a former one
// of the same launch if it is by another group, or by another work-item of the same group between
// the same barriers.
#ifndef WEFT_CHECK_RACE_STATE_H
#define WEFT_CHECK_RACE_STATE_H

#include <cstdint>
#include <weft/check_abi.h>

namespace weft::check {

// Parts of a word. Of many work-items, or groups, it has the second.
constexpr uint64_t RaceSite = WEFT_RACE_SITES - 1;
constexpr uint64_t RaceNow = WEFT_RACE_NOW, RaceBefore = WEFT_RACE_BEFORE;
constexpr uint64_t RaceManyItems = WEFT_RACE_MANY_ITEMS, RaceManyGroups = WEFT_RACE_MANY_GROUPS;
constexpr unsigned RaceNowShift = WEFT_RACE_NOW_SHIFT, RaceBeforeShift = WEFT_RACE_BEFORE_SHIFT;
constexpr uint64_t RaceItemMask = uint64_t(4095) << WEFT_RACE_ITEM_SHIFT;

// An access by one work-item to one granule.
struct RaceAccess {
  uint64_t segment;
  uint64_t item;
  uint64_t site; // < WEFT_RACE_SITES
  uint32_t operation;
};

// What is the same for all accesses of a launch to a kind of memory.
struct RaceLaunch {
  uint64_t base;         // its first segment; of local memory: any other segment is another group
  uint64_t segment_bits; // see check_abi.h
  bool is_local;

  uint64_t groupOf(uint64_t segment) const { return (segment - base) >> segment_bits; }
};

struct RaceStep {
  uint64_t word;    // the state from now on
  uint32_t against; // operations of others that the access races with; 0: none
};

inline uint64_t segmentOf(uint64_t word) { return word >> WEFT_RACE_SEGMENT_SHIFT; }
inline uint64_t itemOf(uint64_t word) { return (word & RaceItemMask) >> WEFT_RACE_ITEM_SHIFT; }
inline uint32_t nowOf(uint64_t word) { return uint32_t(word & RaceNow) >> RaceNowShift; }
inline uint32_t beforeOf(uint64_t word) { return uint32_t(word & RaceBefore) >> RaceBeforeShift; }

// What an operation must not meet unordered.
inline uint32_t conflictsOf(uint32_t operation) {
  switch (operation) {
  case WEFT_RACE_READ:
    return WEFT_RACE_WRITE | WEFT_RACE_ATOMIC;
  case WEFT_RACE_WRITE:
    return WEFT_RACE_READ | WEFT_RACE_WRITE | WEFT_RACE_ATOMIC;
  case WEFT_RACE_ATOMIC:
    return WEFT_RACE_READ | WEFT_RACE_WRITE;
  default:
    return WEFT_RACE_WRITE;
  }
}

inline uint64_t wordOf(const RaceAccess &access, uint64_t bits = 0) {
  return access.segment << WEFT_RACE_SEGMENT_SHIFT | access.item << WEFT_RACE_ITEM_SHIFT |
         uint64_t(access.operation & 7) << RaceNowShift | bits | access.site;
}

// Of all that a work-item has done, which site is kept: that of a write, else of an atomic
// operation.
inline bool isStronger(uint32_t operation, uint32_t than) {
  if (than & WEFT_RACE_WRITE)
    return false;
  return operation == WEFT_RACE_WRITE || (operation == WEFT_RACE_ATOMIC && than == WEFT_RACE_READ);
}

inline RaceStep raceStep(uint64_t word, const RaceAccess &access, const RaceLaunch &launch) {
  const uint32_t conflicts = conflictsOf(access.operation);
  const bool is_kept = access.operation & 7;
  const uint64_t segment = segmentOf(word);
  if (launch.is_local ? segment != access.segment : segment < launch.base)
    return {is_kept ? wordOf(access) : word, 0};
  const uint32_t now = nowOf(word), all = now | beforeOf(word);
  const auto keep = [&](uint64_t changed, uint32_t against) {
    return RaceStep{against || is_kept ? changed : word, against};
  };
  if (word & RaceManyGroups) {
    if (all & conflicts)
      return keep(is_kept ? wordOf(access) : word, all & conflicts);
    return {word, 0};
  }
  if (!launch.is_local && launch.groupOf(segment) != launch.groupOf(access.segment)) {
    if (all & conflicts)
      return keep(is_kept ? wordOf(access) : word, all & conflicts);
    return keep(wordOf(access, RaceManyGroups), 0);
  }
  if (segment != access.segment)
    return keep(wordOf(access, uint64_t(all) << RaceBeforeShift), 0);
  if (word & RaceManyItems) {
    if (now & conflicts)
      return keep(is_kept ? wordOf(access, word & RaceBefore) : word, now & conflicts);
    return {word, 0};
  }
  if (itemOf(word) == access.item) {
    uint64_t changed = word | uint64_t(access.operation & 7) << RaceNowShift;
    if (isStronger(access.operation, now))
      changed = (changed & ~RaceSite) | access.site;
    return keep(changed, 0);
  }
  if (now & conflicts)
    return keep(is_kept ? wordOf(access, word & RaceBefore) : word, now & conflicts);
  return keep(wordOf(access, (word & RaceBefore) | RaceManyItems), 0);
}

} // namespace weft::check
#endif
