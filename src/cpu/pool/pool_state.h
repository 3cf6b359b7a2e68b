// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the worker pool consists of; see worker_pool.cpp for how it works.
#ifndef WEFT_CPU_POOL_POOL_STATE_H
#define WEFT_CPU_POOL_POOL_STATE_H

#include "cpu/arch/clock.h"
#include "cpu/launch/launcher.h"
#include "cpu/pool/pool_job.h"
#include "cpu/pool/worker_pool.h"
#include "support/pause.h"
#include "support/thread_place.h"

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <vector>

namespace weft {

// A launcher that belongs to the pool and is lent to a thread.
struct LentLauncher {
  Launcher launcher;
  LentLauncher *next_free = nullptr;
  LentLauncher *next_of_all = nullptr;
};

class PoolMembers;

// A thread while it is of use to a pool: a worker, or whoever is in helpUntil(). On its stack;
// other threads touch it under the pool's mutex only, while it is in a list.
struct PoolMember {
  WorkerPool::State *pool = nullptr;
  PoolMember *outer =
      nullptr; // of the same thread: it helps another pool within a task of this one
  std::atomic<uint32_t> signal{0}; // futex: 1 ends the sleep
  LentLauncher *launcher = nullptr;
  Job *spares = nullptr; // a list, to be used again
  unsigned range = 0;    // of the launch that it runs
  bool worker = false;
  pid_t thread = 0;                 // of a worker: the kernel's number
  int woken_from = 0;               // the CPU of whoever woke it
  std::optional<ThreadPlace> place; // if it is kept off that
  bool finishing = false;           // in KernelLaunch::done; looks for work right after it
  Job *next = nullptr;              // submitted while it was, and what it will run then

  // Whether to take the time of a launch of one share: of some only, for looking at the clock twice
  // costs more than the shortest launches do.
  bool measures() { return unmeasured++ % launches_per_measure == 0; }
  static constexpr unsigned launches_per_measure = 8;
  unsigned unmeasured = 0;

  bool has_slot = false;
  PoolMembers *list = nullptr; // that it is in
  PoolMember *before = nullptr;
  PoolMember *after = nullptr;
};

// An intrusive list, last in first out.
class PoolMembers {
public:
  PoolMember *first() const { return head; }
  void push(PoolMember &member);
  static void remove(PoolMember &member);
  void clear() { head = nullptr; }

private:
  PoolMember *head = nullptr;
};

class WorkerPool::State {
public:
  State(unsigned slots, std::vector<int> bound_cpus);
  ~State();

  void start();
  void submit(std::unique_ptr<HostTask> task);
  void submit(KernelLaunch &launch);
  size_t runShort(std::span<const KernelLaunch *const> launches, bool &ok);
  void helpUntil(const std::function<bool()> &stop);
  void wakeHelpers();
  static void mayBlock();
  // Finishes all work and ends the threads.
  void shutDown();

  bool ending = false;               // shutDown() has begun; guarded as the list of all pools is
  const unsigned slots;              // threads that may compute at a time
  const std::vector<int> bound_cpus; // that the workers stay on; empty: all

  // fork: the mutex is held across it. The child keeps nothing of the parent's work.
  void lockForFork() { mutex.lock(); }
  void unlockAfterFork() { mutex.unlock(); }
  void resetInChild();
  // exit: workers end after the share that they run; awaitRest() waits for that, but not long.
  void rest();
  void awaitRest();
  bool resting() const { return exiting.load(std::memory_order_relaxed); }

private:
  using Member = PoolMember;
  struct Worker {
    State *state;
    unsigned index;
    pthread_t id;
  };
  class Guard;
  static constexpr unsigned most_wakeups = 2; // by one thread at a time

  // All below with the mutex held, unless said otherwise.
  void startLocked();
  Job *newJob();
  void enqueue(Guard &guard, Job &job, const Member *submitter);
  void link(Job &job, Job *after);
  void handOver(Guard &guard, Member &self, Job &job);
  void giveBack(Guard &guard, Member &self);
  void join(Member &self, Job &job);
  bool acquireSlot(Member &self);
  void releaseSlot(Guard &guard, Member &self);
  void balance(Guard &guard, unsigned most, unsigned on_their_way = 0);
  void grant(Guard &guard, Member &member);
  unsigned claimable() const;
  Job *take(Member &self, GroupChunk &share);
  void unlink(Job &job);
  void unlinkExhausted(Job &job);
  void recycle(Member &self);
  void sleep(Guard &guard, Member &self);
  void chooseCpu(Member &sleeper);
  LentLauncher *lendLauncher();
  void takeBack(Member &self);
  bool spinAllowed() const { return searching + 1 < slots && !contended(); }

