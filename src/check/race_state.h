// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a shadow word remembers of a granule of memory, and what an access makes of it: a state
// machine in the manner of HiRace (Jacobson, Burtscher, Gopalakrishnan, arXiv 2401.04701), which
// needs no more than one word for a history of any length. As long as nothing has raced,
//
//   either one work-item has done all of it since the last barrier of its group, and one group all
//   of it before, or what several have done, work-items of the group since the barrier or groups,
//   is all of one class: reads, atomic operations, or atomic reads.
//
// Atomic reads go with the others of these: where another work-item, or group, does what is of
// another class, they are forgotten. So a write that comes later still may not be found to race
// with them; all else is found.
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
    return WEFT_RACE_READ | WEFT_RACE_WRITE | WEFT_RACE_ATOMIC | WEFT_RACE_ATOMIC_READ;
  case WEFT_RACE_ATOMIC:
    return WEFT_RACE_READ | WEFT_RACE_WRITE;
  default:
    return WEFT_RACE_WRITE;
  }
}

inline uint64_t wordOf(const RaceAccess &access, uint64_t bits = 0) {
  return access.segment << WEFT_RACE_SEGMENT_SHIFT | access.item << WEFT_RACE_ITEM_SHIFT |
         uint64_t(access.operation) << RaceNowShift | bits | access.site;
}

// The transitions of a word, for the accesses of a site between the same barriers: without
// branches, so that words that follow each other are stepped side by side
// (cpu/launch/race_words.cpp).
template <bool IsLocal> class RaceTransitions {
public:
  // What the access has made of a word, if it does not race; and what it races with, as in RaceNow.
  struct Result {
    uint64_t word, against;
  };

  RaceTransitions(const RaceAccess &access, const RaceLaunch &launch)
      : own(wordOf(access)), segment(access.segment), site(access.site),
        operation(uint64_t(access.operation) << RaceNowShift),
        yields(access.operation == WEFT_RACE_ATOMIC_READ),
        conflicts(uint64_t(conflictsOf(access.operation)) << RaceNowShift),
        keeps_site(sitesKeptBy(access.operation) << RaceNowShift),
        least(launch.base << WEFT_RACE_SEGMENT_SHIFT),
        group_begin((launch.base + (launch.groupOf(segment) << launch.segment_bits))
                    << WEFT_RACE_SEGMENT_SHIFT),
        group_span((uint64_t(1) << launch.segment_bits) << WEFT_RACE_SEGMENT_SHIFT) {}

  // What the work-item that is `item` behind the access's makes of a word that nobody has used.
  uint64_t wordOfItem(uint64_t item) const { return own + (item << WEFT_RACE_ITEM_SHIFT); }

  Result step(uint64_t word, uint64_t mine) const {
    const uint64_t now = word & RaceNow, former = word & RaceBefore;
    const bool is_of_segment = isOfSegment(word);
    const bool is_of_item = ((word ^ mine) & RaceItemMask) == 0;
    const bool has_many = word & RaceManyItems;
    // Between the same barriers.
    const uint64_t by_item =
        now & keeps_site ? word | operation : ((word | operation) & ~RaceSite) | site;
    const bool has_same = now & operation;
    const uint64_t by_another = isKeptWith(now) ? word
                                : isAlike(now)  ? mine | former | RaceManyItems
                                                : mine | former;
    const uint64_t by_one_more = has_same || yields ? word : mine | former;
    uint64_t changed = has_many ? by_one_more : is_of_item ? by_item : by_another;
    uint64_t against = !has_many && is_of_item ? 0 : now & conflicts;
    if (IsLocal)
      return {is_of_segment ? changed : mine, is_of_segment ? against : 0};
    const uint64_t all = now | former >> (RaceBeforeShift - RaceNowShift);
    const bool is_of_group = word - group_begin < group_span;
    const bool has_groups = word & RaceManyGroups;
    changed = is_of_segment ? changed : mine | all << (RaceBeforeShift - RaceNowShift);
    against = is_of_segment ? against : 0;
    const uint64_t by_another_group = isKeptWith(all) ? word
                                      : isAlike(all)  ? mine | RaceManyGroups
                                                      : mine;
    changed = is_of_group ? changed : by_another_group;
    against = is_of_group ? against : all & conflicts;
    changed = has_groups ? has_same || yields ? word : mine : changed;
    against = has_groups ? all & conflicts : against;
    const bool is_old = word < least;
    return {is_old ? mine : changed, is_old ? 0 : against};
  }

  // What is kept after a race: the later access, and what was done before the last barrier.
  uint64_t afterRace(uint64_t word, uint64_t mine) const {
    return isOfSegment(word) && !(word & RaceManyGroups) ? mine | (word & RaceBefore) : mine;
  }

private:
  // What others have done, which does not conflict: whether the access is forgotten beside it; and
  // if not, whether that is of its class.
  bool isKeptWith(uint64_t done) const { return yields && done != operation; }
  bool isAlike(uint64_t done) const { return done & operation; }
  bool isOfSegment(uint64_t word) const { return word >> WEFT_RACE_SEGMENT_SHIFT == segment; }
  // Of all that a work-item has done, the site of a write is kept, else that of an atomic
  // operation.
  static uint64_t sitesKeptBy(uint32_t operation) {
    return operation == WEFT_RACE_WRITE    ? WEFT_RACE_WRITE
           : operation == WEFT_RACE_ATOMIC ? WEFT_RACE_WRITE | WEFT_RACE_ATOMIC
                                           : WEFT_RACE_NOW >> WEFT_RACE_NOW_SHIFT;
  }

  const uint64_t own, segment, site, operation;
  const bool yields; // an atomic read
  const uint64_t conflicts;
  const uint64_t keeps_site; // former operations that leave the site as it is
  // The least words of the launch and of the group, and how far those of the group reach.
  const uint64_t least, group_begin, group_span;
};

inline RaceStep raceStep(uint64_t word, const RaceAccess &access, const RaceLaunch &launch) {
  const auto of = [&](const auto &transitions) -> RaceStep {
    const uint64_t mine = transitions.wordOfItem(0);
    const auto [changed, against] = transitions.step(word, mine);
    return {against ? transitions.afterRace(word, mine) : changed,
            uint32_t(against >> RaceNowShift)};
  };
  return launch.is_local ? of(RaceTransitions<true>(access, launch))
                         : of(RaceTransitions<false>(access, launch));
}

} // namespace weft::check
#endif
