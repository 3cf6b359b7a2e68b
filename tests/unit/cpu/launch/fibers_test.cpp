// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fibers: all items run, barriers hold, stacks are separate and used again.
#include "cpu/launch/fibers.h"

#include <cfenv>
#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <vector>

using weft::FiberGroup;

namespace {

// Runs a body written as a lambda; `barrier` inside it is the group's.
struct Group {
  FiberGroup fibers;
  std::function<void(uint64_t item)> body;

  explicit Group(size_t stack_bytes = 64 * 1024) : fibers(stack_bytes) {}
  bool run(uint64_t items, std::function<void(uint64_t)> new_body) {
    body = std::move(new_body);
    weft_thread thread = {};
    return fibers.run(
        &thread,
        [](void *frame, weft_thread *, uint64_t item) { static_cast<Group *>(frame)->body(item); },
        this, items);
  }
  void barrier() { fibers.barrier(); }
  void yield() { fibers.yield(); }
};

} // namespace

TEST(Fibers, RunEachItemOnceInOrder) {
  Group group;
  std::vector<uint64_t> order;
  ASSERT_TRUE(group.run(100, [&](uint64_t item) { order.push_back(item); }));
  ASSERT_EQ(order.size(), 100u);
  for (uint64_t i = 0; i < 100; ++i)
    EXPECT_EQ(order[i], i);
}

TEST(Fibers, NoItemsIsNothing) {
  Group group;
  EXPECT_TRUE(group.run(0, [](uint64_t) { FAIL(); }));
}

TEST(Fibers, ABarrierWaitsForAll) {
  Group group;
  constexpr uint64_t items = 257;
  std::vector<int> before(items), after(items);
  ASSERT_TRUE(group.run(items, [&](uint64_t item) {
    before[item] = 1;
    group.barrier();
    for (uint64_t i = 0; i < items; ++i)
      ASSERT_EQ(before[i], 1);
    after[item] = 1;
  }));
  for (uint64_t i = 0; i < items; ++i)
    EXPECT_EQ(after[i], 1);
}

TEST(Fibers, BarriersInLoopsMakeAScan) {
  // A scan by doubling needs every barrier in every round; local values live across them.
  Group group;
  constexpr uint64_t items = 200;
  std::vector<uint64_t> values(items, 1);
  ASSERT_TRUE(group.run(items, [&](uint64_t item) {
    for (uint64_t distance = 1; distance < items; distance *= 2) {
      const uint64_t left = item >= distance ? values[item - distance] : 0;
      group.barrier();
      values[item] += left;
      group.barrier();
    }
  }));
  for (uint64_t i = 0; i < items; ++i)
    EXPECT_EQ(values[i], i + 1);
}

TEST(Fibers, ItemsThatReturnDoNotHoldUpOthers) {
  // Item i passes i barriers; each round must see exactly those that have not returned.
  Group group;
  for (bool ascending : {true, false}) {
    constexpr uint64_t items = 50;
    std::vector<uint64_t> passed(items);
    ASSERT_TRUE(group.run(items, [&](uint64_t item) {
      const uint64_t rounds = ascending ? item : items - 1 - item;
      for (uint64_t round = 0; round < rounds; ++round) {
        passed[item] = round + 1;
        group.barrier();
        for (uint64_t other = 0; other < items; ++other) {
          const uint64_t others_rounds = ascending ? other : items - 1 - other;
          ASSERT_GE(passed[other], std::min(others_rounds, round + 1));
        }
      }
    }));
    for (uint64_t i = 0; i < items; ++i)
      EXPECT_EQ(passed[i], ascending ? i : items - 1 - i);
  }
}

TEST(Fibers, OneItemPassesItsOwnBarriers) {
  Group group;
  int passed = 0;
  ASSERT_TRUE(group.run(1, [&](uint64_t) {
    for (int i = 0; i < 10; ++i, ++passed)
      group.barrier();
  }));
  EXPECT_EQ(passed, 10);
}

TEST(Fibers, LastLiveItemGoesOnAlone) {
  Group group;
  int passed = 0;
  ASSERT_TRUE(group.run(20, [&](uint64_t item) {
    group.barrier();
    if (item != 7)
      return;
    for (int i = 0; i < 5; ++i, ++passed)
      group.barrier();
  }));
  EXPECT_EQ(passed, 5);
}

TEST(Fibers, AnItemThatYieldsWaitsForALaterOne) {
  // The last one first, so that each waits for one that has yet to begin.
  Group group;
  constexpr uint64_t items = 130;
  uint64_t turn = items;
  std::vector<uint64_t> order;
  ASSERT_TRUE(group.run(items, [&](uint64_t item) {
    while (turn != item + 1)
      group.yield();
    order.push_back(item);
    turn = item;
  }));
  ASSERT_EQ(order.size(), items);
  for (uint64_t i = 0; i < items; ++i)
    EXPECT_EQ(order[i], items - 1 - i);
}

