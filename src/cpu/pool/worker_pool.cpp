// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scheduling. One mutex guards the queue, the slots and the lists of sleepers; chunks of a launch
// are claimed without it, and threads that are awake are offered theirs without it
// (pool_seats.cpp). In the queue are tasks, and launches that call for more threads than have come
// or were offered a range.
//
// No work is forgotten:
//   (1) Whenever the mutex is free: if there is work that calls for one more thread, and a slot is
//       free, and a thread sleeps that could take it, then some thread is *searching* (it was given
//       a slot, or called from its seat, and is on its way to the queue) or is running a job's end,
//       has not been handed the next job (pool_queue.cpp), and will look right after it. Except
//       that a short launch is left to who submitted it, while a worker watches: that is found
//       after two of its looks at the latest.
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
#include <linux/futex.h>
#include <new>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace weft {

void WorkerPool::State::wake(std::atomic<uint32_t> *word) {
  ::syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}

// Not longer than `most` if that is given.
static void futexWait(std::atomic<uint32_t> *word, uint32_t value, const timespec *most = nullptr) {
  ::syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, most, nullptr, 0);
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
  } else if (self.worker || !evict()) {
    return false;
  }
  self.has_slot = true;
  return true;
}

void WorkerPool::State::releaseSlot(Guard &guard, Member &self) {
  leaveSeat(self);
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
  member.granted_at = arch::ticks();
  ++active;
  ++searching;
  guard.wake(member);
}

