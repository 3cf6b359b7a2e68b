// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The worker pool: everything submitted runs once, and no more threads compute than there are
// slots.
#include "cpu/pool/worker_pool.h"

#include "pool_test.h"

#include <atomic>
#include <csignal>
#include <filesystem>
#include <gtest/gtest.h>
#include <pthread.h>
#include <string>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

using namespace weft;

namespace {

unsigned threadsOfProcess() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return unsigned(std::distance(begin(tasks), end(tasks)));
}

} // namespace

TEST(WorkerPool, ThreadCountIsTheSmallerOfCpusAndLimit) {
  EXPECT_EQ(WorkerPool(cpus(4), 0).threads(), 4u);
  EXPECT_EQ(WorkerPool(cpus(4), 2).threads(), 2u);
  EXPECT_EQ(WorkerPool(cpus(4), 9).threads(), 4u);
  EXPECT_EQ(WorkerPool({}, 0).threads(), 1u);
}

TEST(WorkerPool, EveryGroupRunsOnce) {
  for (unsigned threads : {1u, 2u, 5u}) {
    WorkerPool pool(cpus(threads), 0);
    pool.start();
    for (uint64_t groups : {1, 2, 3, 17, 100, 5000}) {
      std::vector<std::atomic<int>> runs(groups);
      runAndHelp(pool, groups, [&](uint64_t group) { runs[group].fetch_add(1); });
      for (auto &count : runs)
        EXPECT_EQ(count.load(), 1);
    }
  }
}

TEST(WorkerPool, StartsThreadsAtStartOnly) {
  const unsigned before = threadsOfProcess();
  WorkerPool pool(cpus(3), 0);
  int runs = 0;
  runAndHelp(pool, 10, [&](uint64_t) { ++runs; });
  EXPECT_EQ(runs, 10);
  EXPECT_EQ(threadsOfProcess(), before);
  pool.start();
  EXPECT_EQ(threadsOfProcess(), before + 3);
  pool.start();
  EXPECT_EQ(threadsOfProcess(), before + 3);
}

TEST(WorkerPool, StartedComesBeforeAllGroupsAndDoneAfterAll) {
  WorkerPool pool(cpus(4), 0);
  pool.start();
  for (int round = 0; round < 50 * scale; ++round) {
    std::atomic<int> started{0}, groups{0};
    Latch finished;
    const GroupBody body = [&](uint64_t) {
      EXPECT_EQ(started.load(), 1);
      groups.fetch_add(1);
    };
    auto work = launch(20, body, [&](bool ok) {
      EXPECT_TRUE(ok);
      EXPECT_EQ(groups.load(), 20);
      finished.countDown();
    });
    work->at_start = [&] { started.fetch_add(1); };
    submit(pool, std::move(work));
    finished.wait();
    EXPECT_EQ(started.load(), 1);
  }
}

TEST(WorkerPool, ALaunchWithoutGroupsStartsAndEnds) {
  WorkerPool pool(cpus(2), 0);
  pool.start();
  // Nobody is on the way to the queue.
  while (!othersSleep())
    std::this_thread::yield();
  std::string calls;
  Latch finished;
  const GroupBody body = [&](uint64_t) { calls += 'g'; };
  auto work = launch(0, body, [&](bool ok) {
    calls += ok ? 'd' : 'f';
    finished.countDown();
  });
  work->at_start = [&] { calls += 's'; };
  submit(pool, std::move(work));
  finished.wait();
  EXPECT_EQ(calls, "sd");
}

TEST(WorkerPool, AllThreadsComputeWhenNobodyWaits) {
  // Each group waits for all the others: with a thread too few this would not end.
  constexpr unsigned threads = 4;
  WorkerPool pool(cpus(threads), 0);
  pool.start();
  std::atomic<unsigned> arrived{0};
  Latch finished;
  const GroupBody body = [&](uint64_t) {
    arrived.fetch_add(1);
    while (arrived.load() < threads)
      std::this_thread::yield();
  };
  submit(pool, launch(threads, body, [&](bool) { finished.countDown(); }));
  finished.wait();
  EXPECT_EQ(arrived.load(), threads);
}

TEST(WorkerPool, SeveralLaunchesRunAtATime) {
  WorkerPool pool(cpus(3), 0);
  pool.start();
  std::atomic<int> arrived{0};
  Latch finished(3);
  const GroupBody body = [&](uint64_t) {
    arrived.fetch_add(1);
    while (arrived.load() < 3)
      std::this_thread::yield();
  };
  for (int i = 0; i < 3; ++i)
    submit(pool, launch(1, body, [&](bool) { finished.countDown(); }));
  finished.wait();
}

