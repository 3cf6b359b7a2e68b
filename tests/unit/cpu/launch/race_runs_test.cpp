// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Words that are changed side by side become what they become one by one.
#include "cpu/launch/race_runs.h"

#include <gtest/gtest.h>
#include <random>
#include <vector>

using namespace weft;

namespace {

// Words with the histories that a few accesses of work-items of a few groups leave.
class Histories {
public:
  explicit Histories(bool is_local) : launch{1000, 3, is_local} {}

  check::RaceAccess access(uint64_t groups) {
    static constexpr uint32_t operations[] = {WEFT_RACE_READ, WEFT_RACE_READ, WEFT_RACE_WRITE,
                                              WEFT_RACE_ATOMIC};
    return {launch.base + (below(groups) << launch.segment_bits) + below(3), below(6), below(5),
            operations[below(4)]};
  }
  uint64_t word() {
    uint64_t word = below(3) ? 0 : (launch.base - 5) << WEFT_RACE_SEGMENT_SHIFT | below(1 << 17);
    const uint64_t groups = 1 + below(3);
    for (uint64_t i = below(5); i > 0; --i)
      word = check::raceStep(word, access(groups), launch).word;
    return word;
  }
  uint64_t below(uint64_t bound) { return random() % bound; }

  const check::RaceLaunch launch;

private:
  std::mt19937_64 random{7};
};

void compare(bool is_local) {
  Histories histories(is_local);
  unsigned kept = 0, raced = 0;
  for (unsigned trial = 0; trial < 200000; ++trial) {
    const auto shift = unsigned(histories.below(3));
    const auto items = unsigned(1 + histories.below(histories.below(2) ? 3 : 16));
    const RaceRun run{histories.access(3), shift, items << shift};
    std::vector<uint64_t> words(run.count);
    // Mostly alike, so that none of them races.
    const uint64_t usual = histories.word();
    for (uint64_t &word : words)
      word = histories.below(4) ? usual : histories.word();
    std::vector<uint64_t> one_by_one = words, together = words;
    bool races = false;
    for (unsigned i = 0; i < run.count; ++i) {
      check::RaceAccess access = run.access;
      access.item += i >> shift;
      const check::RaceStep step = check::raceStep(words[i], access, histories.launch);
      one_by_one[i] = step.word;
      races |= step.against != 0;
    }
    const bool is_done = stepRun(together.data(), run, histories.launch);
    ASSERT_EQ(is_done, !races);
    ASSERT_EQ(together, races ? words : one_by_one);
    ++(races ? raced : kept);
  }
  EXPECT_GT(kept, 1000u);
  EXPECT_GT(raced, 1000u);
}

} // namespace

TEST(RaceRuns, OfLocalMemoryAreStepsOfEachWord) { compare(true); }
TEST(RaceRuns, OfGlobalMemoryAreStepsOfEachWord) { compare(false); }
