// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whoever waits for a pool works for it; nobody sleeps over work, and nobody waits for ever.
#include "cpu/pool/worker_pool.h"

#include "pool_test.h"

#include <atomic>
#include <cfenv>
#include <gtest/gtest.h>
#include <pthread.h>
#include <thread>

using namespace weft;

TEST(WorkerPool, WhoWaitsTakesTheLastSlot) {
  // One slot, held by a worker: then another one, beside the thread that waits.
  for (unsigned threads : {1u, 2u}) {
    WorkerPool pool(cpus(threads), 0);
    pool.start();
    std::atomic<unsigned> arrived{0};
    runAndHelp(pool, threads, [&](uint64_t) {
      arrived.fetch_add(1);
      while (arrived.load() < threads)
        std::this_thread::yield();
    });
  }
}

TEST(WorkerPool, TasksAndCallbacksMayWaitThemselves) {
  for (unsigned threads : {1u, 2u}) {
    WorkerPool pool(cpus(threads), 0);
    pool.start();
    std::atomic<int> inner{0};
    Latch finished(3);
    const GroupBody body = [&](uint64_t) { inner.fetch_add(1); };
    auto waiting = [&] {
      runAndHelp(pool, 5, body);
      finished.countDown();
    };
    pool.submit(task(waiting));
    submit(pool, launch(3, [](uint64_t) {}, [&](bool) { waiting(); }));
    auto work = launch(2, body, [&](bool) { finished.countDown(); });
    work->at_start = [&] { runAndHelp(pool, 7, body); };
    submit(pool, std::move(work));
    finished.wait();
    EXPECT_EQ(inner.load(), 5 + 5 + 7 + 2);
  }
}

TEST(WorkerPool, FunctionsOfTheApplicationMayWaitForWhatACallbackSubmitted) {
  for (unsigned threads : {2u, 3u}) {
    WorkerPool pool(cpus(threads), 0);
    pool.start();
    // Often, as it takes sleeping workers to find nobody woken.
    for (int round = 0; round < 20 * scale; ++round) {
      while (!othersSleep())
        std::this_thread::yield();
      Latch second, all;
      const uint64_t groups = round % 2 ? 1 : 20;
      submit(pool, launch(
                       1, [](uint64_t) {},
                       [&](bool) {
                         submit(pool,
                                launch(groups, [](uint64_t) {}, [&](bool) { second.countDown(); }));
                         WorkerPool::mayBlock();
                         second.wait();
                         all.countDown();
                       }));
      all.wait();
    }
  }
}

TEST(WorkerPool, ManyThreadsWaitForTheirOwn) {
  WorkerPool pool(cpus(2), 0);
  pool.start();
  std::vector<std::thread> threads;
  std::atomic<int> groups{0};
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 50 * scale; ++i)
        runAndHelp(pool, uint64_t(1 + (t + i) % 9), [&](uint64_t) { groups.fetch_add(1); });
    });
  for (std::thread &thread : threads)
    thread.join();
  int expected = 0;
  for (int t = 0; t < 8; ++t)
    for (int i = 0; i < 50 * scale; ++i)
      expected += 1 + (t + i) % 9;
  EXPECT_EQ(groups.load(), expected);
}

TEST(WorkerPool, WakeHelpersEndsEveryWait) {
  // A wake-up that gets lost leaves a thread asleep for ever, and this test with it.
  WorkerPool pool(cpus(2), 0);
  pool.start();
  for (int round = 0; round < 50 * scale; ++round) {
    std::atomic<bool> stop{false};
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
      threads.emplace_back([&] { pool.helpUntil([&] { return stop.load(); }); });
    if (round % 2)
      usleep(100); // some asleep, some on their way
    stop.store(true);
    pool.wakeHelpers();
    for (std::thread &thread : threads)
      thread.join();
  }
}

TEST(WorkerPool, NoSubmissionIsSleptOver) {
  // One task at a time, with pauses around the time that workers spin before they sleep.
  WorkerPool pool(cpus(2), 0);
  pool.start();
  for (int round = 0; round < 200 * scale; ++round) {
    Latch finished;
    if (round % 2)
      pool.submit(task([&] { finished.countDown(); }));
    else
      submit(pool, launch(3, [](uint64_t) {}, [&](bool) { finished.countDown(); }));
    finished.wait();
    if (round % 8 == 0)
      usleep(useconds_t(round % 100));
  }
}

