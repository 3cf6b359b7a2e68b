// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Words that are changed side by side become what they become one by one.
#include "cpu/launch/race_words.h"

#include <array>
#include <gtest/gtest.h>
#include <random>
#include <set>
#include <vector>

using namespace weft;

namespace {

// Words with the histories that a few accesses of work-items of a few groups leave.
class Histories {
public:
  explicit Histories(bool is_local) : launch{1000, 3, is_local} {}

  check::RaceAccess access(uint64_t groups) {
    static constexpr uint32_t operations[] = {WEFT_RACE_READ, WEFT_RACE_READ, WEFT_RACE_WRITE,
                                              WEFT_RACE_ATOMIC, WEFT_RACE_ATOMIC_READ};
    return {launch.base + (below(groups) << launch.segment_bits) + below(3), below(6), below(5),
            operations[below(5)]};
  }
  uint64_t word() {
    uint64_t word =
        below(3) ? 0
                 : (launch.base - 5) << WEFT_RACE_SEGMENT_SHIFT | below(1 << WEFT_RACE_ITEM_SHIFT);
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
  constexpr uint64_t Begin = 4096;
  std::vector<uint64_t> before(2048);
  unsigned kept = 0, raced = 0;
  for (unsigned trial = 0; trial < 100000; ++trial) {
    const auto granules = unsigned(1 + histories.below(4));
    const auto lanes = unsigned(1 + histories.below(histories.below(2) ? 3 : 16));
    const check::RaceAccess access = histories.access(3);
    // Words that adjoin, that are apart, or anywhere.
    const uint64_t form = histories.below(3);
    std::array<uint64_t, 16> addresses;
    std::set<uint64_t> touched;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      const uint64_t word = form == 0 ? lane * granules : histories.below(form == 1 ? 2000 : 40);
      addresses[lane] = Begin + 4 * word;
      for (unsigned i = 0; i < granules; ++i)
        touched.insert(word + i);
    }
    const weft_race_lanes all{0, Begin, access.segment,   granules * 4, 0,      0, access.item,
                              0, 0,     addresses.data(), nullptr,      nullptr};
    RaceWords words;
    collectWords(words, all, {(1u << lanes) - 1, 2, granules, false});
    ASSERT_EQ(words.count, lanes * granules);
    ASSERT_EQ(words.least, *touched.begin());
    ASSERT_EQ(words.greatest, *touched.rbegin());
    ASSERT_EQ(words.are_apart, touched.size() == words.count);
    if (!words.are_apart)
      continue;
    // Mostly alike, so that none of them races.
    const uint64_t usual = histories.word();
    for (uint64_t word : touched)
      before[word] = histories.below(4) ? usual : histories.word();
    std::vector<uint64_t> one_by_one = before, together = before;
    bool races = false;
    for (unsigned i = 0; i < words.count; ++i) {
      check::RaceAccess of_lane = access;
      of_lane.item += i / granules;
      uint64_t &word = one_by_one[(addresses[i / granules] - Begin) / 4 + i % granules];
      const check::RaceStep step = check::raceStep(word, of_lane, histories.launch);
      word = step.word;
      races |= step.against != 0;
    }
    const bool is_done = stepWords(words, together.data(), nullptr, access, histories.launch);
    ASSERT_EQ(is_done, !races);
    ASSERT_EQ(together, races ? before : one_by_one);
    ++(races ? raced : kept);
  }
  EXPECT_GT(kept, 1000u);
  EXPECT_GT(raced, 1000u);
}

} // namespace

TEST(RaceWords, OfLocalMemoryAreStepsOfEachWord) { compare(true); }
TEST(RaceWords, OfGlobalMemoryAreStepsOfEachWord) { compare(false); }
