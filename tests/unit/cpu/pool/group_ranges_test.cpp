// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which groups of a launch a thread gets.
#include "cpu/pool/group_ranges.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

using namespace weft;

TEST(GroupRanges, AThreadGetsTheRangeItHadBefore) {
  GroupRanges ranges;
  for (int launch = 0; launch < 3; ++launch) {
    ranges.set(1000, 10, 4);
    const unsigned own = ranges.assign(2);
    EXPECT_EQ(own, 2u);
    EXPECT_EQ(ranges.claim(own).first, 500u);
    EXPECT_EQ(ranges.claim(own).first, 510u);
  }
}

TEST(GroupRanges, WhoComesLateGetsARangeThatNobodyHas) {
  GroupRanges ranges;
  ranges.set(1000, 10, 3);
  EXPECT_EQ(ranges.assign(1), 1u);
  EXPECT_EQ(ranges.assign(1), 0u);
  EXPECT_EQ(ranges.assign(1), 2u);
  EXPECT_EQ(ranges.assign(1), 1u); // all have somebody
  EXPECT_LT(ranges.assign(17), 3u);
}

TEST(GroupRanges, WhoIsThroughHelpsTheOthers) {
  GroupRanges ranges;
  ranges.set(100, 10, 2);
  std::vector<uint64_t> firsts;
  for (GroupChunk chunk; !(chunk = ranges.claim(1)).empty();)
    firsts.push_back(chunk.first);
  EXPECT_EQ(firsts, (std::vector<uint64_t>{50, 60, 70, 80, 90, 0, 10, 20, 30, 40}));
  EXPECT_TRUE(ranges.exhausted());
}

TEST(GroupRanges, ClaimsOfTheOwnRangeHalve) {
  GroupRanges ranges;
  ranges.set(160, 10, 2, /*halves=*/true);
  std::vector<uint64_t> sizes;
  for (int i = 0; i < 4; ++i) {
    const GroupChunk chunk = ranges.claim(1);
    EXPECT_EQ(chunk.first_of_range, -1);
    sizes.push_back(chunk.end - chunk.first);
  }
  EXPECT_EQ(sizes, (std::vector<uint64_t>{40, 20, 10, 10}));
  const GroupChunk helped = ranges.claim(1);
  EXPECT_EQ(helped.end - helped.first, 10u); // the range of another thread
  EXPECT_EQ(helped.first_of_range, 0);
}

TEST(GroupRanges, OneClaimIsTheLast) {
  for (unsigned count : {1u, 3u}) {
    GroupRanges ranges;
    ranges.set(100, 10, count);
    for (int i = 0; i < 9; ++i)
      EXPECT_FALSE(ranges.claim(0).last);
    EXPECT_TRUE(ranges.claim(0).last);
    EXPECT_TRUE(ranges.claim(0).empty());
  }
}

TEST(GroupRanges, TheLastChunkEndsWithTheGroups) {
  GroupRanges ranges;
  ranges.set(25, 10, 3);
  EXPECT_EQ(ranges.left(), 25u);
  EXPECT_EQ(ranges.claim(2).end, 25u);
  EXPECT_EQ(ranges.left(), 20u);
}

TEST(GroupRanges, EveryGroupIsClaimedOnceByManyThreads) {
  constexpr uint64_t groups = 100'003;
  for (unsigned count : {1u, 3u, 64u}) {
    GroupRanges ranges;
    ranges.set(groups, 7, count);
    std::vector<std::atomic<int>> claimed(groups);
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < 5; ++i)
      threads.emplace_back([&, own = ranges.assign(i)] {
        for (GroupChunk chunk; !(chunk = ranges.claim(own)).empty();)
          for (uint64_t group = chunk.first; group < chunk.end; ++group)
            ++claimed[group];
      });
    for (std::thread &thread : threads)
      thread.join();
    for (uint64_t group = 0; group < groups; ++group)
      ASSERT_EQ(claimed[group], 1) << group;
  }
}