  // Without the mutex.
  // Whether threads have lost their CPUs to other processes lately.
  bool contended() const {
    const uint64_t until = contended_until.load(std::memory_order_relaxed);
    return until && arch::nanoseconds(arch::ticks()) < until; // mostly no clock is read
  }
  // Of a thread that was `spent` nanoseconds with what was thought to take `expected`; negative:
  // nobody knew.
  void noteDelay(uint64_t spent, double expected);
  bool leave(Job &job);
  static void *workerMain(void *worker);
  void bindThread() const;
  static void wake(std::atomic<uint32_t> *word);
  void arrive(Member &self);
  void work();
  void spin(const std::function<bool()> *stop) const;
  void runShares(Member &self, Job &job, GroupChunk share, const std::function<bool()> *stop);
  // Returns with the mutex held.
  void run(Guard &guard, Member &self, Job *job, GroupChunk share,
           const std::function<bool()> *stop);
  Member *currentMember() const;

  LaunchHistory history; // needs no mutex

  std::mutex mutex;
  Job *first_job = nullptr; // queue: work that nobody has claimed yet, oldest first
  Job *last_job = nullptr;
  unsigned active = 0;    // slots taken
  unsigned searching = 0; // of these: granted to a thread not yet awake, or spinning
  unsigned busy = 0;      // workers that run something
  bool started = false;
  bool restart = false; // start() was called in a parent process
  bool stopping = false;
  std::vector<std::unique_ptr<Worker>> workers;
  std::condition_variable rested; // `busy` has fallen while exiting
  Job *free_jobs = nullptr;
  Job *lost_jobs = nullptr; // of a parent process; never destroyed
  LentLauncher *free_launchers = nullptr;
  LentLauncher *all_launchers = nullptr; // for the end

  std::atomic<uint64_t> contended_until{0}; // nanoseconds of arch::ticks(); 0: never so far
  // Workers have been found on the CPU of who woke them.
  std::atomic<bool> keeps_apart{false};
  // Changed with the mutex held, read without.
  std::atomic<unsigned> queued{0};  // jobs in the queue, for those who spin
  std::atomic<bool> exiting{false}; // the process exits: only helpers work

  std::atomic<uint64_t> wake_epoch{0};       // counts wakeHelpers()
  std::atomic<unsigned> sleeping_helpers{0}; // changed with the mutex held
  PoolMembers sleeping_workers;
  PoolMembers helpers;    // sleeping, and may be given work
  PoolMembers bystanders; // sleeping, and only wait
  PoolMembers granted;    // given a slot, not yet awake

  static thread_local Member *current;
};

// Holds the mutex; wakes threads after releasing it, lest they wake only to wait for it.
class WorkerPool::State::Guard {
public:
  explicit Guard(State &state, bool locked = true)
      : state(state), held(state.mutex, std::defer_lock) {
    if (locked)
      lock();
  }
  ~Guard() { unlock(); }
  // Threads that end their shares of a launch meet here. Whoever is before does not take as long as
  // two system calls.
  void lock() {
    constexpr int Tries = 64;
    for (int i = 0; i < Tries; ++i) {
      if (held.try_lock())
        return;
      pause();
    }
    held.lock();
  }
  // If it is locked.
  void unlock() {
    if (held.owns_lock())
      held.unlock();
    for (; count; --count)
      State::wake(due[count - 1]);
  }
  // The sleeper may be gone when it is woken: then this wakes nobody, or somebody in vain, who
  // looks at his own word and sleeps on.
  void wake(PoolMember &member) {
    state.chooseCpu(member);
    member.signal.store(1, std::memory_order_release);
    if (count == sizeof due / sizeof *due)
      State::wake(&member.signal);
    else
      due[count++] = &member.signal;
  }
  std::unique_lock<std::mutex> &mutexLock() { return held; }

private:
  State &state;
  std::unique_lock<std::mutex> held;
  std::atomic<uint32_t> *due[8];
  unsigned count = 0;
};

// Keeps a pool informed of fork() and exit(), from its making until its end.
void watchProcess(WorkerPool::State *state);
void unwatchProcess(WorkerPool::State *state);
// Whether the pool is to be shut down and deleted: not once the process exits, which looks at it.
bool mayEnd(WorkerPool::State *state);
// From now on there are threads: keeps the code of this library mapped, and puts them to rest at
// exit().
void watchThreads();

} // namespace weft
#endif
