// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A launch's shares, its beginning and its end.
#include "cpu/pool/pool_job.h"

#include "cpu/launch/launcher.h"

#include <algorithm>
#include <bit>
#include <cstdio>

namespace weft {

// Identifies a thread; trivial, so it lives as long as the thread.
static thread_local char thread_mark;

void Job::setTask(std::unique_ptr<HostTask> new_task) {
  task = std::move(new_task);
  team = 1;
  missing.store(0, std::memory_order_relaxed);
  takers = 0;
  to_be_ended = false;
  references.store(1, std::memory_order_relaxed);
  most_threads.store(1, std::memory_order_relaxed);
}

// Threads that begin or are interrupted at different times end at most one share apart, so there
// have to be several; a share that is worth its claim does not get shorter.
static uint64_t sharesPerThread(double cost) {
  constexpr uint64_t fewest = 8, usual = 8, most = 32;
  if (cost < 0)
    return usual;
  return uint64_t(std::clamp(cost / double(longest_share), double(fewest), double(most)));
}

// Threads that a launch is worth: all that are awake before any is woken.
static uint64_t worthThreads(double cost, unsigned awake, bool contended) {
  const uint64_t sharing = uint64_t(cost) / worth_sharing + 1;
  const uint64_t waking = uint64_t(cost) / (contended ? worth_contending : worth_waking) + 1;
  return std::max(waking, std::min<uint64_t>(sharing, awake + 1));
}

void Job::setLaunch(KernelLaunch &new_launch, unsigned threads, double cost, unsigned awake,
                    bool contended) {
  // Claims past the end must not wrap; nobody lives to see this many groups.
  groups = std::min(groupCount(new_launch.launch), uint64_t(1) << 62);
  chunk = 1;
  uint64_t wanted = 1;
  // The shortest launches are the most frequent ones: no division for them.
  if (groups > 1) {
    wanted = std::min<uint64_t>(groups, threads);
    if (cost >= 0 && cost < double(contended ? worth_contending : worth_waking) * double(wanted))
      wanted = std::min(worthThreads(cost, awake, contended), wanted);
    // A few for those, too, that come if it takes longer than was thought.
    const uint64_t shares =
        std::max(wanted * sharesPerThread(cost / double(wanted)), uint64_t(threads) * 2);
    chunk = groups / shares + (groups % shares != 0);
    wanted = std::min(wanted, (groups + chunk - 1) / chunk);
  }
  most_threads.store(unsigned(wanted), std::memory_order_relaxed);
  brief = cost >= 0 && cost < double(worth_sharing) && wanted == 1;
  // A short launch is claimed in few steps, which get smaller towards its end.
  const bool halves = cost >= 0 && cost < double(longest_share) * double(wanted);
  ranges.set(groups, chunk, unsigned(std::min<uint64_t>(wanted, GroupRanges::most)), halves);
  takers = 0;
  team = 1;
  missing.store(0, std::memory_order_relaxed);
  to_be_ended = false;
  failed.store(false, std::memory_order_relaxed);
  printed.store(false, std::memory_order_relaxed);
  start_state.store(NotStarted, std::memory_order_relaxed);
  references.store(1, std::memory_order_relaxed);
  launch = &new_launch;
}

unsigned Job::worthIfAwake(unsigned threads, double cost) const {
  const uint64_t shares = (groups + chunk - 1) / chunk;
  return unsigned(std::min({uint64_t(cost) / worth_sharing + 1, shares, uint64_t(threads)}));
}

void Job::fail() {
  failed.store(true, std::memory_order_relaxed);
  ranges.drop();
}

void Job::startOnce() {
  int state = start_state.load(std::memory_order_acquire);
  if (state == Started)
    return;
  if (!shared()) {
    start_state.store(Started, std::memory_order_relaxed);
    launch->started();
    return;
  }
  if (state == NotStarted &&
      start_state.compare_exchange_strong(state, Starting, std::memory_order_acquire)) {
    starter.store(&thread_mark, std::memory_order_relaxed);
    launch->started();
    starter.store(nullptr, std::memory_order_relaxed);
    start_state.store(Started, std::memory_order_release);
    start_state.notify_all();
    return;
  }
  // It may wait for something itself and come here to help.
  if (starter.load(std::memory_order_relaxed) == &thread_mark)
    return;
  while ((state = start_state.load(std::memory_order_acquire)) == Starting)
    start_state.wait(Starting);
}

void Job::finish() {
  // Before anybody learns that the launch is done.
  if (printed.load(std::memory_order_relaxed))
    std::fflush(stdout);
  // It may delete the launch.
  launch->done(!failed.load(std::memory_order_relaxed));
}

uint64_t LaunchHistory::hash(const void *key) {
  return std::bit_cast<uint64_t>(key) * 0x9e3779b97f4a7c15u;
}

double LaunchHistory::estimate(const void *key) const {
  const uint64_t hashed = hash(key);
  const uint64_t slot = slots[hashed >> 32 & (size - 1)].load(std::memory_order_relaxed);
  if (slot == 0 || slot >> 32 != hashed >> 32)
    return -1;
  return std::bit_cast<float>(uint32_t(slot));
}

void LaunchHistory::record(const void *key, double items, uint64_t nanoseconds, bool shared) {
  constexpr double UsualLoss = 3; // by sharing
  const double old = estimate(key);
  double cost = double(nanoseconds) / items;
  if (shared && old > 0 && cost > old && cost < UsualLoss * old)
    return;
  if (old > 0)
    cost = (std::min(cost, old * MostGrowth) + old) / 2;
  const uint64_t hashed = hash(key);
  slots[hashed >> 32 & (size - 1)].store(
      (hashed >> 32 << 32) | std::bit_cast<uint32_t>(float(cost)), std::memory_order_relaxed);
}

} // namespace weft