TEST(Fibers, ABarrierWaitsForItemsThatYield) {
  // Items yield as often as their number says, before each of some barriers; some return early.
  Group group;
  constexpr uint64_t items = 50;
  std::vector<uint64_t> rounds(items);
  ASSERT_TRUE(group.run(items, [&](uint64_t item) {
    for (uint64_t round = 1; round <= 3; ++round) {
      for (uint64_t i = 0; i < item; ++i)
        group.yield();
      if (item % 7 == 3 && round == 2)
        return;
      rounds[item] = round;
      group.barrier();
      for (uint64_t other = 0; other < items; ++other)
        ASSERT_GE(rounds[other], other % 7 == 3 ? 1 : round);
    }
  }));
  EXPECT_EQ(rounds[49], 3u);
}

TEST(Fibers, StacksAreSeparate) {
  Group group(64 * 1024);
  constexpr uint64_t items = 100;
  std::vector<int> right(items);
  ASSERT_TRUE(group.run(items, [&](uint64_t item) {
    volatile unsigned char mine[16 * 1024];
    for (size_t i = 0; i < sizeof mine; ++i)
      mine[i] = static_cast<unsigned char>(item);
    group.barrier();
    bool same = true;
    for (size_t i = 0; i < sizeof mine; ++i)
      same &= mine[i] == static_cast<unsigned char>(item);
    right[item] = same;
  }));
  for (uint64_t i = 0; i < items; ++i)
    EXPECT_TRUE(right[i]) << i;
}

TEST(Fibers, StacksAreAlignedForVectors) {
  Group group;
  std::vector<uintptr_t> places;
  ASSERT_TRUE(group.run(40, [&](uint64_t) {
    alignas(16) volatile char aligned[16] = {};
    places.push_back(reinterpret_cast<uintptr_t>(&aligned[0]));
    group.barrier();
  }));
  for (uintptr_t place : places)
    EXPECT_EQ(place % 16, 0u);
}

TEST(Fibers, ManyItemsAndManyGroupsOnTheSameStacks) {
#if defined(__has_feature) && __has_feature(thread_sanitizer)
  constexpr uint64_t items = 512; // each fiber is a thread to it
#else
  constexpr uint64_t items = 8192;
#endif
  Group group(16 * 1024);
  std::vector<const void *> first_places(items), places(items);
  for (int round = 0; round < 3; ++round) {
    uint64_t sum = 0;
    ASSERT_TRUE(group.run(items, [&](uint64_t item) {
      volatile char here = 0;
      places[item] = const_cast<const char *>(&here);
      sum += item;
      group.barrier();
      sum += 1;
    }));
    EXPECT_EQ(sum, items * (items - 1) / 2 + items);
    if (round == 0)
      first_places = places;
    else
      EXPECT_EQ(places, first_places);
  }
}

TEST(Fibers, EachKeepsItsFloatEnvironment) {
  Group group;
  constexpr uint64_t items = 4;
  static const int modes[items] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  std::vector<int> seen(items), at_begin(items, -1);
  ASSERT_EQ(std::fegetround(), FE_TONEAREST);
  ASSERT_TRUE(group.run(items, [&](uint64_t item) {
    at_begin[item] = std::fegetround();
    std::fesetround(modes[item]);
    group.barrier();
    seen[item] = std::fegetround();
    group.barrier();
    std::fesetround(FE_TONEAREST);
  }));
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
  for (uint64_t i = 0; i < items; ++i)
    EXPECT_EQ(seen[i], modes[i]) << i;
}

TEST(Fibers, RunsFromAnyThreadsStack) {
  Group group;
  int sum = 0;
  auto body = [&](uint64_t item) {
    group.barrier();
    sum += int(item);
  };
  ASSERT_TRUE(group.run(10, body));
  pthread_t thread;
  std::function<void()> again = [&] { ASSERT_TRUE(group.run(10, body)); };
  ASSERT_EQ(pthread_create(
                &thread, nullptr,
                [](void *f) -> void * {
                  (*static_cast<std::function<void()> *>(f))();
                  return nullptr;
                },
                &again),
            0);
  pthread_join(thread, nullptr);
  EXPECT_EQ(sum, 90);
}

TEST(Fibers, NoStacksIsAFailureNotAnAbort) {
  FiberGroup fibers(size_t(1) << 50);
  EXPECT_FALSE(fibers.reserve(1));
  weft_thread thread = {};
  bool ran = false;
  EXPECT_FALSE(fibers.run(
      &thread, [](void *ran, weft_thread *, uint64_t) { *static_cast<bool *>(ran) = true; }, &ran,
      1));
  EXPECT_FALSE(ran);
}

TEST(Fibers, OverflowHitsTheGuard) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
#if defined(__has_feature) && (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
  GTEST_SKIP() << "a sanitizer reports it in its own way";
#elif defined(WEFT_EMULATED)
  GTEST_SKIP() << "an emulated program cannot start itself anew";
#endif
  EXPECT_EXIT(
      {
        Group group(16 * 1024);
        // As deep calls would, without the compiler knowing how deep.
        group.run(1, [&](uint64_t) {
          auto *frame = static_cast<volatile char *>(__builtin_frame_address(0));
          for (size_t depth = 0; depth < 64 * 1024; depth += 512)
            frame[-ptrdiff_t(depth) - 4096] = 1;
        });
      },
      testing::KilledBySignal(SIGSEGV), "");
}
