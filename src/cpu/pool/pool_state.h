// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the worker pool consists of; see worker_pool.cpp for how it works.
#ifndef WEFT_CPU_POOL_POOL_STATE_H
#define WEFT_CPU_POOL_POOL_STATE_H

#include "cpu/arch/clock.h"
#include "cpu/launch/launcher.h"
#include "cpu/pool/pool_job.h"
#include "cpu/pool/pool_seats.h"
#include "cpu/pool/worker_pool.h"
#include "support/pause.h"
#include "support/thread_place.h"

#include <algorithm>
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
  // Of the same thread: it helps another pool within a task of this one.
  PoolMember *outer = nullptr;
  std::atomic<uint32_t> signal{0}; // futex: 1 ends the sleep
  LentLauncher *launcher = nullptr;
  unsigned range = 0;      // of the launch that it runs
  int seat = -1;           // its own; -1: none
  unsigned usual_seat = 0; // of a worker
  bool called = false;     // to the queue, from its seat
  bool is_awake = false;   // counted among those
  bool stood_long = false; // has waited at its seat as long as is worth it
  uint64_t granted_at = 0; // ticks
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
  void expedite();
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
  // Nanoseconds: longer than the gap between two commands of a queue, shorter than anybody notices.
  static constexpr uint64_t shortest_stand = 40'000, longest_stand = 100'000;
  static constexpr unsigned most_looks = 5; // in vain, of who watches

  // All below with the mutex held, unless said otherwise.
  void startLocked();
  Job *newJob();
  void enqueue(Guard &guard, Job &job, const Member *submitter, bool comes);
  void link(Job &job, Job *after);
  unsigned fairShare(const Member *submitter) const;
  void replaceMissing(Job &job, bool more = false);
  void rouse(Guard &guard, unsigned wanted, double cost, unsigned others);
  void handOver(Guard &guard, Member &self, Job &job);
  void giveBack(Guard &guard, Member &self);
  void join(Member &self, Job &job);
  bool acquireSlot(Member &self);
  void releaseSlot(Guard &guard, Member &self);
  void balance(Guard &guard, unsigned most, unsigned on_their_way = 0);
  void grant(Guard &guard, Member &member);
  unsigned claimable() const;
  Job *firstFor(const Member &self) const;
  Job *take(Member &self, GroupChunk &share);
  void unlink(Job &job);
  void unlinkExhausted(Job &job);
  void sleep(Guard &guard, Member &self, bool watches = false);
  void watch(Guard &guard, Member &self);
  void noteWakeUp(uint64_t nanoseconds);
  void chooseCpu(Member &sleeper);
  LentLauncher *lendLauncher();
  void takeBack(Member &self);
  // pool_seats.cpp
  void takeSeat(Member &self);
  void leaveSeat(Member &self);
  bool evict();
  bool callStanding();
  bool someStand(const Job &job) const;
  void plan(Job &job, unsigned threads, Member *self);

  // Without the mutex.
  // Whether threads have lost their CPUs to other processes lately.
  bool contended() const {
    const uint64_t until = contended_until.load(std::memory_order_relaxed);
    return until && arch::nanoseconds(arch::ticks()) < until; // mostly no clock is read
  }
  // Of a thread that was `spent` nanoseconds with what was thought to take `expected`; negative:
  // nobody knew.
  void noteDelay(uint64_t spent, double expected);
  bool leave(Job &job, bool early);
  void retire(Job &job);
  // Of the team of a launch (pool_seats.cpp). The caller refers to the job.
  unsigned seatOf(const Job &job, unsigned range) const;
  void offer(Job &job, unsigned position, unsigned span);
  void spread(Job &job, unsigned position, unsigned span);
  void withdraw(Job &job, unsigned range);
  // Waits at its seat: a launch of which it has a range and a reference, or null if the thread is
  // to look at the queue.
  Job *stand(Member &self, const std::function<bool()> *stop);
  bool mayStand(const Member &self) const { return self.has_slot && self.seat >= 0; }
  static void *workerMain(void *worker);
  void bindThread() const;
  static void wake(std::atomic<uint32_t> *word);
  void arrive(Member &self);
  void work(unsigned index);
  void callForMore(Job &job);
  // Whether it ran until there was nothing left to claim.
  bool runShares(Member &self, Job &job, GroupChunk share, const std::function<bool()> *stop);
  // Returns with the mutex held.
  void run(Guard &guard, Member &self, Job *job, GroupChunk share,
           const std::function<bool()> *stop);
  Member *currentMember() const;

  LaunchHistory history; // needs no mutex

  std::mutex mutex;
  Job *first_job = nullptr; // queue: work that nobody has claimed yet, oldest first
  Job *last_job = nullptr;
  unsigned active = 0;    // slots taken
  unsigned searching = 0; // of these: granted to a thread that has not yet come, or called
  unsigned busy = 0;      // workers that run something, or stand
  unsigned awake = 0;     // threads in run() that have a seat
  unsigned seated_workers = 0;
  unsigned hosts = 0; // threads of the application in helpUntil()
  bool started = false;
  bool restart = false; // start() was called in a parent process
  bool stopping = false;
  std::vector<std::unique_ptr<Worker>> workers;
  std::condition_variable rested; // `busy` has fallen while exiting
  uint64_t submissions = 0;       // launches so far
  // See rouse(): when the last launch was submitted that awake threads would share, what such
  // launches took, in nanoseconds, and how many threads are to be awake.
  uint64_t short_at = 0, spent_short = 0;
  unsigned wanted_awake = 0;
  // A worker that sleeps looks around now and then, for launches that nobody was woken for.
  bool watched = false;
  unsigned watch_more = 0; // looks that it will take without a submission in between
  Job *free_jobs = nullptr;
  Job *lost_jobs = nullptr; // of a parent process; never destroyed
  LentLauncher *free_launchers = nullptr;
  LentLauncher *all_launchers = nullptr; // for the end

  std::atomic<uint64_t> stand_for{shortest_stand};
  std::atomic<uint64_t> contended_until{0}; // nanoseconds of arch::ticks(); 0: never so far
  // Workers have been found on the CPU of who woke them.
  std::atomic<bool> keeps_apart{false};
  // Changed with the mutex held, read without.
  std::atomic<bool> unserved{false}; // the queue calls for threads, and there were none to be had
  std::atomic<bool> deferred{false}; // it has a launch that is left to who will wait for it
  std::atomic<bool> exiting{false};  // the process exits: only helpers work
  // Done, and to be used again: a list to which threads push without the mutex.
  std::atomic<Job *> retired{nullptr};
  Seats seats;

  std::atomic<uint64_t> wake_epoch{0};       // counts wakeHelpers()
  std::atomic<unsigned> sleeping_helpers{0}; // changed with the mutex held
  PoolMembers sleeping_workers;
  PoolMembers helpers;    // sleeping, and may be given work
  PoolMembers bystanders; // sleeping, and only wait
  PoolMembers granted;    // given a slot, not yet awake

  static thread_local Member *current;
  // What the caches of the thread hold: the range that it had last, and the seat of range 0 of
  // launches that it submits.
  static thread_local unsigned last_range, team_base;
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
  // Threads that submit and wait meet here. Whoever is before does not take as long as two system
  // calls; and each attempt takes the mutex's line away from who has it.
  void lock() {
    constexpr unsigned Tries = 16, LongestPause = 16;
    for (unsigned i = 0, pauses = 1; i < Tries; ++i) {
      if (held.try_lock())
        return;
      for (unsigned p = 0; p < pauses; ++p)
        pause();
      pauses = std::min(2 * pauses, LongestPause);
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