TEST(WorkerPool, NoMoreThreadsComputeThanThereAreSlots) {
  constexpr int slots = 3, waiters = 6;
  WorkerPool pool(cpus(slots), 0);
  pool.start();
  std::atomic<int> computing{0}, most{0};
  const GroupBody body = [&](uint64_t) {
    const int now = computing.fetch_add(1) + 1;
    for (int seen = most.load(); now > seen && !most.compare_exchange_weak(seen, now);)
      ;
    for (volatile int i = 0; i < 300; i = i + 1)
      ;
    computing.fetch_sub(1);
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < waiters; ++i)
    threads.emplace_back([&] {
      for (int round = 0; round < 20 * scale; ++round)
        runAndHelp(pool, 1 + round % 40, body);
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_LE(most.load(), slots);
  EXPECT_GE(most.load(), 1);
}

TEST(WorkerPool, ManyThreadsSubmitEverything) {
  WorkerPool pool(cpus(3), 0);
  pool.start();
  constexpr int submitters = 8;
  const int each = 50 * scale;
  std::atomic<int> tasks{0}, launches{0};
  std::atomic<uint64_t> groups{0};
  const GroupBody body = [&](uint64_t) { groups.fetch_add(1, std::memory_order_relaxed); };
  Latch finished(submitters * each * 2);
  std::vector<std::thread> threads;
  for (int t = 0; t < submitters; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < each; ++i) {
        pool.submit(task([&] {
          tasks.fetch_add(1);
          finished.countDown();
        }));
        submit(pool, launch(uint64_t((t + i) % 50), body, [&](bool ok) {
                 EXPECT_TRUE(ok);
                 launches.fetch_add(1);
                 finished.countDown();
               }));
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  finished.wait();
  uint64_t expected = 0;
  for (int t = 0; t < submitters; ++t)
    for (int i = 0; i < each; ++i)
      expected += uint64_t((t + i) % 50);
  EXPECT_EQ(groups.load(), expected);
  EXPECT_EQ(tasks.load(), submitters * each);
  EXPECT_EQ(launches.load(), submitters * each);
}

TEST(WorkerPool, DoneSubmitsTheNextLaunch) {
  for (unsigned threads : {1u, 2u, 4u})
    for (uint64_t groups : {1u, 10u}) {
      WorkerPool pool(cpus(threads), 0);
      pool.start();
      int left = 100 * scale; // only one launch at a time touches it
      std::atomic<bool> done{false};
      const GroupBody body = [](uint64_t) {};
      std::function<void(bool)> next = [&](bool) {
        if (--left > 0) {
          submit(pool, launch(groups, body, next));
        } else {
          done.store(true);
          pool.wakeHelpers();
        }
      };
      submit(pool, launch(groups, body, next));
      pool.helpUntil([&] { return done.load(); });
      EXPECT_EQ(left, 0);
    }
}

TEST(WorkerPool, DoneSubmitsTheNextLaunchAndNobodyWaits) {
  WorkerPool pool(cpus(2), 0);
  pool.start();
  int left = 100 * scale;
  Latch finished;
  const GroupBody body = [](uint64_t) {};
  std::function<void(bool)> next = [&](bool) {
    if (--left > 0)
      submit(pool, launch(1 + uint64_t(left) % 20, body, next));
    else
      finished.countDown();
  };
  submit(pool, launch(1, body, next));
  finished.wait();
}

TEST(WorkerPool, TasksSubmitTasks) {
  WorkerPool pool(cpus(3), 0);
  pool.start();
  constexpr int depth = 10;
  std::atomic<int> runs{0};
  Latch finished((1 << depth) - 1);
  std::function<void(int)> tree = [&](int level) {
    runs.fetch_add(1);
    if (level + 1 < depth)
      for (int i = 0; i < 2; ++i)
        pool.submit(task([&, level] { tree(level + 1); }));
    finished.countDown();
  };
  pool.submit(task([&] { tree(0); }));
  finished.wait();
  EXPECT_EQ(runs.load(), (1 << depth) - 1);
}

TEST(WorkerPool, IdleWorkersSleep) {
  WorkerPool pool(cpus(3), 0);
  pool.start();
  Latch finished;
  submit(pool, launch(100, [](uint64_t) {}, [&](bool) { finished.countDown(); }));
  finished.wait();
  // Ends only when all three are asleep.
  EXPECT_GE(threadsOfProcess(), 4u);
  while (!othersSleep())
    std::this_thread::yield();
}

TEST(WorkerPool, WorkersBlockSignalsAndHaveNames) {
  WorkerPool pool(cpus(1), 0);
  sigset_t before, after;
  pthread_sigmask(SIG_SETMASK, nullptr, &before);
  pool.start();
  pthread_sigmask(SIG_SETMASK, nullptr, &after);
  EXPECT_EQ(sigismember(&before, SIGTERM), sigismember(&after, SIGTERM));
  Latch finished;
  std::string name;
  bool blocked = true;
  pool.submit(task([&] {
    char buffer[16];
    pthread_getname_np(pthread_self(), buffer, sizeof buffer);
    name = buffer;
    sigset_t mask;
    pthread_sigmask(SIG_SETMASK, nullptr, &mask);
    for (int signal : {SIGINT, SIGTERM, SIGCHLD, SIGALRM, SIGUSR1, SIGPROF})
      blocked &= sigismember(&mask, signal) == 1;
    finished.countDown();
  }));
  finished.wait();
  EXPECT_EQ(name, "weft-0");
  EXPECT_TRUE(blocked);
}

TEST(WorkerPool, ShortMemoryFailsTheLaunchAlone) {
  WorkerPool pool(cpus(2), 0);
  pool.start();
  for (uint64_t groups : {1u, 1000u}) {
    std::atomic<int> runs{0};
    Latch finished;
    bool result = true;
    const GroupBody body = [&](uint64_t) { runs.fetch_add(1); };
    auto work = launch(groups, body, [&](bool ok) {
      result = ok;
      finished.countDown();
    });
    work->local_bytes = uint64_t(1) << 60;
    submit(pool, std::move(work));
    finished.wait();
    EXPECT_FALSE(result);
    EXPECT_EQ(runs.load(), 0);
    runAndHelp(pool, 10, body);
    EXPECT_EQ(runs.load(), 10);
  }
}

TEST(WorkerPool, ThreadsDoNotShareLocalMemory) {
  WorkerPool pool(cpus(4), 0);
  pool.start();
  static std::atomic<int> wrong;
  wrong = 0;
  Latch finished;
  auto work = launch(2000, [](uint64_t) {}, [&](bool) { finished.countDown(); });
  work->local_bytes = 256;
  work->context_bytes = 4096;
  work->entry = [](const weft_launch *, const void *, weft_thread *thread, uint64_t first,
                   uint64_t end) {
    for (auto *memory : {static_cast<uint64_t *>(thread->local_memory),
                         static_cast<uint64_t *>(thread->context)}) {
      for (; first < end; ++first) {
        for (int i = 0; i < 32; ++i)
          memory[i] = first;
        for (int i = 0; i < 32; ++i)
          wrong += memory[i] != first;
      }
    }
  };
  submit(pool, std::move(work));
  finished.wait();
  EXPECT_EQ(wrong.load(), 0);
}

TEST(WorkerPool, FibersRunOnEveryThread) {
  WorkerPool pool(cpus(3), 0);
  pool.start();
  static std::atomic<int> right;
  right = 0;
  std::atomic<bool> done{false};
  auto work = launch(
      60, [](uint64_t) {},
      [&](bool ok) {
        EXPECT_TRUE(ok);
        done.store(true);
        pool.wakeHelpers();
      });
  work->fibers = true;
  work->launch.local_size[0] = 16;
  work->launch.global_size[0] = 60 * 16;
  work->entry = [](const weft_launch *, const void *, weft_thread *thread, uint64_t first,
                   uint64_t end) {
    for (; first < end; ++first) {
      int arrived = 0;
      thread->run_items(
          thread,
          [](void *frame, weft_thread *thread, uint64_t) {
            int &arrived = *static_cast<int *>(frame);
            for (int round = 1; round <= 3; ++round) {
              ++arrived;
              thread->item_barrier(thread);
              right += arrived == 16 * round;
              thread->item_barrier(thread);
            }
          },
          &arrived, 16);
    }
  };
  submit(pool, std::move(work));
  pool.helpUntil([&] { return done.load(); });
  EXPECT_EQ(right.load(), 60 * 16 * 3);
}

TEST(WorkerPool, TheEndFinishesWhatWasSubmitted) {
  for (bool started : {true, false}) {
    std::atomic<int> runs{0}, ends{0};
    const GroupBody body = [&](uint64_t) { runs.fetch_add(1); };
    {
      WorkerPool pool(cpus(3), 0);
      if (started)
        pool.start();
      for (int i = 0; i < 100; ++i)
        submit(pool, launch(10, body, [&](bool) {
                 if (ends.fetch_add(1) == 0) // also what is submitted meanwhile
                   pool.submit(task([&] { runs.fetch_add(1); }));
               }));
    }
    EXPECT_EQ(runs.load(), 1001);
    EXPECT_EQ(ends.load(), 100);
  }
}
