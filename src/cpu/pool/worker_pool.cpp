// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scheduling. One mutex guards the queue, the slots and the lists of sleepers; chunks of a launch
// are claimed without it.
//
// No work is forgotten:
//   (1) Whenever the mutex is free: if there is work that calls for one more thread, and a slot is
//       free, and a thread sleeps that could take it, then some thread is *searching* (it holds a
//       slot and is on its way to the queue) or is running a job's end, has not been handed the
//       next job (pool_queue.cpp), and will look right after it.
//   (2) Who holds a slot gives it up only under the mutex and having seen the queue; whoever takes
//       work, or gives up a slot, wakes up to two more for what is left (balance()). So wake-ups
//       spread as a tree, and a submitter pays for two at most.
//   (3) A thread puts itself into a list of sleepers under the mutex, having seen that (1) lets it;
//       who adds work does so under the mutex and looks at the lists after it.
//   (4) wakeHelpers() counts `wake_epoch` up and then reads `sleeping_helpers`; a helper counts
//       `sleeping_helpers` up and then reads `wake_epoch`, having read it before it asked stop().
//       In the one total order of these operations one of the two sees the other.
//
// At most `slots` threads compute: the two exceptions are a task or callback that waits in
// helpUntil(), which gives its slot up to sleep and goes on without asking when it is woken, and
// the threads that still wait for something while the process exits.
#include "cpu/pool/pool_state.h"

#include "support/trace.h"

#include <algorithm>
#include <chrono>
#include <linux/futex.h>
#include <new>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace weft {

using Clock = std::chrono::steady_clock;

// Longer than the gap between two commands of a queue, shorter than anybody notices.
static constexpr auto longest_spin = std::chrono::microseconds(40);

void WorkerPool::State::wake(std::atomic<uint32_t> *word) {
  ::syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}

static void futexWait(std::atomic<uint32_t> *word, uint32_t value) {
  ::syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, nullptr, nullptr, 0);
}

void PoolMembers::push(PoolMember &member) {
  member.list = this;
  member.before = nullptr;
  member.after = head;
  if (head)
    head->before = &member;
  head = &member;
}

void PoolMembers::remove(PoolMember &member) {
  (member.before ? member.before->after : member.list->head) = member.after;
  if (member.after)
    member.after->before = member.before;
  member.list = nullptr;
}

thread_local PoolMember *WorkerPool::State::current = nullptr;

PoolMember *WorkerPool::State::currentMember() const {
  for (Member *member = current; member; member = member->outer)
    if (member->pool == this)
      return member;
  return nullptr;
}

// --- Slots and sleepers ------------------------------------------------------------------------

bool WorkerPool::State::acquireSlot(Member &self) {
  if (active < slots || resting()) {
    ++active;
  } else if (Member *late = granted.first()) {
    // It was given a slot and is not yet awake; this thread is. It will find that it has none.
    PoolMembers::remove(*late);
    late->has_slot = false;
    --searching;
  } else {
    return false;
  }
  self.has_slot = true;
  return true;
}

void WorkerPool::State::releaseSlot(Guard &guard, Member &self) {
  self.has_slot = false;
  --active;
  balance(guard, most_wakeups);
}

void WorkerPool::State::grant(Guard &guard, Member &member) {
  if (member.list == &helpers)
    sleeping_helpers.fetch_sub(1, std::memory_order_relaxed);
  PoolMembers::remove(member);
  granted.push(member);
  member.has_slot = true;
  ++active;
  ++searching;
  guard.wake(member);
}

// Wakes up to `most` threads for work that nobody looks for; `on_their_way` look for it beside
// those that are counted.
void WorkerPool::State::balance(Guard &guard, unsigned most, unsigned on_their_way) {
  if (!first_job)
    return;
  const unsigned wanted = claimable();
  for (; most && searching + on_their_way < wanted && active < slots; --most) {
    // Helpers first: often it is their own work, and who ends it need not be woken for its end.
    Member *sleeper = helpers.first();
    if (!sleeper && !resting())
      sleeper = sleeping_workers.first();
    if (!sleeper)
      return;
    grant(guard, *sleeper);
  }
}

