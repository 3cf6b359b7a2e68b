// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Jobs from their submission until somebody has to end them: the queue, and how threads come to a
// job and leave it.
//
// A queue of commands that wait for each other submits the next one where the one before ends. The
// thread that does so is handed that over, and runs it without looking at the queue: a launch of
// one share never gets there. What else it might do before is not its to decide: mayBlock() and
// helpUntil() give the job back.
#include "cpu/pool/pool_state.h"

#include <algorithm>
#include <utility>

namespace weft {

thread_local unsigned WorkerPool::State::last_range = 0;
thread_local unsigned WorkerPool::State::team_base = 0;

// Names a thread; trivial, so it lives as long as the thread.
static thread_local char thread_name;

void WorkerPool::State::retire(Job &job) {
  Job *top = retired.load(std::memory_order_relaxed);
  do
    job.after = top;
  while (!retired.compare_exchange_weak(top, &job, std::memory_order_release,
                                        std::memory_order_relaxed));
}

Job *WorkerPool::State::newJob() {
  if (!free_jobs)
    free_jobs = retired.exchange(nullptr, std::memory_order_acquire);
  if (Job *job = free_jobs) {
    free_jobs = job->after;
    return job;
  }
  auto job = std::make_unique<Job>();
  job->ranges.reserve(slots);
  return job.release();
}

// Before `after`; null: at the end.
void WorkerPool::State::link(Job &job, Job *after) {
  job.after = after;
  job.before = after ? after->before : last_job;
  (job.before ? job.before->after : first_job) = &job;
  (after ? after->before : last_job) = &job;
  job.queued.store(true, std::memory_order_relaxed);
}

// For whoever comes first.
void WorkerPool::State::enqueue(Guard &guard, Job &job, const Member *submitter, bool comes) {
  if (restart)
    startLocked();
  link(job, nullptr);
  spread(job, 0, job.team);
  // Threads that have taken their offers see to it that all of it is run.
  const bool others_come = job.missing.load(std::memory_order_relaxed) + 1 < job.team;
  if (job.worth_wakeups)
    replaceMissing(job);
  // Nobody is woken for a launch that is shorter than that: whoever submits it is likely to wait
  // for it. If not, expedite() tells, or who watches finds it.
  if (comes && !others_come) {
    watch_more = most_looks;
    comes = watched;
    if (comes)
      deferred.store(true, std::memory_order_relaxed);
  }
  const bool looks_soon = submitter && submitter->finishing && !submitter->next;
  balance(guard, slots > 2 ? most_wakeups : 1, looks_soon || comes);
}

// To the thread that submits it, which runs it as soon as it is back from where it is now.
void WorkerPool::State::handOver(Guard &guard, Member &self, Job &job) {
  self.next = &job;
  join(self, job);
  if (!job.shared()) // nobody else need know
    return;
  if (job.takers < job.most_threads.load(std::memory_order_relaxed)) {
    job.references.fetch_add(1, std::memory_order_relaxed);
    link(job, nullptr);
  }
  spread(job, 0, job.team);
  if (job.worth_wakeups)
    replaceMissing(job);
  balance(guard, slots > 2 ? most_wakeups : 1);
}

// The queue calls for as many threads as the team lacks; with `more` for others, too.
void WorkerPool::State::replaceMissing(Job &job, bool more) {
  const unsigned missing = job.missing.exchange(0, std::memory_order_relaxed);
  job.takers -= missing;
  if ((!missing && !more) || job.queued.load(std::memory_order_relaxed) || job.ranges.exhausted())
    return;
  job.references.fetch_add(1, std::memory_order_relaxed);
  link(job, first_job);
}

void WorkerPool::State::expedite() {
  if (!deferred.load(std::memory_order_relaxed))
    return;
  Guard guard(*this);
  deferred.store(false, std::memory_order_relaxed);
  balance(guard, most_wakeups);
}

// What was handed over, by a thread that cannot run it soon.
void WorkerPool::State::giveBack(Guard &guard, Member &self) {
  Job *job = std::exchange(self.next, nullptr);
  --job->takers;
  if (job->queued.load(std::memory_order_relaxed)) {
    job->references.fetch_sub(1, std::memory_order_relaxed);
  } else {
    job->to_be_ended = true;
    link(*job, first_job);
  }
  balance(guard, most_wakeups);
}

void WorkerPool::State::submit(std::unique_ptr<HostTask> task) {
  Guard guard(*this);
  Job *job = newJob();
  job->setTask(std::move(task));
  job->sequence = ++submissions;
  enqueue(guard, *job, currentMember(), /*comes=*/false);
}

// Wakes threads for launches that follow each other fast, each too short for it, but not for
// threads that are awake: once what those have taken is worth the wake-ups.
void WorkerPool::State::rouse(Guard &guard, unsigned wanted, double cost, unsigned others) {
  const uint64_t now = arch::nanoseconds(arch::ticks());
  if (now > short_at + 2 * longest_stand + uint64_t(cost))
    spent_short = 0;
  short_at = now;
  spent_short += uint64_t(cost);
  const uint64_t worth = contended() ? worth_contending : 2 * worth_waking;
  if (spent_short < worth)
    return;
  spent_short = worth / 2;
  wanted_awake = wanted - 1;
  for (unsigned i = others + searching; i < wanted_awake && i < others + most_wakeups; ++i) {
    Member *sleeper = sleeping_workers.first();
    if (!sleeper || active + 1 >= slots || resting())
      return;
    grant(guard, *sleeper);
  }
}

// The most threads for a short launch: others of the application that wait here run theirs, and
// then it is quicker to leave each its own. Whoever waits for a chain of launches has no other.
unsigned WorkerPool::State::fairShare(const Member *submitter) const {
  const unsigned others = hosts - (submitter && hosts);
  return std::max(1u, (slots - std::min(others, slots)) / (others + 1));
}

void WorkerPool::State::submit(KernelLaunch &launch) {
  double cost = history.estimate(launch.costKey());
  if (cost >= 0)
    cost *= double(groupCount(launch.launch)) * double(largestGroup(launch.launch));
  Guard guard(*this);
  Member *member = currentMember();
  const bool in_chain =
      member && member->finishing && member->has_slot && !member->next && !first_job;
  Job *job = newJob();
  // Of launches that few threads share every so many runs on one: what it takes is known from that.
  const bool alone = cost >= 0 && cost < 4 * double(worth_sharing) && submissions % 64 == 0;
  const unsigned fair = fairShare(member);
  const unsigned others = alone ? 0 : std::min(awake - (member && member->is_awake), fair - 1);
  job->setLaunch(launch, slots, cost, others, contended());
  job->worth_wakeups = cost < 0 || cost >= 2 * double(worth_waking);
  job->submitter = &thread_name;
  job->sequence = ++submissions;
  const unsigned if_awake = cost < 0 || alone ? 1 : job->worthIfAwake(fair, cost);
  // Others that are awake have their ranges offered to them.
  if (job->shared())
    if (const unsigned team =
            std::min(job->most_threads.load(std::memory_order_relaxed), others + 1);
        team > 1)
      plan(*job, std::min(team, job->ranges.size()), in_chain ? member : nullptr);
  if (in_chain)
    handOver(guard, *member, *job);
  else
    enqueue(guard, *job, member,
            /*comes=*/!member && bound_cpus.empty() && cost >= 0 &&
                (job->team > 1 || cost < double(worth_waking)));
  // The job may be done by now.
  if (others + 1 < if_awake)
    rouse(guard, if_awake, cost, others);
  else if (if_awake == 1 && wanted_awake)
    --wanted_awake;
}

// The queue's reference becomes the caller's.
void WorkerPool::State::unlink(Job &job) {
  (job.before ? job.before->after : first_job) = job.after;
  (job.after ? job.after->before : last_job) = job.before;
  job.queued.store(false, std::memory_order_relaxed);
  if (!first_job) {
    deferred.store(false, std::memory_order_relaxed);
    unserved.store(false, std::memory_order_relaxed);
  }
}

// Threads that the queue has work for, as far as this tells how many there are slots for.
unsigned WorkerPool::State::claimable() const {
  unsigned sum = 0;
  for (const Job *job = first_job; job && sum < slots; job = job->after) {
    // A launch without groups needs one thread too, to end it.
    if (job->task || job->groups == 0 || job->to_be_ended) {
      ++sum;
      continue;
    }
    const uint64_t left = job->ranges.left();
    if (left == 0)
      continue;
    const unsigned most = job->most_threads.load(std::memory_order_relaxed);
    const uint64_t shares = left <= job->chunk ? 1 : (left - 1) / job->chunk + 1;
    sum += unsigned(std::min<uint64_t>(shares, most > job->takers ? most - job->takers : 0));
  }
  return sum;
}

void WorkerPool::State::join(Member &self, Job &job) {
  ++job.takers;
  if (job.task)
    return;
  if (!self.launcher)
    self.launcher = lendLauncher();
  if (job.team > 1 && self.next == &job) {
    self.range = last_range = job.root_range;
  } else if (job.shared()) {
    self.range = job.ranges.assign(last_range);
    if (job.ranges.size() > 1)
      last_range = self.range;
  }
}

// Whoever waits runs what it has submitted, while nothing else has waited long: its caches have
// that, and others wait for theirs.
Job *WorkerPool::State::firstFor(const Member &self) const {
  constexpr unsigned MostTried = 8;
  if (!first_job || self.worker || first_job->sequence + slots < submissions)
    return first_job;
  Job *job = last_job;
  for (unsigned i = 0; job && i < MostTried; ++i, job = job->before)
    if (!job->task && job->submitter == &thread_name)
      return job;
  return first_job;
}

// A job that has something to do, and a share of it. The caller holds a reference then, and runs
// the job.
Job *WorkerPool::State::take(Member &self, GroupChunk &share) {
  share = {};
  Job *job = firstFor(self);
  if (!job) {
    unserved.store(false, std::memory_order_relaxed);
    return nullptr;
  }
  join(self, *job);
  if (!job->task)
    share = job->claim(self.range);
  // A launch that turns out to be exhausted is taken too: the caller may have to end it.
  if (job->task || job->ranges.exhausted() ||
      job->takers >= job->most_threads.load(std::memory_order_relaxed))
    unlink(*job);
  else
    job->references.fetch_add(1, std::memory_order_relaxed);
  return job;
}

// By a thread that refers to the job.
void WorkerPool::State::unlinkExhausted(Job &job) {
  if (!job.queued.load(std::memory_order_relaxed) || !job.ranges.exhausted())
    return;
  // Not the last reference: this thread has its own.
  unlink(job);
  job.references.fetch_sub(1, std::memory_order_relaxed);
}

// Whether the caller has to end the job. `early`: it may leave groups that nobody has claimed.
bool WorkerPool::State::leave(Job &job, bool early) {
  if (!job.shared())
    return true;
  // Once nobody can come any more, nobody asks how many have.
  if (early || job.queued.load(std::memory_order_relaxed)) {
    Guard guard(*this);
    --job.takers;
    if (!job.ranges.exhausted()) {
      if (!job.queued.load(std::memory_order_relaxed)) {
        job.references.fetch_add(1, std::memory_order_relaxed);
        link(job, first_job);
      }
      balance(guard, most_wakeups);
    } else {
      unlinkExhausted(job);
    }
  }
  return job.references.fetch_sub(1, std::memory_order_acq_rel) == 1;
}

} // namespace weft
