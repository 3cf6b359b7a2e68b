// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How threads that are awake come to a launch, without the mutex and without the kernel.
//
// A thread that has run something keeps its slot and stands at its seat for a while. Whoever
// submits a launch that is worth several threads plans a team of those: range r of the launch is
// for the thread at seat base + r, so the launches of a loop give each thread the part that it had
// before. The submitter, or who runs the launch first, is the root of a tree: it offers the upper
// half of the team to one thread, which offers the upper half of that to another. A thread that is
// not there is stood in for by who would have called it.
//
//   position    0 1 2 3 4 5 6 7       range = (root's range + position) modulo the team
//   0 offers            4   -> 4-7
//                   2       -> 2-3    4 offers 6 -> 6-7
//                 1
//
// An offer holds a reference to the job from when the team is planned. Who helps with a range that
// nobody has touched yet withdraws the offer for it: so nobody waits for a thread that has lost its
// CPU before it saw what it was offered.
//
// Standing and the queue: a thread says that it stands and then reads `unserved`; who adds work to
// the queue sets `unserved` and then looks at who stands. In the one total order of these
// operations one of the two sees the other.
#include "cpu/pool/pool_state.h"

#include <algorithm>
#include <sched.h>

namespace weft {

unsigned WorkerPool::State::seatOf(const Job &job, unsigned range) const {
  return (job.base + range) % slots;
}

void WorkerPool::State::offer(Job &job, unsigned position, unsigned span) {
  while (span) {
    const unsigned range = (job.root_range + position) % job.team;
    if (seats.replace(seatOf(job, range), Seats::Standing, Seats::offer(job, span)))
      return;
    // Not the last reference: the calling thread has its own.
    job.missing.fetch_add(1, std::memory_order_relaxed);
    job.references.fetch_sub(1, std::memory_order_relaxed);
    ++position;
    --span;
    if (const unsigned upper = span / 2) {
      span -= upper;
      offer(job, position + span, upper);
    }
  }
}

void WorkerPool::State::spread(Job &job, unsigned position, unsigned span) {
  while (span > 1) {
    const unsigned upper = span / 2;
    span -= upper;
    offer(job, position + span, upper);
  }
}

void WorkerPool::State::withdraw(Job &job, unsigned range) {
  if (range >= job.team || range == job.root_range)
    return;
  const unsigned seat = seatOf(job, range);
  const uint64_t word = seats.word(seat).load(std::memory_order_relaxed);
  if (word < Seats::FirstOffer || Seats::jobOf(word) != &job ||
      !seats.replace(seat, word, Seats::Stale))
    return;
  job.missing.fetch_add(1, std::memory_order_relaxed);
  job.references.fetch_sub(1, std::memory_order_relaxed);
  spread(job, (range + job.team - job.root_range) % job.team, Seats::spanOf(word));
}

Job *WorkerPool::State::stand(Member &self, const std::function<bool()> *stop) {
  const unsigned seat = unsigned(self.seat);
  std::atomic<uint64_t> &mine = seats.word(seat);
  constexpr unsigned Few = 16;
  const unsigned many = contended() ? 32 : 256;
  const uint64_t begin = arch::ticks();
  const uint64_t most = stand_for.load(std::memory_order_relaxed);
  self.stood_long = false;
  mine.store(Seats::Standing, std::memory_order_seq_cst);
  bool leaves = unserved.load(std::memory_order_seq_cst);
  for (unsigned i = 1;; ++i) {
    if (leaves && seats.replace(seat, Seats::Standing, Seats::Away))
      return nullptr;
    const uint64_t word = mine.load(std::memory_order_acquire);
    if (word == Seats::Called) {
      mine.store(Seats::Away, std::memory_order_relaxed);
      self.called = true;
      return nullptr;
    }
    if (word == Seats::Evicted) {
      mine.store(Seats::Away, std::memory_order_relaxed);
      self.has_slot = false;
      return nullptr;
    }
    if (word == Seats::Stale) {
      mine.store(Seats::Standing, std::memory_order_seq_cst);
      leaves = leaves || unserved.load(std::memory_order_seq_cst);
      continue;
    }
    if (word >= Seats::FirstOffer) {
      if (!seats.replace(seat, word, Seats::Away))
        continue; // withdrawn
      Job &job = *Seats::jobOf(word);
      self.range = last_range = (seat + slots - job.base) % slots;
      spread(job, (self.range + job.team - job.root_range) % job.team, Seats::spanOf(word));
      return &job;
    }
    pause();
    if (stop && (*stop)()) {
      leaves = true;
    } else if (i % Few == 0) {
      const uint64_t now = arch::ticks();
      if (arch::nanoseconds(now - begin) > most || resting())
        leaves = self.stood_long = true;
      if (i % many == 0 && !leaves) {
        // Whoever else wants the CPU gets it, and then it is not worth standing here.
        sched_yield();
        leaves = self.stood_long = arch::nanoseconds(arch::ticks() - now) > shortest_stand / 4;
      }
    }
  }
}

// --- With the mutex held -----------------------------------------------------------------------

// Workers leave one slot to who waits, and seat 0, where threads that wait sit.
void WorkerPool::State::takeSeat(Member &self) {
  if (self.seat >= 0 || slots == 1 || (self.worker && seated_workers + 1 >= slots))
    return;
  unsigned seat = self.worker ? self.usual_seat : (team_base + last_range) % slots;
  for (unsigned tried = 0; seats.owner(seat) || (self.worker && seat == 0);
       seat = (seat + 1) % slots)
    if (++tried > slots)
      return;
  if (!self.launcher)
    self.launcher = lendLauncher();
  if (!self.launcher)
    return;
  self.seat = int(seat);
  if (self.worker) {
    self.usual_seat = seat;
    ++seated_workers;
  }
  seats.owner(seat) = &self;
}

void WorkerPool::State::leaveSeat(Member &self) {
  if (self.seat < 0)
    return;
  seats.owner(unsigned(self.seat)) = nullptr;
  self.seat = -1;
  seated_workers -= self.worker;
}

// Whether the slot of a thread that stands is the caller's now.
bool WorkerPool::State::evict() {
  const unsigned first = (team_base + last_range) % slots;
  for (unsigned i = 0; i < slots; ++i) {
    const unsigned seat = (first + slots - i) % slots;
    const Member *owner = seats.owner(seat);
    if (owner && owner->worker && seats.stands(seat) &&
        seats.replace(seat, Seats::Standing, Seats::Evicted))
      return true;
  }
  return false;
}

bool WorkerPool::State::callStanding() {
  for (unsigned seat = slots; seat-- > 0;)
    if (seats.owner(seat) && seats.stands(seat) &&
        seats.replace(seat, Seats::Standing, Seats::Called))
      return true;
  return false;
}

bool WorkerPool::State::someStand(const Job &job) const {
  for (unsigned range = 0; range < job.team; ++range)
    if (range != job.root_range && seats.stands(seatOf(job, range)))
      return true;
  return false;
}

// Plans a team of `threads` for a job that nobody runs yet. `self`: the root, if it runs the launch
// right after this.
void WorkerPool::State::plan(Job &job, unsigned threads, Member *self) {
  job.team = threads;
  job.root_range = last_range % threads;
  if (self && self->seat >= 0) {
    job.base = (unsigned(self->seat) + slots - job.root_range) % slots;
  } else {
    // Elsewhere only where nobody is: who has run the launch before may be about to stand.
    job.base = team_base;
    if (!someStand(job)) {
      for (unsigned seat = 0; seat < slots; ++seat)
        if (seats.stands(seat)) {
          team_base = job.base = (seat + slots - (job.root_range + 1) % threads) % slots;
          break;
        }
    }
  }
  job.ranges.assignTeam(threads, self ? threads : job.root_range);
  job.takers = threads - 1;
  job.references.fetch_add(threads - 1, std::memory_order_relaxed);
}

} // namespace weft
