// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The threads of a pool: their beginning, their end, and what fork() and exit() mean to them.
#include "cpu/pool/pool_state.h"

#include "support/log.h"
#include "support/trace.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <new>
#include <sched.h>

namespace weft {

// Kernels of the `loops` emitter keep private arrays on the stack. Address space, not memory.
static constexpr size_t worker_stack = size_t(8) << 20;
// What exit() waits at most for the shares that workers run. One that takes longer is cut off by
// the end of the process; that is harmless unless static destructors take its memory away first.
static constexpr auto longest_rest = std::chrono::milliseconds(250);

WorkerPool::State::State(unsigned slots, std::vector<int> bound_cpus)
    : slots(slots), bound_cpus(std::move(bound_cpus)), seats(slots) {
  // A child of fork() would wait for ever for what a thread of its parent had begun to initialise.
  trace::enabled();
  watchProcess(this);
}

WorkerPool::State::~State() {
  unwatchProcess(this);
  for (Job *done = retired.load(std::memory_order_acquire); done;)
    delete std::exchange(done, done->after);
  while (free_jobs)
    delete std::exchange(free_jobs, free_jobs->after);
  while (all_launchers)
    delete std::exchange(all_launchers, all_launchers->next_of_all);
}

void WorkerPool::State::start() {
  watchThreads();
  Guard guard(*this);
  startLocked();
}

void *WorkerPool::State::workerMain(void *argument) {
  const Worker &worker = *static_cast<Worker *>(argument);
  char name[16];
  std::snprintf(name, sizeof name, "weft-%u", worker.index);
  pthread_setname_np(pthread_self(), name);
  worker.state->bindThread();
  worker.state->work(worker.index);
  if (worker.state->resting())
    pthread_detach(pthread_self()); // nobody joins once the process exits
  return nullptr;
}

void WorkerPool::State::bindThread() const {
  if (bound_cpus.empty())
    return;
  const int count = *std::max_element(bound_cpus.begin(), bound_cpus.end()) + 1;
  const size_t bytes = CPU_ALLOC_SIZE(count);
  cpu_set_t *mask = CPU_ALLOC(size_t(count));
  if (!mask)
    return;
  CPU_ZERO_S(bytes, mask);
  for (int cpu : bound_cpus)
    CPU_SET_S(size_t(cpu), bytes, mask);
  // A CPU may have gone since: then the thread runs where it can.
  sched_setaffinity(0, bytes, mask);
  CPU_FREE(mask);
}

void WorkerPool::State::startLocked() {
  if (started || resting())
    return;
  started = true;
  restart = false;
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0)
    return;
  size_t stack = 0;
  pthread_attr_getstacksize(&attributes, &stack);
  pthread_attr_setstacksize(&attributes, std::max(stack, worker_stack));
  // Signals are the application's; its handlers run on its threads.
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  int error = 0;
  try {
    for (unsigned i = 0; i < slots && error == 0; ++i) {
      auto worker = std::make_unique<Worker>(Worker{this, i, {}});
      workers.reserve(workers.size() + 1);
      error = pthread_create(&worker->id, &attributes, workerMain, worker.get());
      if (error == 0)
        workers.push_back(std::move(worker));
    }
  } catch (const std::bad_alloc &) {
    error = ENOMEM;
  }
  pthread_sigmask(SIG_SETMASK, &old, nullptr);
  pthread_attr_destroy(&attributes);
  // Fewer threads, or those that wait alone, do all the work.
  if (error != 0)
    log(LogGroup::Device, "only %zu of %u worker threads could be started", workers.size(), slots);
}

void WorkerPool::State::shutDown() {
  std::vector<std::unique_ptr<Worker>> ending;
  {
    Guard guard(*this);
    stopping = true;
    ending.swap(workers);
    while (Member *sleeper = sleeping_workers.first()) {
      PoolMembers::remove(*sleeper);
      guard.wake(*sleeper);
    }
  }
  // Helps; then each worker ends when it finds nothing more to do.
  work(slots - 1);
  for (const auto &worker : ending)
    pthread_join(worker->id, nullptr);
}

