// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looking up ranges of addresses, alone and while others change the map.
#include "support/address_map.h"

#include <gtest/gtest.h>
#include <map>
#include <random>
#include <thread>
#include <vector>

namespace weft::test {
namespace {

using Range = AddressMap::Range;

bool any(const Range &) { return true; }

Range at(uintptr_t begin, uintptr_t size, uint64_t about = 0) {
  return {begin, begin + size, {about, 2 * about, 3 * about}};
}

TEST(AddressMap, FindsTheRangeThatHasAnAddress) {
  AddressMap map;
  EXPECT_FALSE(map.find(0));
  map.insert(at(100, 10, 1));
  map.insert(at(110, 5, 2));
  map.insert(at(50, 1, 3));
  for (uintptr_t address : {100, 105, 109}) {
    const auto found = map.find(address);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->begin, 100u);
    EXPECT_EQ(found->end, 110u);
    EXPECT_EQ(found->about, (std::array<uint64_t, 3>{1, 2, 3}));
  }
  EXPECT_EQ(map.find(110)->begin, 110u);
  EXPECT_EQ(map.find(50)->begin, 50u);
  for (uintptr_t address : {0, 49, 51, 99, 115, 1000})
    EXPECT_FALSE(map.find(address)) << address;
  EXPECT_FALSE(map.find(UINTPTR_MAX));
}

TEST(AddressMap, TakesOutWhatIsWanted) {
  AddressMap map;
  map.insert(at(100, 10, 7));
  EXPECT_FALSE(map.erase(101, any)) << "no range begins there";
  EXPECT_FALSE(map.erase(100, [](const Range &range) { return range.about[0] == 8; }));
  const auto taken = map.erase(100, [](const Range &range) { return range.about[0] == 7; });
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->end, 110u);
  EXPECT_FALSE(map.find(100));
  EXPECT_FALSE(map.erase(100, any));
  map.insert(at(1, 1));
  map.insert(at(2, 1));
  EXPECT_EQ(map.eraseFirst()->begin, 1u);
  EXPECT_EQ(map.eraseFirst()->begin, 2u);
  EXPECT_FALSE(map.eraseFirst());
}

TEST(AddressMap, AgreesWithAMapUnderRandomChanges) {
  AddressMap map;
  std::map<uintptr_t, uintptr_t> model; // begin, end
  std::mt19937 random(1);
  for (int step = 0; step < 20000; ++step) {
    const uintptr_t begin = 1000 * (random() % 2000), size = 1 + random() % 1000;
    if (auto it = model.find(begin); it != model.end()) {
      ASSERT_EQ(map.erase(begin, any)->end, it->second);
      model.erase(it);
    } else {
      map.insert(at(begin, size));
      model[begin] = begin + size;
    }
    const uintptr_t address = random() % 2000000;
    auto after = model.upper_bound(address);
    const bool is_there = after != model.begin() && address < (--after)->second;
    const auto found = map.find(address);
    ASSERT_EQ(found.has_value(), is_there) << step;
    if (found) {
      ASSERT_EQ(found->begin, after->first);
      ASSERT_EQ(found->end, after->second);
    }
  }
}

// What stays is always found, and nothing is found that was never there, while nodes are used again
// and again for other ranges.
TEST(AddressMap, ReadersAreRightWhileOthersChangeIt) {
  AddressMap map;
  constexpr uintptr_t Slots = 64, Size = 100;
  // Even slots stay.
  for (uintptr_t slot = 0; slot < Slots; slot += 2)
    map.insert(at(slot * 1000, Size, slot));
  std::atomic<bool> stop{false};
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (unsigned writer = 0; writer < 2; ++writer)
    threads.emplace_back([&, writer] {
      std::mt19937 random(writer);
      for (int round = 0; round < 100000; ++round) {
        const uintptr_t slot = 1 + 4 * (random() % (Slots / 4)) + 2 * writer;
        if (!map.erase(slot * 1000, any))
          map.insert(at(slot * 1000, 1 + random() % Size, slot));
      }
      stop = true;
    });
  for (unsigned reader = 0; reader < 2; ++reader)
    threads.emplace_back([&, reader] {
      std::mt19937 random(100 + reader);
      while (!stop) {
        const uintptr_t slot = random() % Slots, address = slot * 1000 + random() % (2 * Size);
        const auto found = map.find(address);
        const bool must = slot % 2 == 0 && address < slot * 1000 + Size;
        const bool may = slot % 2 == 1 && address < slot * 1000 + Size;
        wrong += found ? !(must || may) || found->begin != slot * 1000 || found->end <= address ||
                             found->about != at(0, 1, slot).about
                       : must;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong.load(), 0);
}

} // namespace
} // namespace weft::test