// Before a worker is woken. Threads of the application are where the application wants them, and
// work that ends before its waker has gone on is best done where that is.
void WorkerPool::State::chooseCpu(Member &sleeper) {
  sleeper.woken_from = -1;
  const bool soon_done =
      first_job && !first_job->task && first_job->most_threads.load(std::memory_order_relaxed) == 1;
  if (!sleeper.worker || soon_done)
    return;
  sleeper.woken_from = sched_getcpu();
  if (keeps_apart.load(std::memory_order_relaxed))
    sleeper.place = ThreadPlace::keepOff(sleeper.thread);
}

// By a worker that has been woken.
void WorkerPool::State::arrive(Member &self) {
  if (self.place)
    self.place->arrived();
  else if (self.worker && sched_getcpu() == self.woken_from)
    keeps_apart.store(true, std::memory_order_relaxed);
  self.place.reset();
}

// Sleeps until granted a slot or told to look around. The member is in a list of sleepers.
void WorkerPool::State::sleep(Guard &guard, Member &self) {
  guard.unlock();
  while (self.signal.load(std::memory_order_acquire) == 0)
    futexWait(&self.signal, 0);
  arrive(self);
  guard.lock();
  if (self.list == &granted) {
    PoolMembers::remove(self);
    --searching;
  }
}

void WorkerPool::State::spin(const std::function<bool()> *stop) const {
  const auto start = Clock::now();
  do
    for (int i = 0; i < 16; ++i) {
      if (queued.load(std::memory_order_relaxed) || (stop && (*stop)()) || resting())
        return;
      weft::pause();
    }
  while (Clock::now() - start < longest_spin);
}

LentLauncher *WorkerPool::State::lendLauncher() {
  if (LentLauncher *launcher = free_launchers) {
    free_launchers = launcher->next_free;
    return launcher;
  }
  auto *launcher = new (std::nothrow) LentLauncher;
  if (launcher) {
    launcher->next_of_all = all_launchers;
    all_launchers = launcher;
  }
  return launcher;
}

void WorkerPool::State::takeBack(Member &self) {
  recycle(self);
  if (LentLauncher *launcher = std::exchange(self.launcher, nullptr)) {
    launcher->next_free = free_launchers;
    free_launchers = launcher;
  }
}

// --- Running -----------------------------------------------------------------------------------

void WorkerPool::State::noteDelay(uint64_t spent, double expected) {
  // No scheduler takes a CPU away for less.
  constexpr uint64_t ShortestDelay = 300'000, Remembered = 50'000'000;
  constexpr double UsualSpread = 4; // of what a kernel takes from launch to launch
  static thread_local long involuntary = 0;
  if (spent < ShortestDelay || expected < 0 || double(spent) < UsualSpread * expected)
    return;
  rusage usage;
  if (getrusage(RUSAGE_THREAD, &usage) != 0 || usage.ru_nivcsw == involuntary)
    return;
  involuntary = usage.ru_nivcsw;
  contended_until.store(arch::nanoseconds(arch::ticks()) + Remembered, std::memory_order_relaxed);
}

