// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small work for a worker pool.
#ifndef WEFT_TESTS_POOL_WORK_H
#define WEFT_TESTS_POOL_WORK_H

#include "cpu/pool/worker_pool.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <numeric>
#include <vector>

namespace weft {

inline std::vector<int> cpus(unsigned count) {
  std::vector<int> list(count);
  std::iota(list.begin(), list.end(), 0);
  return list;
}

class FunctionTask : public HostTask {
public:
  explicit FunctionTask(std::function<void()> function) : function(std::move(function)) {}
  void run() override { function(); }

private:
  std::function<void()> function;
};

inline std::unique_ptr<HostTask> task(std::function<void()> function) {
  return std::make_unique<FunctionTask>(std::move(function));
}

// The body of a kernel; called once per group.
using GroupBody = std::function<void(uint64_t group)>;

inline void callBody(const weft_launch *, const void *args, weft_thread *, uint64_t first,
                     uint64_t end) {
  for (; first < end; ++first)
    (*static_cast<const GroupBody *>(args))(first);
}

// Submitted, it deletes itself when it is done.
struct FunctionLaunch final : KernelLaunch {
  GroupBody body;
  std::function<void()> at_start;
  std::function<void(bool)> at_end;

  void started() override {
    if (at_start)
      at_start();
  }
  void done(bool ok) override {
    const std::unique_ptr<FunctionLaunch> ended(this);
    if (at_end)
      at_end(ok);
  }
};

inline std::unique_ptr<FunctionLaunch> launch(uint64_t groups, GroupBody body,
                                              std::function<void(bool)> done) {
  auto launch = std::make_unique<FunctionLaunch>();
  launch->body = std::move(body);
  launch->at_end = std::move(done);
  launch->entry = callBody;
  launch->launch.work_dim = 1;
  for (int i = 0; i < 3; ++i)
    launch->launch.global_size[i] = launch->launch.local_size[i] = launch->launch.num_groups[i] = 1;
  launch->launch.global_size[0] = launch->launch.num_groups[0] = groups;
  launch->args = &launch->body;
  return launch;
}

inline void submit(WorkerPool &pool, std::unique_ptr<FunctionLaunch> launch) {
  pool.submit(*launch.release());
}

// Waiting without helping.
class Latch {
public:
  explicit Latch(int count = 1) : left(count) {}
  void countDown() {
    std::lock_guard lock(mutex);
    if (--left == 0)
      zero.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex);
    zero.wait(lock, [&] { return left <= 0; });
  }

private:
  std::mutex mutex;
  std::condition_variable zero;
  int left;
};

} // namespace weft
#endif
