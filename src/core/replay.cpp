// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How threads go along the chains of a plan.
//
// A thread of the device takes a chain whose predecessors are through and runs its steps: transfers
// and short launches itself, one after the other, without the device's queue. A launch that others
// may share is submitted; whoever ends it goes on with the chain. At the end of a chain the thread
// counts down those that wait for it, goes on with one of these, and leaves the others to further
// threads, of which it asks for no more than there are chains and compute units.

#include "core/replay.h"

#include "core/khr_command_buffer.h"
#include "support/spin_lock.h"

#include <algorithm>
#include <new>

namespace weft {

namespace {

class Replay final : public Command {
public:
  Replay(std::span<const Ref<Queue>> on, std::shared_ptr<const ReplayPlan> plan, Ref<Object> owner)
      : Command(on.front(), CL_COMMAND_COMMAND_BUFFER_KHR), queues(on.begin(), on.end()),
        plan(std::move(plan)), owner(std::move(owner)) {
    if (this->plan->usesPointers())
      usesPointers();
    const auto chains = this->plan->chains();
    chains_left.store(uint32_t(chains.size()), std::memory_order_relaxed);
    if (chains.size() < 2)
      return;
    waits = std::make_unique<std::atomic<uint32_t>[]>(chains.size());
    for (size_t i = 0; i < chains.size(); ++i)
      waits[i].store(chains[i].waits_for, std::memory_order_relaxed);
    lanes = std::vector<Lane>(queues.size());
    for (const ReplayPlan::Chain &chain : chains)
      ++lanes[chain.queue].capacity;
    for (Lane &lane : lanes)
      lane.ready = std::make_unique<uint32_t[]>(lane.capacity);
  }

private:
  // Chains for the threads of one queue's device.
  struct Lane {
    SpinLock lock; // guards what is below
    std::unique_ptr<uint32_t[]> ready;
    uint32_t capacity = 0;
    uint32_t begin = 0, end = 0; // of `ready`: each chain is put there once
    uint32_t walkers = 0;        // threads that take from it, or will
    uint32_t coming = 0;         // of these: not there yet
  };

  struct Walk final : HostTask {
    Walk(Ref<Replay> replay, uint32_t lane) : replay(std::move(replay)), lane(lane) {}
    void run() override {
      replay->advance(CL_RUNNING);
      replay->arrive(lane);
    }
    Ref<Replay> replay;
    const uint32_t lane;
  };
  struct WalkOne final : HostTask {
    explicit WalkOne(Ref<Replay> replay) : replay(std::move(replay)) {}
    void run() override {
      replay->advance(CL_RUNNING);
      replay->walk(0, replay->plan->chains()[0].first);
    }
    Ref<Replay> replay;
  };

  // A launch that the device's threads share.
  struct SharedLaunch final : KernelLaunch {
    SharedLaunch(const KernelLaunch &launch, Ref<Replay> replay, uint32_t chain, uint32_t step)
        : KernelLaunch(launch), replay(std::move(replay)), chain(chain), step(step) {}
    void done(bool ok) override {
      const std::unique_ptr<SharedLaunch> self(this);
      if (!ok)
        replay->fail(CL_OUT_OF_RESOURCES);
      replay->resume(chain, step + 1);
    }
    const Ref<Replay> replay;
    const uint32_t chain, step;
  };

  void start(Device &device, Ref<Command> &self) override {
    const auto chains = plan->chains();
    if (chains.empty()) {
      advance(CL_RUNNING);
      return finish();
    }
    Ref<Replay> kept(this);
    if (chains.size() == 1) {
      queues[chains[0].queue]->device().submit(
          std::unique_ptr<HostTask>(new WalkOne(std::move(kept))));
      return;
    }
    for (uint32_t root : plan->roots())
      push(root);
    for (uint32_t lane = 0; lane < lanes.size(); ++lane)
      callForHelp(lane);
  }

  bool mayUse(const Allocation &allocation) const override { return plan->mayUse(allocation); }

  Device &deviceOf(uint32_t lane) const { return queues[lane]->device(); }
  bool failed() const { return failure.load(std::memory_order_relaxed) != CL_COMPLETE; }
  void fail(cl_int status) { failure.store(status, std::memory_order_relaxed); }

  void push(uint32_t chain) {
    Lane &lane = lanes[plan->chains()[chain].queue];
    std::lock_guard lock(lane.lock);
    lane.ready[lane.end++] = chain;
  }

