// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches that a thread of the pool runs where it stands. A command buffer has many that follow
// each other, each shorter than the way through the queue.
#include "cpu/pool/pool_state.h"
#include "support/trace.h"

#include <cstdio>

namespace weft {

// Nanoseconds that the launch may take; negative if nobody knows.
static double expectedCost(const LaunchHistory &history, const KernelLaunch &launch,
                           uint64_t groups) {
  const double of_item = history.estimate(launch.costKey());
  return of_item < 0 ? of_item : of_item * double(groups) * double(largestGroup(launch.launch));
}

size_t WorkerPool::State::runShort(std::span<const KernelLaunch *const> launches, bool &ok) {
  Member *const self = currentMember();
  if (!self || !self->has_slot)
    return 0; // no room for one more thread that computes
  if (!self->launcher) {
    Guard guard(*this);
    self->launcher = lendLauncher();
  }
  Launcher &launcher = self->launcher->launcher;
  bool printed = false;
  size_t count = 0;
  for (const KernelLaunch *launch : launches) {
    const uint64_t groups = groupCount(launch->launch);
    // One group is nothing to share.
    if (groups > 1) {
      const double cost = expectedCost(history, *launch, groups);
      if (cost < 0 || cost > double(worth_waking))
        break;
    }
    ++count;
    if (!launcher.prepare(*launch)) {
      ok = false;
      break;
    }
    const bool measured = self->measures();
    const uint64_t begin = measured ? arch::ticks() : 0;
    const uint64_t traced_from = trace::enabled() ? trace::now() : 0;
    ok = launcher.run(*launch, 0, groups);
    if (traced_from) [[unlikely]]
      trace::onThread(launch->name, traced_from, trace::now(),
                      {{"first_group", 0}, {"groups", groups}});
    printed |= launcher.printed();
    if (!ok)
      break;
    if (measured) {
      const uint64_t spent = arch::nanoseconds(arch::ticks() - begin);
      const uint64_t items = groups * largestGroup(launch->launch);
      history.record(launch->costKey(), double(items), spent);
      if (launch->cost)
        launch->cost->add(spent * Member::launches_per_measure,
                          items * Member::launches_per_measure);
    }
  }
  // Before anybody learns that the launches are done.
  if (printed)
    std::fflush(stdout);
  return count;
}

size_t WorkerPool::runShort(std::span<const KernelLaunch *const> launches, bool &ok) {
  return state->runShort(launches, ok);
}

} // namespace weft