// Runs `share` and those after it, until there are none left or the thread has to leave.
void WorkerPool::State::runShares(Member &self, Job &job, GroupChunk share,
                                  const std::function<bool()> *stop) {
  const KernelLaunch &launch = *job.launch;
  job.startOnce();
  if (share.empty())
    return;
  if (!self.launcher || !self.launcher->launcher.prepare(launch)) {
    job.fail();
    return;
  }
  Launcher &launcher = self.launcher->launcher;
  const bool measured = job.shared() || self.measures();
  const uint64_t begin = measured ? arch::ticks() : 0;
  uint64_t groups = 0;
  for (; !share.empty(); share = job.ranges.claim(self.range)) {
    // While the others are still busy. Later they may all come at the same time.
    if (job.queued.load(std::memory_order_relaxed) && job.ranges.exhausted()) {
      Guard guard(*this);
      unlinkExhausted(job);
    }
    const uint64_t traced_from = trace::enabled() ? trace::now() : 0;
    const bool complete = launcher.run(launch, share.first, share.end);
    if (traced_from) [[unlikely]]
      trace::onThread(launch.name, traced_from, trace::now(),
                      {{"first_group", share.first}, {"groups", share.end - share.first}});
    if (!complete) {
      job.fail();
      break;
    }
    groups += share.end - share.first;
    if (job.ranges.exhausted() || (stop ? (*stop)() : resting()))
      break;
    // Costs more than was thought.
    if (job.most_threads.load(std::memory_order_relaxed) < slots &&
        arch::nanoseconds(arch::ticks() - begin) >
            (contended() ? worth_contending : worth_waking)) {
      Guard guard(*this);
      job.most_threads.store(slots, std::memory_order_relaxed);
      balance(guard, most_wakeups);
    }
  }
  if (groups && measured) {
    const uint64_t spent = arch::nanoseconds(arch::ticks() - begin);
    const uint64_t items = groups * largestGroup(launch.launch);
    noteDelay(spent, history.estimate(launch.entry) * double(items));
    history.record(launch.entry, double(items), spent);
    if (launch.cost) {
      const uint64_t stands_for = job.shared() ? 1 : Member::launches_per_measure;
      launch.cost->add(spent * stands_for, items * stands_for);
    }
  }
  if (launcher.printed())
    job.printed.store(true, std::memory_order_relaxed);
}

// The job, and those after it that are handed over to this thread.
void WorkerPool::State::run(Guard &guard, Member &self, Job *job, GroupChunk share,
                            const std::function<bool()> *stop) {
  guard.unlock();
  for (;;) {
    if (job->task) {
      const trace::ThreadSpan span("host task");
      job->task->run();
      job->task.reset();
    } else {
      runShares(self, *job, share, stop);
      if (!leave(*job))
        break;
      self.finishing = true;
      job->finish();
      self.finishing = false;
    }
    // Not the only one: the job before may have been the last to submit another.
    job->after = std::exchange(self.spares, job);
    job = self.next;
    if (!job || (stop ? (*stop)() : resting()))
      break;
    self.next = nullptr;
    share = job->claim(self.range);
  }
  guard.lock();
  if (self.next)
    giveBack(guard, self);
}

void WorkerPool::State::work() {
  Member self;
  self.pool = this;
  self.worker = true;
  self.thread = gettid();
  self.outer = current;
  current = &self;
  bool may_spin = false;
  Guard guard(*this);
  while (!resting()) {
    recycle(self);
    if (self.has_slot || acquireSlot(self)) {
      GroupChunk share;
      if (Job *job = take(self, share)) {
        balance(guard, most_wakeups);
        ++busy;
        run(guard, self, job, share, nullptr);
        may_spin = true;
        --busy;
        continue;
      }
    }
    if (stopping)
      break;
    if (self.has_slot && may_spin && spinAllowed()) {
      may_spin = false;
      ++searching;
      guard.unlock();
      spin(nullptr);
      guard.lock();
      --searching;
      continue;
    }
    if (self.has_slot)
      releaseSlot(guard, self);
    self.signal.store(0, std::memory_order_relaxed);
    sleeping_workers.push(self);
    sleep(guard, self);
  }
  if (self.has_slot)
    releaseSlot(guard, self);
  takeBack(self);
  rested.notify_all();
  current = self.outer;
}

// Whether the stack of the calling thread, which is the application's, has room for kernels.
static bool stackSuffices() {
  static constexpr size_t enough = 256 * 1024;
  static thread_local const char *bottom = nullptr;
  static thread_local size_t bytes = 0;
  if (!bytes) {
    pthread_attr_t attributes;
    void *address = nullptr;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0)
      return false;
    pthread_attr_getstack(&attributes, &address, &bytes);
    pthread_attr_destroy(&attributes);
    bottom = static_cast<const char *>(address);
  }
  // Also false on the stack of a coroutine, whose size nobody knows.
  const char *here = static_cast<const char *>(__builtin_frame_address(0));
  return here > bottom && here < bottom + bytes && size_t(here - bottom) >= enough;
}