  // Sees to it that what is ready is taken by as many threads as can be of use.
  void callForHelp(uint32_t index) {
    Lane &lane = lanes[index];
    Device &device = deviceOf(index);
    uint32_t more;
    {
      std::lock_guard lock(lane.lock);
      const uint32_t ready = lane.end - lane.begin;
      const uint32_t most = std::max(device.properties().compute_units, 1u);
      more = std::min(ready > lane.coming ? ready - lane.coming : 0,
                      most > lane.walkers ? most - lane.walkers : 0);
      lane.walkers += more;
      lane.coming += more;
    }
    for (; more; --more)
      try {
        device.submit(std::unique_ptr<HostTask>(new Walk(Ref<Replay>(this), index)));
      } catch (const std::bad_alloc &) {
        arrive(index); // nobody but this thread is sure to come
      }
  }

  void arrive(uint32_t index) {
    {
      std::lock_guard lock(lanes[index].lock);
      --lanes[index].coming;
    }
    pull(index);
  }

  // Takes chains until there are none.
  void pull(uint32_t index) {
    Lane &lane = lanes[index];
    for (;;) {
      uint32_t chain;
      {
        std::lock_guard lock(lane.lock);
        if (lane.begin == lane.end) {
          --lane.walkers;
          return;
        }
        chain = lane.ready[lane.begin++];
      }
      walk(chain, plan->chains()[chain].first);
    }
  }

  // On the thread that ended a shared launch.
  void resume(uint32_t chain, uint32_t step) {
    if (!waits)
      return walk(chain, step);
    const uint32_t index = plan->chains()[chain].queue;
    {
      std::lock_guard lock(lanes[index].lock);
      ++lanes[index].walkers;
    }
    walk(chain, step);
    pull(index);
  }

  // From a step of a chain on, through chains that follow, to where there is none or a launch is
  // left to the device.
  void walk(uint32_t index, uint32_t step) {
    for (;;) {
      const ReplayPlan::Chain &chain = plan->chains()[index];
      while (step < chain.end && !failed()) {
        const auto launches = plan->launchesFrom(step);
        if (launches.empty()) {
          plan->transfer(step++);
          continue;
        }
        bool ok = true;
        const size_t count = deviceOf(chain.queue).runShort(launches, ok);
        step += uint32_t(count);
        if (!ok)
          fail(CL_OUT_OF_RESOURCES);
        else if (count < launches.size() && submit(*launches[count], index, step))
          return;
      }
      const uint32_t next = endChain(index);
      if (next == None)
        return;
      index = next;
      step = plan->chains()[index].first;
    }
  }

  // False if the replay has failed.
  bool submit(const KernelLaunch &launch, uint32_t chain, uint32_t step) {
    try {
      auto shared = std::make_unique<SharedLaunch>(launch, Ref<Replay>(this), chain, step);
      deviceOf(plan->chains()[chain].queue).submit(*shared);
      (void)shared.release(); // done() has it, and may have deleted it
      return true;
    } catch (const std::bad_alloc &) {
      fail(CL_OUT_OF_HOST_MEMORY);
      return false;
    }
  }

  // What the thread goes on with, or None.
  uint32_t endChain(uint32_t index) {
    const ReplayPlan::Chain &chain = plan->chains()[index];
    uint32_t next = None;
    bool others = false;
    for (uint32_t waiting : chain.waiting) {
      if (waits[waiting].fetch_sub(1, std::memory_order_acq_rel) != 1)
        continue;
      if (next == None && plan->chains()[waiting].queue == chain.queue) {
        next = waiting;
        continue;
      }
      push(waiting);
      others = true;
    }
    if (others)
      for (uint32_t lane = 0; lane < lanes.size(); ++lane)
        callForHelp(lane);
    if (chains_left.fetch_sub(1, std::memory_order_acq_rel) == 1)
      finish();
    return next;
  }

  void finish() {
    // Who has waited for the replay and released the buffer may rely on memory being free.
    usesNoPointers();
    plan = nullptr;
    owner = nullptr;
    end(failure.load(std::memory_order_relaxed));
  }

  static constexpr uint32_t None = ~0u;
  const std::vector<Ref<Queue>> queues;
  std::shared_ptr<const ReplayPlan> plan;
  Ref<Object> owner;
  std::atomic<uint32_t> chains_left{0};
  std::atomic<cl_int> failure{CL_COMPLETE};
  // Of plans with several chains.
  std::unique_ptr<std::atomic<uint32_t>[]> waits; // what each chain still waits for
  std::vector<Lane> lanes;                        // by queue
};

} // namespace

Ref<Command> makeReplay(std::span<const Ref<Queue>> queues, std::shared_ptr<const ReplayPlan> plan,
                        Ref<Object> owner) {
  return make<Replay>(queues, std::move(plan), std::move(owner));
}

} // namespace weft
