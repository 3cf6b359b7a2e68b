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

#include <utility>

namespace weft {

void WorkerPool::State::recycle(Member &self) {
  while (Job *job = self.spares) {
    self.spares = job->after;
    job->after = free_jobs;
    free_jobs = job;
  }
}

Job *WorkerPool::State::newJob() {
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
  queued.store(queued.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

// For whoever comes first.
void WorkerPool::State::enqueue(Guard &guard, Job &job, const Member *submitter) {
  if (restart)
    startLocked();
  link(job, nullptr);
  const bool looks_soon = submitter && submitter->finishing && !submitter->next;
  balance(guard, slots > 2 ? most_wakeups : 1, looks_soon);
}

// To the thread that submits it, which runs it as soon as it is back from where it is now.
void WorkerPool::State::handOver(Guard &guard, Member &self, Job &job) {
  self.next = &job;
  join(self, job);
  if (!job.shared()) // nobody else need know
    return;
  job.references.fetch_add(1, std::memory_order_relaxed);
  link(job, nullptr);
  balance(guard, slots > 2 ? most_wakeups : 1);
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
  enqueue(guard, *job, currentMember());
}

void WorkerPool::State::submit(KernelLaunch &launch) {
  double cost = history.estimate(launch.entry);
  if (cost >= 0)
    cost *= double(groupCount(launch.launch)) * double(largestGroup(launch.launch));
  Guard guard(*this);
  Member *member = currentMember();
  const bool in_chain = member && member->finishing && member->has_slot;
  if (in_chain)
    recycle(*member);
  Job *job = newJob();
  // Others have just run shares of the launch before this one. Where nobody has, even a thread that
  // spins takes longer to come than the shortest launches take.
  job->setLaunch(launch, slots, cost, in_chain ? active - 1 : 0, contended());
  if (in_chain && !member->next && !first_job)
    handOver(guard, *member, *job);
  else
    enqueue(guard, *job, member);
}

// The queue's reference becomes the caller's.
void WorkerPool::State::unlink(Job &job) {
  (job.before ? job.before->after : first_job) = job.after;
  (job.after ? job.after->before : last_job) = job.before;
  job.queued.store(false, std::memory_order_relaxed);
  queued.store(queued.load(std::memory_order_relaxed) - 1, std::memory_order_relaxed);
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
  // What the thread's caches hold of the launches before.
  static thread_local unsigned last_range = 0;
  ++job.takers;
  if (job.task)
    return;
  if (!self.launcher)
    self.launcher = lendLauncher();
  if (job.shared()) {
    self.range = job.ranges.assign(last_range);
    if (job.ranges.size() > 1)
      last_range = self.range;
  }
}

// The first job that has something to do, and a share of it. The caller holds a reference then, and
// runs the job.
Job *WorkerPool::State::take(Member &self, GroupChunk &share) {
  share = {};
  Job *job = first_job;
  if (!job)
    return nullptr;
  join(self, *job);
  if (!job->task)
    share = job->claim(self.range);
  // A launch that turns out to be exhausted is taken too: the caller may have to end it.
  if (job->task || job->ranges.exhausted())
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

// Whether the caller has to end the job.
bool WorkerPool::State::leave(Job &job) {
  if (!job.shared())
    return true;
  // Once nobody can come any more, nobody asks how many have.
  if (job.queued.load(std::memory_order_relaxed)) {
    Guard guard(*this);
    --job.takers;
    unlinkExhausted(job);
  }
  return job.references.fetch_sub(1, std::memory_order_acq_rel) == 1;
}

} // namespace weft