// Calls up to `most` threads for work that nobody looks for: those that stand at their seats, or
// that sleep. `on_their_way` look for it beside those that are counted.
void WorkerPool::State::balance(Guard &guard, unsigned most, unsigned on_their_way) {
  const unsigned wanted = first_job ? claimable() : 0;
  if (searching + on_their_way >= wanted) {
    if (unserved.load(std::memory_order_relaxed))
      unserved.store(false, std::memory_order_relaxed);
    return;
  }
  // Before looking at who stands (pool_seats.cpp).
  unserved.store(true, std::memory_order_seq_cst);
  for (; most && searching + on_their_way < wanted; --most) {
    if (callStanding()) {
      ++searching;
      continue;
    }
    if (active >= slots)
      return;
    // Helpers first: often it is their own work, and who ends it need not be woken for its end.
    Member *sleeper = helpers.first();
    if (!sleeper && !resting())
      sleeper = sleeping_workers.first();
    if (!sleeper)
      return;
    grant(guard, *sleeper);
  }
  if (searching + on_their_way >= wanted)
    unserved.store(false, std::memory_order_relaxed);
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

// How long threads stand before they sleep: about what it takes to wake them, which is several
// times as much in a virtual machine whose CPUs are idle.
void WorkerPool::State::noteWakeUp(uint64_t nanoseconds) {
  // Longer than that it has waited for others that run on its CPU.
  if (nanoseconds > 2 * longest_stand || contended())
    return;
  const uint64_t old = stand_for.load(std::memory_order_relaxed);
  const uint64_t now = std::clamp(nanoseconds, shortest_stand, longest_stand);
  stand_for.store((7 * old + now) / 8, std::memory_order_relaxed);
}

// Sleeps until granted a slot or told to look around, or for a while if it `watches`. The member is
// in a list of sleepers.
void WorkerPool::State::sleep(Guard &guard, Member &self, bool watches) {
  static constexpr timespec between_looks = {0, 200'000};
  guard.unlock();
  if (watches)
    futexWait(&self.signal, 0, &between_looks);
  else
    while (self.signal.load(std::memory_order_acquire) == 0)
      futexWait(&self.signal, 0);
  if (self.signal.load(std::memory_order_acquire))
    arrive(self);
  guard.lock();
  if (self.list == &granted) {
    --searching;
    noteWakeUp(arch::nanoseconds(arch::ticks() - self.granted_at));
  }
  if (self.list)
    PoolMembers::remove(self);
}

// Sleeps, but looks now and then whether a launch was left to somebody who does not come. Returns
// when it is called, or when there is such a launch.
void WorkerPool::State::watch(Guard &guard, Member &self) {
  watched = true;
  for (uint64_t seen = submissions;; seen = submissions) {
    self.signal.store(0, std::memory_order_relaxed);
    sleeping_workers.push(self);
    sleep(guard, self, /*watches=*/true);
    if (self.has_slot || self.signal.load(std::memory_order_relaxed) || stopping || resting())
      break;
    if (first_job && first_job->sequence <= seen)
      break;
    if (submissions == seen && --watch_more == 0)
      break;
  }
  watched = false;
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
  leaveSeat(self);
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
bool WorkerPool::State::runShares(Member &self, Job &job, GroupChunk share,
                                  const std::function<bool()> *stop) {
  // What all threads write at the end of each short launch, they would wait for: one in some does.
  constexpr uint64_t Short = 20'000;
  const KernelLaunch &launch = *job.launch;
  job.startOnce();
  if (share.empty())
    return true;
  if (!self.launcher || !self.launcher->launcher.prepare(launch)) {
    job.fail();
    return true;
  }
  Launcher &launcher = self.launcher->launcher;
  const bool sampled = self.measures(), shared = job.shared();
  const uint64_t begin = sampled || shared ? arch::ticks() : 0;
  uint64_t groups = 0;
  bool early = false, called = false;
  // One that has been as short as was thought, so far, is not cut into many pieces.
  const auto next = [&] {
    if (job.brief && arch::nanoseconds(arch::ticks() - begin) < worth_sharing)
      if (const GroupChunk rest = job.ranges.claimRest(self.range); !rest.empty())
        return rest;
    return job.ranges.claim(self.range);
  };
  for (; !share.empty(); share = next()) {
    // While the others are still busy. Later they may all come at the same time.
    if (share.last && job.queued.load(std::memory_order_relaxed)) {
      Guard guard(*this);
      unlinkExhausted(job);
    }
    if (share.first_of_range >= 0 && job.team > 1)
      withdraw(job, unsigned(share.first_of_range));
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
    if (share.last)
      break;
    early = stop ? (*stop)() : resting();
    if (early)
      break;
    // Costs more than was thought, or threads have not come, or who submitted it.
    if (!called &&
        (job.most_threads.load(std::memory_order_relaxed) < slots ||
         job.missing.load(std::memory_order_relaxed) ||
         job.queued.load(std::memory_order_relaxed)) &&
        arch::nanoseconds(arch::ticks() - begin) >
            (contended() ? worth_contending : worth_waking)) {
      called = true;
      callForMore(job);
    }
  }
  if (groups && (sampled || shared)) {
    const uint64_t spent = arch::nanoseconds(arch::ticks() - begin);
    const uint64_t items = groups * largestGroup(launch.launch);
    const double expected = history.estimate(launch.costKey());
    noteDelay(spent, expected * double(items));
    if (sampled || spent > Short || expected < 0) {
      history.record(launch.costKey(), double(items), spent, job.ranges.size() > 1);
      const uint64_t stands_for = spent > Short ? 1 : Member::launches_per_measure;
      if (launch.cost)
        launch.cost->add(spent * stands_for, items * stands_for);
    }
  }
  if (launcher.printed())
    job.printed.store(true, std::memory_order_relaxed);
  return !early;
}

void WorkerPool::State::callForMore(Job &job) {
  Guard guard(*this);
  job.most_threads.store(slots, std::memory_order_relaxed);
  replaceMissing(job, /*more=*/true);
  balance(guard, most_wakeups);
}

// The job, and those after it that are handed over or offered to this thread. Without a job it
// stands at its seat at once.
void WorkerPool::State::run(Guard &guard, Member &self, Job *job, GroupChunk share,
                            const std::function<bool()> *stop) {
  const auto leaves = [&] { return stop ? (*stop)() : resting(); };
  self.stood_long = true; // or it cannot
  takeSeat(self);
  if (self.seat >= 0) {
    self.is_awake = true;
    ++awake;
  }
  guard.unlock();
  for (;;) {
    if (job && job->task) {
      const trace::ThreadSpan span("host task");
      job->task->run();
      job->task.reset();
      retire(*job);
    } else if (job) {
      const bool whole = runShares(self, *job, share, stop);
      if (leave(*job, !whole)) {
        self.finishing = true;
        job->finish();
        self.finishing = false;
        retire(*job);
      }
    }
    if ((job = self.next)) {
      if (leaves())
        break;
      self.next = nullptr;
      share = job->claim(self.range);
      continue;
    }
    if (leaves() || !mayStand(self) || !(job = stand(self, stop)))
      break;
    share = job->claim(self.range);
  }
  guard.lock();
  if (std::exchange(self.called, false))
    --searching;
  if (std::exchange(self.is_awake, false))
    --awake;
  if (self.next)
    giveBack(guard, self);
}

void WorkerPool::State::work(unsigned index) {
  Member self;
  self.pool = this;
  self.worker = true;
  self.thread = gettid();
  self.outer = current;
  self.usual_seat = (index + 1) % slots;
  bool may_stand = false;
  current = &self;
  Guard guard(*this);
  while (!resting()) {
    if (self.has_slot || acquireSlot(self)) {
      GroupChunk share;
      if (Job *job = take(self, share)) {
        balance(guard, most_wakeups);
        ++busy;
        run(guard, self, job, share, nullptr);
        --busy;
        may_stand = !self.stood_long;
        continue;
      }
    }
    if (stopping)
      break;
    // What called it is done: then the next may follow soon.
    if (std::exchange(may_stand, false) && self.has_slot) {
      ++busy;
      run(guard, self, nullptr, {}, nullptr);
      --busy;
      may_stand = !self.stood_long;
      continue;
    }
    if (self.has_slot)
      releaseSlot(guard, self);
    else
      leaveSeat(self);
    if (watch_more && !watched) {
      watch(guard, self);
      may_stand = awake < wanted_awake;
      continue;
    }
    self.signal.store(0, std::memory_order_relaxed);
    sleeping_workers.push(self);
    sleep(guard, self);
    may_stand = awake < wanted_awake;
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
  bool may_spin = true, counted = false;
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
    if (!outer && !std::exchange(counted, true))
      ++hosts;
    // Where there are no workers to leave it to, this thread has to do it.
    const bool may_work = !leaves_work || workers.empty() || resting();
    if (may_work && (self.has_slot || acquireSlot(self))) {
      GroupChunk share;
      if (Job *job = take(self, share)) {
        balance(guard, most_wakeups);
        run(guard, self, job, share, &stop); // stands at the end
        may_spin = !self.stood_long;
        continue;
      }
      if (may_spin && slots > 1) {
        may_spin = false;
        run(guard, self, nullptr, {}, &stop);
        may_spin = !self.stood_long;
        continue;
      }
    }
    if (self.has_slot)
      releaseSlot(guard, self);
    else
      leaveSeat(self);
    self.signal.store(0, std::memory_order_relaxed);
    sleeping_helpers.fetch_add(1, std::memory_order_seq_cst);
    if (wake_epoch.load(std::memory_order_seq_cst) != epoch) {
      sleeping_helpers.fetch_sub(1, std::memory_order_relaxed);
      continue;
    }
    (may_work ? helpers : bystanders).push(self);
    // It does not do what it has submitted.
    if (!may_work && deferred.exchange(false, std::memory_order_relaxed))
      balance(guard, most_wakeups);
    sleep(guard, self);
  }
  guard.lock();
  hosts -= counted;
  self.finishing = finishing;
  if (outer) {
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
void WorkerPool::expedite() { state->expedite(); }
void WorkerPool::wakeHelpers() { state->wakeHelpers(); }
void WorkerPool::mayBlock() { State::mayBlock(); }
unsigned WorkerPool::threads() const { return state->slots; }

} // namespace weft
