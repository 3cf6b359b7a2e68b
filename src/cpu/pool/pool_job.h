// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One piece of submitted work, and what earlier launches tell about the cost of the next.
#ifndef WEFT_CPU_POOL_POOL_JOB_H
#define WEFT_CPU_POOL_POOL_JOB_H

#include "core/device.h"
#include "cpu/pool/group_ranges.h"

#include <atomic>
#include <memory>

namespace weft {

// A host task, or a kernel launch of which several threads run shares, chunk by chunk.
//
// References: the queue holds one as long as the launch calls for more threads and there may be
// chunks to claim, which becomes that of the last thread that comes; each thread that runs shares,
// or is offered some, holds one more. Whoever drops the last has seen all groups end.
//
// What threads only read, what the pool's mutex guards, and what they write while they run shares
// are on different cache lines.
struct alignas(64) Job {
  std::unique_ptr<HostTask> task;
  KernelLaunch *launch = nullptr;
  uint64_t groups = 0;
  uint64_t chunk = 1; // groups in a share
  // Of the tree in which threads that are awake come to the launch (pool_seats.cpp): the seat of
  // range 0, the range of the tree's root, and the threads in it.
  unsigned base = 0;
  unsigned root_range = 0;
  unsigned team = 1;
  bool brief = false;              // is thought to be over before another thread could help
  bool worth_wakeups = false;      // for threads of the team that are not there
  const void *submitter = nullptr; // names a thread
  uint64_t sequence = 0;           // counts what was submitted

  // Guarded by the pool's mutex; what is atomic may be read without.
  alignas(64) Job *before = nullptr; // in the queue
  Job *after = nullptr;
  std::atomic<bool> queued{false};
  bool to_be_ended = false;              // at least; there may be no groups left
  unsigned takers = 0;                   // threads that run shares, or are called to
  std::atomic<unsigned> most_threads{1}; // worth waking for it

  alignas(64) std::atomic<uint32_t> references{0};
  std::atomic<uint32_t> missing{0}; // threads among the takers that could not be had
  std::atomic<bool> failed{false};
  std::atomic<bool> printed{false};
  GroupRanges ranges;

  void setTask(std::unique_ptr<HostTask> new_task);
  // `threads` share the launch, of which `awake` need not be woken, beside the one that comes
  // first; `cost`: nanoseconds that all of it may take, negative if nobody knows.
  // `contended`: other processes want the CPUs, too.
  void setLaunch(KernelLaunch &new_launch, unsigned threads, double cost, unsigned awake = 0,
                 bool contended = false);

  // Threads that would share a launch of this cost if all were awake.
  unsigned worthIfAwake(unsigned threads, double cost) const;
  // Has more than one share; otherwise one thread has all of the job.
  bool shared() const { return groups > chunk; }
  // For a thread that runs shares of the launch: the next, empty if there are none left.
  GroupChunk claim(unsigned range) { return shared() ? ranges.claim(range) : ranges.claimAll(); }
  // Ends the launch early, without success.
  void fail();
  // Calls KernelLaunch::started in the first thread that comes; others wait for its return.
  void startOnce();
  // Ends a job that no thread refers to any more.
  void finish();

private:
  enum StartState { NotStarted, Starting, Started };
  std::atomic<int> start_state{NotStarted};
  std::atomic<const void *> starter{nullptr}; // the thread that is Starting
};

// Nanoseconds that one more thread must be able to save before it is worth a wake-up, and where it
// need not be woken.
constexpr uint64_t worth_waking = 10'000, worth_sharing = 4'000;
// The same where threads lose their CPUs to other processes: each that has a share may hold back
// the launch for milliseconds.
constexpr uint64_t worth_contending = 100'000;

// Nanoseconds to which long shares are cut down if that leaves not too many.
constexpr uint64_t longest_share = 50'000;

// The cost of a work-item by kernel, as measured. A table without chains: kernels that collide
// share an estimate by turns, which costs a wake-up too many or too few.
class LaunchHistory {
public:
  // Nanoseconds per work-item of what has this KernelLaunch::costKey(); negative if it was not
  // seen.
  double estimate(const void *key) const;
  // `shared`: with other threads. Then it takes longer, as each thread finds less in its caches,
  // and if that counted ever more launches would be shared. So it counts where it is less, or much
  // more.
  void record(const void *key, double items, uint64_t nanoseconds, bool shared = false);

private:
  static constexpr unsigned size = 512;
  // What a launch may seem to cost against the estimate. A thread whose CPU was taken from it for
  // milliseconds would else have a dozen short launches wake threads that nobody needs, and wait
  // for them on a machine that is busy.
  static constexpr double MostGrowth = 4;
  static uint64_t hash(const void *key);
  // Upper half: upper half of the hash; lower half: a float. 0: empty.
  std::atomic<uint64_t> slots[size] = {};
};

} // namespace weft
#endif
