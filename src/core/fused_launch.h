// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches that follow each other and go through the same memory in the same order, as one: a
// thread that has run some groups of the first runs these of the second while what the first has
// written is in its cache. A chain of element-wise kernels goes through memory once and not once
// for each.
#ifndef WEFT_CORE_FUSED_LAUNCH_H
#define WEFT_CORE_FUSED_LAUNCH_H

#include "core/owned_launch.h"

#include <span>
#include <string>
#include <vector>

namespace weft {

class FusedLaunch final : public KernelLaunch {
public:
  static constexpr size_t MostLaunches = 16;

  // Whether `next` may run group by group with `launches`, which may, and computes the same as
  // behind them: they are of one range, and where one writes what another one touches, each
  // work-item touches nothing there but the bytes that are its own in both.
  static bool mayFollow(std::span<const OwnedLaunch *const> launches, const OwnedLaunch &next);

  // At least one launch; they have to live as long.
  explicit FusedLaunch(std::span<const OwnedLaunch *const> launches);
  FusedLaunch(const FusedLaunch &) = delete;
  FusedLaunch &operator=(const FusedLaunch &) = delete;

private:
  static void run(const weft_launch *, const void *args, weft_thread *thread, uint64_t first_x,
                  uint64_t end_x);

  std::vector<const KernelLaunch *> parts;
  std::string names;
  uint64_t tile = 1; // groups of each launch that run before those of the next
};

} // namespace weft
#endif