void WorkerPool::State::resetInChild() {
  Member *self = currentMember();
  if (self)
    self->finishing = false; // it may never come back from where it called fork()
  // The parent runs what was submitted there. Nothing of it may be destroyed here: that could have
  // effects that other threads of the parent are in the middle of.
  while (Job *job = first_job) {
    first_job = job->after;
    job->after = std::exchange(lost_jobs, job);
    job->queued = false; // for a callback of it that runs on this thread
  }
  last_job = nullptr;
  unserved.store(false, std::memory_order_relaxed);
  deferred.store(false, std::memory_order_relaxed);
  for (unsigned seat = 0; seat < slots; ++seat) {
    seats.owner(seat) = nullptr;
    seats.word(seat).store(Seats::Away, std::memory_order_relaxed);
  }
  seated_workers = awake = 0;
  hosts = self && !self->worker;
  watched = false;
  if (self) {
    self->seat = -1;
    self->is_awake = false;
  }
  for (PoolMembers *list : {&sleeping_workers, &helpers, &bystanders, &granted})
    list->clear();
  sleeping_helpers.store(0, std::memory_order_relaxed);
  active = self && self->has_slot;
  busy = self && self->worker;
  searching = 0;
  // The thread that goes on may be one of them; it no longer needs its record.
  workers.clear();
  restart = restart || started;
  started = false;
}

void WorkerPool::State::rest() {
  Guard guard(*this);
  exiting.store(true, std::memory_order_relaxed);
}

void WorkerPool::State::awaitRest() {
  Guard guard(*this);
  const Member *self = currentMember();
  const unsigned own = self && self->worker;
  const auto deadline = std::chrono::steady_clock::now() + longest_rest;
  rested.wait_until(guard.mutexLock(), deadline, [&] { return busy <= own; });
}

namespace {

// All pools of the process. Never destroyed: the handlers below may be called at any time.
struct Pools {
  std::mutex mutex;
  std::vector<WorkerPool::State *> list;
};

Pools &pools() {
  static Pools &all = *new Pools;
  return all;
}

void beforeFork() {
  pools().mutex.lock();
  for (WorkerPool::State *state : pools().list)
    state->lockForFork();
}

void afterForkInParent() {
  for (WorkerPool::State *state : pools().list)
    state->unlockAfterFork();
  pools().mutex.unlock();
}

void afterForkInChild() {
  for (WorkerPool::State *state : pools().list)
    state->resetInChild();
  afterForkInParent();
}

void atExit() {
  // Without the lock of the list while waiting: a task may make or destroy a pool.
  std::vector<WorkerPool::State *> list;
  {
    std::lock_guard lock(pools().mutex);
    for (WorkerPool::State *state : pools().list)
      if (!state->ending) { // else whoever ends it will delete it
        state->rest();
        list.push_back(state);
      }
  }
  for (WorkerPool::State *state : list)
    state->awaitRest();
}

} // namespace

void watchProcess(WorkerPool::State *state) {
  std::lock_guard lock(pools().mutex);
  pools().list.push_back(state);
}

void unwatchProcess(WorkerPool::State *state) {
  std::lock_guard lock(pools().mutex);
  std::erase(pools().list, state);
}

bool mayEnd(WorkerPool::State *state) {
  std::lock_guard lock(pools().mutex);
  return state->ending = !state->resting();
}

void watchThreads() {
  static std::once_flag once;
  std::call_once(once, [] {
    pthread_atfork(beforeFork, afterForkInParent, afterForkInChild);
    // Registered when the first threads start, so it runs before the destructors of whatever was
    // made before, and threads rest by then.
    std::atexit(atExit);
  });
  // dlclose() must not take the code away from under the threads. No lock is held, nor waited for:
  // the loader's may be held by a constructor that comes here.
  static std::atomic<bool> kept{false};
  if (kept.exchange(true))
    return;
  Dl_info info;
  if (dladdr(reinterpret_cast<void *>(&watchThreads), &info) && info.dli_fname)
    dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

} // namespace weft