void WorkerPool::State::helpUntil(const std::function<bool()> &stop) {
  if (stop())
    return;
  Member own;
  Member *const outer = currentMember();
  Member &self = outer ? *outer : own;
  const bool finishing = std::exchange(self.finishing, false);
  const bool had_slot = self.has_slot;
  // Work of a bound pool stays on its CPUs.
  const bool leaves_work = !stackSuffices() || (!outer && !bound_cpus.empty());
  bool may_spin = true;
  if (!outer) {
    own.pool = this;
    own.outer = current;
    current = &own;
  }
  Guard guard(*this, /*locked=*/false);
  if (self.next) {
    guard.lock();
    giveBack(guard, self);
  }
  for (;;) {
    guard.unlock();
    const uint64_t epoch = wake_epoch.load(std::memory_order_seq_cst);
    if (stop())
      break;
    guard.lock();
    recycle(self);
    // Where there are no workers to leave it to, this thread has to do it.
    const bool may_work = !leaves_work || workers.empty() || resting();
    if (may_work && (self.has_slot || acquireSlot(self))) {
      GroupChunk share;
      if (Job *job = take(self, share)) {
        balance(guard, most_wakeups);
        run(guard, self, job, share, &stop);
        may_spin = true;
        continue;
      }
      if (may_spin && spinAllowed()) {
        may_spin = false;
        ++searching;
        guard.unlock();
        spin(&stop);
        guard.lock();
        --searching;
        continue;
      }
    }
    if (self.has_slot)
      releaseSlot(guard, self);
    self.signal.store(0, std::memory_order_relaxed);
    sleeping_helpers.fetch_add(1, std::memory_order_seq_cst);
    if (wake_epoch.load(std::memory_order_seq_cst) != epoch) {
      sleeping_helpers.fetch_sub(1, std::memory_order_relaxed);
      continue;
    }
    (may_work ? helpers : bystanders).push(self);
    sleep(guard, self);
  }
  guard.lock();
  self.finishing = finishing;
  if (outer) {
    recycle(self); // what this thread runs outside of here leaves one more
    // What called this computes on, whether or not there is room.
    if (had_slot && !self.has_slot) {
      self.has_slot = true;
      ++active;
    }
    return;
  }
  takeBack(self);
  if (self.has_slot)
    releaseSlot(guard, self);
  current = own.outer;
}

void WorkerPool::State::wakeHelpers() {
  wake_epoch.fetch_add(1, std::memory_order_seq_cst);
  if (sleeping_helpers.load(std::memory_order_seq_cst) == 0)
    return;
  Guard guard(*this);
  for (PoolMembers *list : {&helpers, &bystanders})
    while (Member *member = list->first()) {
      PoolMembers::remove(*member);
      sleeping_helpers.fetch_sub(1, std::memory_order_relaxed);
      guard.wake(*member);
    }
}

void WorkerPool::State::mayBlock() {
  for (Member *member = current; member; member = member->outer)
    if (std::exchange(member->finishing, false)) {
      Guard guard(*member->pool);
      if (member->next)
        member->pool->giveBack(guard, *member);
      // It computes nothing more before it looks for work again.
      if (member->has_slot)
        member->pool->releaseSlot(guard, *member);
      else
        member->pool->balance(guard, most_wakeups);
    }
}

// --- The pool ----------------------------------------------------------------------------------

WorkerPool::WorkerPool(std::vector<int> cpus, unsigned threads, bool bound) : state(nullptr) {
  unsigned slots = std::max<unsigned>(1, unsigned(cpus.size()));
  if (threads)
    slots = std::min(slots, threads);
  state = new State(slots, bound ? std::move(cpus) : std::vector<int>());
}

WorkerPool::~WorkerPool() {
  if (!mayEnd(state))
    return;
  state->shutDown();
  delete state;
}

void WorkerPool::start() { state->start(); }

void WorkerPool::submit(std::unique_ptr<HostTask> task) { state->submit(std::move(task)); }

void WorkerPool::submit(KernelLaunch &launch) { state->submit(launch); }

void WorkerPool::helpUntil(const std::function<bool()> &stop) { state->helpUntil(stop); }
void WorkerPool::wakeHelpers() { state->wakeHelpers(); }
void WorkerPool::mayBlock() { State::mayBlock(); }
unsigned WorkerPool::threads() const { return state->slots; }

} // namespace weft
