// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The threads that run kernels and host tasks.
//
// There are N compute slots, one per CPU to be used, and N worker threads. Whoever computes holds a
// slot; so at most N threads compute at a time. With nobody waiting the workers hold all of them; a
// thread that waits in helpUntil() takes a slot that a sleeping worker leaves, and works until what
// it waits for has come. A thread without a slot sleeps.
#ifndef WEFT_CPU_POOL_WORKER_POOL_H
#define WEFT_CPU_POOL_WORKER_POOL_H

#include "core/device.h"

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace weft {

class WorkerPool {
public:
  // `cpus` are those that the process may use: their number is the most threads that compute, or
  // `threads` if that is smaller and not 0. No thread is bound to a CPU; all inherit the affinity
  // of whoever calls start().
  //
  // With `bound` the threads run on `cpus` alone, and whoever waits leaves the work to them.
  explicit WorkerPool(std::vector<int> cpus, unsigned threads, bool bound = false);
  // Finishes what was submitted, then ends the threads. Not on a thread of the pool, and not while
  // another thread is inside a member. During exit() the threads are left alone.
  ~WorkerPool();
  WorkerPool(const WorkerPool &) = delete;
  WorkerPool &operator=(const WorkerPool &) = delete;

  // Starts the worker threads if they do not run. Without them work is done in helpUntil() only. A
  // forked child has none until it calls start() or submit().
  void start();

  // From any thread, also within a task, started() or done(). May throw std::bad_alloc; the work is
  // then dropped without any of its functions having been called. A launch is the caller's, and has
  // to live until its done() is called.
  void submit(std::unique_ptr<HostTask> task);
  void submit(KernelLaunch &launch);

  // Runs launches, one after another, on the calling thread, as long as each takes less than
  // handing it to others would; returns how many. None, if the thread is not in a task or done() of
  // this pool. `ok` becomes false if the last of these failed. started() and done() are not called.
  size_t runShort(std::span<const KernelLaunch *const> launches, bool &ok);

  // Runs pending work on the calling thread until stop() is true; sleeps when there is none.
  // Whoever makes stop() true must call wakeHelpers() afterwards. stop() is called often, under no
  // lock.
  void helpUntil(const std::function<bool()> &stop);
  void wakeHelpers();
  // A short launch may be left for a while to whoever will wait for it: no longer.
  void expedite();

  // The calling thread may wait for anything from here on, in a task or done() of any pool, without
  // helpUntil(): what it has submitted is left to others.
  static void mayBlock();

  // Most threads that compute at a time.
  unsigned threads() const;

  class State;

private:
  // Lives on where threads still use it while the process exits.
  State *state;
};

} // namespace weft
#endif
