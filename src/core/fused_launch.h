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

#include <cstdint>
#include <string>
#include <vector>

namespace weft {

// Launches that may run group by group, and compute the same then as one behind the other: they are
// of one range, and where one writes what another one touches, each work-item touches nothing there
// but the bytes that are its own in both.
class FusableLaunches {
public:
  static constexpr size_t MostLaunches = 16;

  // False, and `next` is not added, if it may not run with those that there are.
  bool add(const OwnedLaunch &next);
  void clear();
  size_t size() const { return launches.size(); }

private:
  friend class FusedLaunch;
  // What a pointer argument leads to.
  struct Reach {
    uintptr_t first, end;
    uint32_t own_bytes; // as in ArgSlot
    bool is_written;
    bool mayMeet(const Reach &other) const;
  };
  static std::vector<Reach> reachesOf(const OwnedLaunch &launch);

  std::vector<const OwnedLaunch *> launches;
  std::vector<Reach> reaches; // of all of them
};

class FusedLaunch final : public KernelLaunch {
public:
  // Of at least one launch; they have to live as long.
  explicit FusedLaunch(const FusableLaunches &launches);
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