TEST(WorkerPool, AHelperThatLeavesHandsItsWorkOn) {
  // The helper begins a launch that it does not wait for, and has to leave in the middle of it.
  WorkerPool pool(cpus(2), 0);
  pool.start();
  for (int round = 0; round < 10 * scale; ++round) {
    std::atomic<bool> stop{false};
    std::atomic<int> groups{0};
    Latch finished;
    const GroupBody body = [&](uint64_t) {
      if (groups.fetch_add(1) == 3) {
        stop.store(true);
        pool.wakeHelpers();
      }
    };
    submit(pool, launch(200, body, [&](bool) { finished.countDown(); }));
    pool.helpUntil([&] { return stop.load(); });
    finished.wait();
    EXPECT_EQ(groups.load(), 200);
  }
}

// A kernel of its own for the pool, which expects of the next launch what those before took.
static void callAnotherBody(const weft_launch *launch, const void *args, weft_thread *thread,
                            uint64_t first, uint64_t end) {
  callBody(launch, args, thread, first, end);
}

// Who helps may leave as soon as it has submitted a second launch at the end of the first.
static void leaveAfterSubmitting(WorkerPool &pool, uint64_t groups, const GroupBody &body,
                                 const std::function<void()> &before_leaving) {
  std::atomic<bool> stop{false};
  Latch finished;
  const auto submitSecond = [&](bool) {
    submit(pool, launch(groups, body, [&](bool) { finished.countDown(); }));
    before_leaving();
    stop.store(true);
    pool.wakeHelpers();
  };
  auto first = launch(1, [](uint64_t) {}, submitSecond);
  first->entry = callAnotherBody;
  submit(pool, std::move(first));
  pool.helpUntil([&] { return stop.load(); });
  finished.wait();
}

TEST(WorkerPool, AHelperThatLeavesHandsOnWhatItHasJustSubmitted) {
  WorkerPool pool(cpus(2), 0);
  pool.start();
  for (uint64_t groups : {1u, 20u})
    for (int round = 0; round < 10 * scale; ++round)
      leaveAfterSubmitting(pool, groups, [](uint64_t) {}, [] {});
}

TEST(WorkerPool, AHelperThatLeavesIsNotNeededToEndALaunch) {
  WorkerPool pool(cpus(2), 0);
  pool.start();
  for (int round = 0; round < 10 * scale; ++round) {
    std::atomic<int> groups{0};
    // Long enough to be worth a second thread.
    const GroupBody body = [&](uint64_t) {
      usleep(50);
      ++groups;
    };
    leaveAfterSubmitting(pool, 20, body, [&] {
      while (groups.load() < 20) // by the other thread
        std::this_thread::yield();
    });
  }
}

TEST(WorkerPool, KernelsOnTheWaitingThreadDoNotSeeItsFloatEnvironment) {
  WorkerPool pool(cpus(1), 0); // not started: this thread does it all
  std::fesetround(FE_UPWARD);
  int inside = -1;
  runAndHelp(pool, 1, [&](uint64_t) { inside = std::fegetround(); });
  const int after = std::fegetround();
  std::fesetround(FE_TONEAREST);
  EXPECT_EQ(inside, FE_TONEAREST);
  EXPECT_EQ(after, FE_UPWARD);
}

TEST(WorkerPool, ThreadsWithSmallStacksOnlyWait) {
  WorkerPool pool(cpus(2), 0);
  pool.start();
  struct Shared {
    WorkerPool &pool;
    std::atomic<bool> on_small{false};
  } shared{pool};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 160 * 1024);
  pthread_t thread;
  ASSERT_EQ(pthread_create(
                &thread, &attributes,
                [](void *argument) -> void * {
                  auto &shared = *static_cast<Shared *>(argument);
                  const pthread_t self = pthread_self();
                  for (int i = 0; i < 20; ++i)
                    runAndHelp(shared.pool, 50, [&](uint64_t) {
                      if (pthread_equal(pthread_self(), self))
                        shared.on_small.store(true);
                    });
                  return nullptr;
                },
                &shared),
            0);
  pthread_attr_destroy(&attributes);
  pthread_join(thread, nullptr);
  EXPECT_FALSE(shared.on_small.load());
}

TEST(WorkerPool, PoolsMayHelpEachOther) {
  WorkerPool outer(cpus(1), 0), inner(cpus(1), 0);
  outer.start();
  inner.start();
  std::atomic<int> runs{0};
  Latch finished;
  outer.submit(task([&] {
    runAndHelp(inner, 10, [&](uint64_t) { runs.fetch_add(1); });
    runAndHelp(outer, 5, [&](uint64_t) { runs.fetch_add(1); });
    finished.countDown();
  }));
  finished.wait();
  EXPECT_EQ(runs.load(), 15);
}
