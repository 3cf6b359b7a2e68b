// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks that are made and freed by different threads are each somebody's own.
#include "support/recycler.h"

#include "support/spin_lock.h"

#include <cstdint>
#include <cstring>
#include <deque>
#include <gtest/gtest.h>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

using namespace weft;

namespace {

struct Item : Recycled<Item, 128> {
  explicit Item(unsigned value) {
    for (unsigned &word : words)
      word = value;
  }
  bool holds(unsigned value) const {
    for (unsigned word : words)
      if (word != value)
        return false;
    return true;
  }
  unsigned words[50];
};

} // namespace

TEST(Recycler, BlocksAreAlignedAndApart) {
  std::set<uintptr_t> starts;
  std::vector<std::unique_ptr<Item>> items;
  for (unsigned i = 0; i < 1000; ++i) {
    items.push_back(std::make_unique<Item>(i));
    const auto start = reinterpret_cast<uintptr_t>(items.back().get());
    EXPECT_EQ(start % 128, 0u);
    starts.insert(start);
  }
  uintptr_t end = 0;
  for (uintptr_t start : starts) {
    EXPECT_GE(start, end);
    end = start + sizeof(Item);
  }
  EXPECT_EQ(starts.size(), 1000u);
  for (unsigned i = 0; i < 1000; ++i)
    EXPECT_TRUE(items[i]->holds(i));
}

TEST(Recycler, BlocksGoFromThreadToThread) {
  constexpr unsigned count = 20'000;
  SpinLock lock;
  std::deque<std::unique_ptr<Item>> handed_on;
  unsigned next = 0, checked = 0; // guarded by the lock
  const auto produce = [&] {
    for (;;) {
      std::unique_lock held(lock);
      if (next == count)
        return;
      const unsigned value = next++;
      held.unlock();
      auto item = std::make_unique<Item>(value);
      held.lock();
      handed_on.push_back(std::move(item));
    }
  };
  bool right = true;
  const auto consume = [&] {
    for (;;) {
      std::unique_lock held(lock);
      if (checked == count)
        return;
      if (handed_on.empty()) {
        held.unlock();
        std::this_thread::yield();
        continue;
      }
      std::unique_ptr<Item> item = std::move(handed_on.front());
      handed_on.pop_front();
      ++checked;
      right &= item->holds(item->words[0]);
      held.unlock();
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back(produce);
    threads.emplace_back(consume);
  }
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_TRUE(right);
  EXPECT_EQ(checked, count);
}

TEST(SpinLock, LetsOneInAtATime) {
  SpinLock lock;
  unsigned count = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int k = 0; k < 10'000; ++k) {
        std::lock_guard held(lock);
        ++count;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(count, 40'000u);
}
