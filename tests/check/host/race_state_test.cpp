// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state of a granule against all of its history: random launches of a few groups, whose
// work-items access one granule between barriers, in any order that barriers allow.
#include "check/race_state.h"

#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace weft::check::test {
namespace {

struct Event {
  RaceAccess access;
  uint64_t group;
};

bool areRacing(const Event &a, const Event &b) {
  if (!(conflictsOf(a.access.operation) & b.access.operation) &&
      !(conflictsOf(b.access.operation) & a.access.operation))
    return false;
  return a.group != b.group ||
         (a.access.segment == b.access.segment && a.access.item != b.access.item);
}

class History {
public:
  explicit History(unsigned seed) : random(seed) {}

  // Segments of each group only grow, as they do where its work-items meet at barriers.
  std::vector<Event> make(const RaceLaunch &launch, unsigned groups, bool has_atomic_reads) {
    std::vector<uint64_t> segments;
    for (unsigned g = 0; g < groups; ++g)
      segments.push_back(launch.base + (uint64_t(g) << launch.segment_bits));
    const uint32_t kinds = below(4);
    std::vector<Event> events;
    for (unsigned i = 0, count = 2 + below(7); i < count; ++i) {
      const unsigned group = below(groups);
      if (below(3) == 0)
        ++segments[group];
      constexpr uint32_t operations[] = {WEFT_RACE_READ, WEFT_RACE_ATOMIC, WEFT_RACE_WRITE,
                                         WEFT_RACE_ATOMIC_READ};
      // Mostly of one kind, so that some histories are long without a race.
      uint32_t operation = operations[below(3) ? kinds % 3 : below(has_atomic_reads ? 4 : 3)];
      events.push_back({{segments[group], below(3), i, operation}, group});
    }
    return events;
  }

private:
  uint32_t below(uint32_t end) { return uint32_t(random() % end); }
  std::mt19937 random;
};

constexpr RaceLaunch Global{100, 4, false};

TEST(RaceState, FindsTheFirstRaceAndNothingElse) {
  unsigned racing = 0, right = 0;
  for (unsigned seed = 0; seed < 200000; ++seed) {
    const std::vector<Event> events = History(seed).make(Global, 1 + seed % 3, false);
    uint64_t word = 0;
    bool has_raced = false;
    for (size_t i = 0; i < events.size() && !has_raced; ++i) {
      bool is_race = false;
      for (size_t earlier = 0; earlier < i; ++earlier)
        is_race |= areRacing(events[earlier], events[i]);
      const RaceStep step = raceStep(word, events[i].access, Global);
      ASSERT_EQ(step.against != 0, is_race) << "seed " << seed << ", access " << i;
      word = step.word;
      has_raced = is_race;
    }
    ++(has_raced ? racing : right);
  }
  EXPECT_GT(racing, 10000u);
  EXPECT_GT(right, 10000u);
}

// Atomic reads and writes by others race, in either order, also behind further atomic reads.
TEST(RaceState, FindsAWriteBehindAtomicReads) {
  for (bool is_local : {false, true}) {
    const RaceLaunch launch{100, 4, is_local};
    for (unsigned readers = 1; readers < 4; ++readers) {
      uint64_t word = 0;
      for (unsigned item = 0; item < readers; ++item) {
        const RaceStep step = raceStep(word, {105, item, 7, WEFT_RACE_ATOMIC_READ}, launch);
        EXPECT_EQ(step.against, 0u);
        word = step.word;
      }
      const RaceStep write = raceStep(word, {105, 8, 8, WEFT_RACE_WRITE}, launch);
      EXPECT_EQ(write.against, uint32_t(WEFT_RACE_ATOMIC_READ));
      EXPECT_EQ(raceStep(write.word, {105, 9, 9, WEFT_RACE_ATOMIC_READ}, launch).against,
                uint32_t(WEFT_RACE_WRITE));
    }
  }
}

// After a race the word has forgotten some of the past, and of atomic reads beside others; but what
// is reported is always so, and of whom.
TEST(RaceState, ReportsOnlyWhatIsSo) {
  unsigned reports = 0;
  for (unsigned seed = 0; seed < 200000; ++seed) {
    const std::vector<Event> events = History(seed).make(Global, 1 + seed % 3, true);
    uint64_t word = 0;
    for (size_t i = 0; i < events.size(); ++i) {
      const RaceStep step = raceStep(word, events[i].access, Global);
      if (step.against) {
        ++reports;
        bool is_race = false, is_of_whom = false;
        for (size_t earlier = 0; earlier < i; ++earlier) {
          const Event &other = events[earlier];
          if (!areRacing(other, events[i]))
            continue;
          is_race = true;
          is_of_whom |=
              Global.groupOf(segmentOf(word)) == other.group && itemOf(word) == other.access.item;
        }
        // Who did what before the last barrier is not kept.
        const bool is_known =
            nowOf(word) & step.against && !(word & (RaceManyItems | RaceManyGroups));
        ASSERT_TRUE(is_race && (is_of_whom || !is_known)) << "seed " << seed << ", access " << i;
      }
      word = step.word;
    }
  }
  EXPECT_GT(reports, 10000u);
}

TEST(RaceState, WhatAnEarlierLaunchHasDoneIsNothing) {
  const RaceAccess write{Global.base, 1, 7, WEFT_RACE_WRITE};
  const uint64_t word = raceStep(0, write, Global).word;
  const RaceLaunch next{Global.base + 32, 4, false};
  const RaceStep step = raceStep(word, {next.base, 2, 8, WEFT_RACE_READ}, next);
  EXPECT_EQ(step.against, 0u);
  EXPECT_EQ(segmentOf(step.word), next.base);
  EXPECT_EQ(itemOf(step.word), 2u);
}

TEST(RaceState, OfLocalMemoryEverySegmentIsAnotherGroupsOrBehindABarrier) {
  const RaceLaunch local{100, 4, true};
  const uint64_t word = raceStep(0, {105, 1, 7, WEFT_RACE_WRITE}, local).word;
  EXPECT_EQ(raceStep(word, {105, 2, 8, WEFT_RACE_READ}, local).against, uint32_t(WEFT_RACE_WRITE));
  EXPECT_EQ(raceStep(word, {106, 2, 8, WEFT_RACE_READ}, local).against, 0u);
  EXPECT_EQ(raceStep(word, {120, 2, 8, WEFT_RACE_WRITE}, local).against, 0u);
}

TEST(RaceState, KeepsThePlaceOfTheWrite) {
  uint64_t word = raceStep(0, {100, 1, 7, WEFT_RACE_READ}, Global).word;
  word = raceStep(word, {100, 1, 8, WEFT_RACE_WRITE}, Global).word;
  word = raceStep(word, {100, 1, 9, WEFT_RACE_READ}, Global).word;
  EXPECT_EQ(word & RaceSite, 8u);
}

} // namespace
} // namespace weft::check::test
