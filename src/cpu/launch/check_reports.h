// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From what a checked kernel hands over (include/weft/check_abi.h) to a report for people.
#ifndef WEFT_CPU_LAUNCH_CHECK_REPORTS_H
#define WEFT_CPU_LAUNCH_CHECK_REPORTS_H

#include "check/shadow.h"
#include "core/device.h"
#include "core/race_shadows.h"

#include <array>
#include <weft/check_abi.h>
#include <weft/kernel_abi.h>

namespace weft {

// What a thread lends to the checked kernel that it runs.
struct ThreadChecks : weft_check_launch {
  ThreadChecks();
  // `local`: local memory, with the room that it needs (localRoom()).
  void begin(const KernelLaunch &of, char *local);
  // For kernels whose values are followed, before each group.
  void beginGroup();
  const KernelLaunch *launch = nullptr;
  RaceShadows *races = nullptr; // of the launch, if races are looked for
  char *local = nullptr;
  // As weft_check_launch::find_shadow.
  weft_check_shadow shadowOf(const void *pointer, uint64_t size) const;

private:
  struct Known {
    const void *pointer;
    uint64_t size;
    weft_check_shadow shadow;
  };
  void beginRaces();
  std::unique_ptr<check::Shadow> shadow_of_local;
  mutable std::array<Known, 16> known_shadows = {}; // of the launch, by their pointers
};

// Bytes of local memory, with what stands beside it of what was never written.
uint64_t localRoom(const KernelLaunch &launch);

// What the kernel sees of its thread (WEFT_CHECK_LAUNCH_OFFSET).
struct CheckedThread : weft_thread {
  const weft_check_launch *check = nullptr;
};

} // namespace weft
#endif
