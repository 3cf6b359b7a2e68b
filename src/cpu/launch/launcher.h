// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a thread needs to run work-groups: the memory that it lends to them and the functions that
// they call back.
#ifndef WEFT_CPU_LAUNCH_LAUNCHER_H
#define WEFT_CPU_LAUNCH_LAUNCHER_H

#include "core/device.h"
#include "cpu/launch/check_reports.h"
#include "cpu/launch/fibers.h"
#include "cpu/launch/leave.h"
#include "cpu/memory/arena.h"

#include <csetjmp>

namespace weft {

// Groups of a launch; too many to count is as many as can be counted.
uint64_t groupCount(const weft_launch &launch);
// Work-items of the largest group of a launch.
uint64_t largestGroup(const weft_launch &launch);

// Used by one thread at a time, and by no two launches at a time.
class Launcher : private CheckedThread {
public:
  Launcher();

  // Gets ready to run groups of `launch`. False if there is not enough memory.
  bool prepare(const KernelLaunch &launch);
  // Runs the groups [first, end) of the launch last prepared, in the default floating-point
  // environment; the caller's is restored. False if memory ran out or the launch was stopped: then
  // groups may be incomplete.
  bool run(const KernelLaunch &launch, uint64_t first, uint64_t end);
  // Whether a kernel has printed since prepare().
  bool printed() const { return has_printed; }

private:
  static Launcher &of(weft_thread *thread) { return static_cast<Launcher &>(*thread); }
  static int32_t printFor(weft_thread *thread, const void *record, uint64_t bytes);
  static void runItems(weft_thread *thread, weft_item_fn fn, void *frame, uint64_t items);
  static void itemBarrier(weft_thread *thread);
  static void itemYield(weft_thread *thread);
  void runRows(const KernelLaunch &launch, uint64_t first, uint64_t end);
  void runStoppable(const KernelLaunch &launch, uint64_t first, uint64_t end);
  [[noreturn]] void leave();
  friend void leaveKernel();

  Arena local, items_context;
  FiberGroup fibers;
  ThreadChecks checks; // lent to checked kernels
  bool has_printed = false;
  bool failed = false;
  jmp_buf way_out; // of a kernel that is stopped
};

} // namespace weft
#endif
