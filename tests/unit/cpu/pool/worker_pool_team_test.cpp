// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Short launches that follow each other, which threads share that are awake: offers, withdrawals,
// threads that leave, sleep and come again, on more threads than there are CPUs.
#include "pool_test.h"

#include <memory>
#include <random>
#include <thread>
#include <vector>

namespace weft {
namespace {

// Nanoseconds, about: long enough for several groups to be worth another thread.
void compute(unsigned nanoseconds) {
  for (unsigned i = 0; i < nanoseconds; ++i)
    asm volatile("");
}

// How often each group of a launch ran.
class Counts {
public:
  explicit Counts(uint64_t groups) : counts(groups) {}
  void count(uint64_t group) { counts[group].fetch_add(1, std::memory_order_relaxed); }
  bool allOnce() const {
    for (const std::atomic<int> &count : counts)
      if (count.load(std::memory_order_relaxed) != 1)
        return false;
    return true;
  }

private:
  std::vector<std::atomic<int>> counts;
};

// Launches that one thread submits and waits for, one after another, with pauses in which others
// fall asleep.
void launchAndFinish(WorkerPool &pool, unsigned seed, int rounds) {
  std::mt19937 random(seed);
  for (int round = 0; round < rounds; ++round) {
    const uint64_t groups = 1 + random() % 64;
    const unsigned each = random() % 4 ? 500 : random() % 5000;
    Counts counts(groups);
    runAndHelp(pool, groups, [&](uint64_t group) {
      counts.count(group);
      compute(each);
    });
    ASSERT_TRUE(counts.allOnce()) << groups;
    if (random() % 16 == 0)
      usleep(useconds_t(random() % 200));
  }
}

// Launches each of which submits the next where it ends.
void launchChain(WorkerPool &pool, unsigned seed, int links) {
  std::mt19937 random(seed);
  std::atomic<int> left{links};
  std::atomic<bool> ended{false}, once{true};
  std::function<void()> submitNext = [&] {
    const uint64_t groups = 2 + random() % 40;
    const auto counts = std::make_shared<Counts>(groups);
    submit(pool, launch(
                     groups,
                     [counts](uint64_t group) {
                       counts->count(group);
                       compute(700);
                     },
                     [&, counts](bool) {
                       if (!counts->allOnce())
                         once.store(false);
                       if (left.fetch_sub(1) > 1) {
                         submitNext();
                         return;
                       }
                       ended.store(true);
                       pool.wakeHelpers();
                     }));
  };
  submitNext();
  pool.helpUntil([&] { return ended.load(); });
  EXPECT_TRUE(once.load());
}

TEST(WorkerPoolTeam, LaunchesThatFollowEachOtherRunEveryGroupOnce) {
  for (unsigned slots : {2u, 3u, 8u}) {
    WorkerPool pool(cpus(slots), 0);
    pool.start();
    launchAndFinish(pool, slots, 300 * scale);
  }
}

TEST(WorkerPoolTeam, ChainsRunEveryGroupOnce) {
  for (unsigned slots : {2u, 5u}) {
    WorkerPool pool(cpus(slots), 0);
    pool.start();
    for (unsigned round = 0; round < 10; ++round)
      launchChain(pool, round, 20 * scale);
  }
}

TEST(WorkerPoolTeam, ManyHostThreadsShareThePool) {
  for (unsigned slots : {2u, 6u}) {
    WorkerPool pool(cpus(slots), 0);
    pool.start();
    std::vector<std::thread> hosts;
    for (unsigned host = 0; host < 4; ++host)
      hosts.emplace_back([&pool, host] {
        if (host % 2)
          launchChain(pool, host, 50 * scale);
        else
          launchAndFinish(pool, host, 100 * scale);
      });
    for (std::thread &host : hosts)
      host.join();
  }
}

TEST(WorkerPoolTeam, ShortLaunchesThatNobodyWaitsForAreRun) {
  WorkerPool pool(cpus(3), 0);
  pool.start();
  launchAndFinish(pool, 1, 100); // from now on it is known how short they are
  for (int round = 0; round < 20 * scale; ++round) {
    Latch ended;
    submit(pool, launch(4, [](uint64_t) {}, [&](bool) { ended.countDown(); }));
    if (round % 2)
      pool.expedite();
    ended.wait();
  }
}

TEST(WorkerPoolTeam, ThreadsSleepAfterLaunchesThatFollowedEachOther) {
  WorkerPool pool(cpus(4), 0);
  pool.start();
  launchAndFinish(pool, 7, 100 * scale);
  // Also who watches the queue, between two looks and after the last.
  bool sleep = false;
  for (int tries = 0; tries < 1000 && !sleep; ++tries) {
    usleep(5000);
    sleep = othersSleep();
  }
  EXPECT_TRUE(sleep);
}

} // namespace
} // namespace weft
