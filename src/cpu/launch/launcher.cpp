// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One call of a kernel's code and what surrounds it.
#include "cpu/launch/launcher.h"

#include "cpu/arch/arch.h"
#include "cpu/launch/print_format.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace weft {

namespace {

uint64_t saturatingProduct(const uint64_t (&factors)[3]) {
  uint64_t product = 1;
  for (uint64_t factor : factors)
    if (factor == 0)
      return 0;
  for (uint64_t factor : factors)
    if (__builtin_mul_overflow(product, factor, &product))
      return UINT64_MAX;
  return product;
}

} // namespace

uint64_t groupCount(const weft_launch &launch) { return saturatingProduct(launch.num_groups); }

uint64_t largestGroup(const weft_launch &launch) {
  uint64_t sizes[3];
  for (int i = 0; i < 3; ++i)
    sizes[i] = std::min(launch.local_size[i], launch.global_size[i]);
  return saturatingProduct(sizes);
}

Launcher::Launcher() : CheckedThread{} {
  print = printFor;
  run_items = runItems;
  item_barrier = itemBarrier;
  item_yield = itemYield;
  check = &checks;
}

bool Launcher::prepare(const KernelLaunch &launch) {
  has_printed = false;
  failed = false;
  // CPUs look for what a load reads among stores before it by the place within a page: what is in
  // local memory and in context at once shall differ in that.
  constexpr uint64_t Align = WEFT_ABI_ALIGNMENT;
  const uint64_t beside = (launch.local_bytes + Align - 1) / Align * Align % Arena::Page;
  uint64_t context_bytes = 0;
  if (__builtin_add_overflow(launch.context_bytes, beside, &context_bytes) ||
      !local.reserve(localRoom(launch)) || !items_context.reserve(context_bytes))
    return false;
  if (launch.fibers && !fibers.reserve(largestGroup(launch.launch)))
    return false;
  children = launch.children;
  local_memory = local.data();
  checks.begin(launch, static_cast<char *>(local_memory));
  context = static_cast<char *>(items_context.data()) + beside;
  local_memory_end = static_cast<char *>(local_memory) + local.capacity();
  context_end = static_cast<char *>(items_context.data()) + items_context.capacity();
  return true;
}

bool Launcher::run(const KernelLaunch &launch, uint64_t first, uint64_t end) {
  const arch::DefaultFloatEnvironment environment;
  // Variables of whoever waits for the launch lie above, and may be global memory for the kernel.
  stack_end = __builtin_frame_address(0);
  if (launch.stop) [[unlikely]]
    runStoppable(launch, first, end);
  else
    runRows(launch, first, end);
  if (launch.hints.has_non_temporal_stores)
    arch::finishNonTemporalStores();
  return !failed;
}

[[gnu::always_inline]] inline void Launcher::runRows(const KernelLaunch &launch, uint64_t first,
                                                     uint64_t end) {
  const uint64_t row_groups = launch.launch.num_groups[0];
  uint64_t x = 0, y = 0, z = 0;
  if (first) {
    const uint64_t row = first / row_groups;
    x = first % row_groups;
    y = row % launch.launch.num_groups[1];
    z = row / launch.launch.num_groups[1];
  }
  for (uint64_t left = end - first; left;) {
    // What a group has left in local memory is what the next one would find.
    const bool one_by_one = launch.clear_local || checks.local_to_unwritten;
    const uint64_t end_x = one_by_one ? x + 1 : std::min(row_groups, x + left);
    if (launch.clear_local)
      std::memset(local_memory, 0, launch.local_bytes);
    checks.beginGroup();
    if (launch.stop && launch.stop->isSet()) [[unlikely]] {
      failed = true;
      return;
    }
    weft_begin_row(this, &launch.launch, y, z);
    launch.entry(&launch.launch, launch.args, this, x, end_x);
    left -= end_x - x;
    x = end_x;
    if (x < row_groups)
      continue;
    x = 0;
    if (++y == launch.launch.num_groups[1]) {
      y = 0;
      ++z;
    }
  }
}

// Whose kernel the thread runs, if that may be stopped.
static thread_local Launcher *stoppable = nullptr;

void Launcher::runStoppable(const KernelLaunch &launch, uint64_t first, uint64_t end) {
  Launcher *const outer = std::exchange(stoppable, this);
  if (_setjmp(way_out) == 0)
    runRows(launch, first, end);
  else
    failed = true;
  stoppable = outer;
}

void Launcher::leave() {
  // Its stack is not this thread's own, which is gone back to first: runItems() goes on from there.
  if (fibers.insideItem())
    fibers.abandon();
  _longjmp(way_out, 1);
}

void leaveKernel() { stoppable->leave(); }

int32_t Launcher::printFor(weft_thread *thread, const void *record, uint64_t bytes) {
  of(thread).has_printed = true;
  return printRecord(record, bytes);
}

void Launcher::runItems(weft_thread *thread, weft_item_fn fn, void *frame, uint64_t items) {
  FiberGroup &fibers = of(thread).fibers;
  if (!fibers.run(thread, fn, frame, items))
    of(thread).failed = true;
  if (fibers.wasAbandoned()) [[unlikely]]
    of(thread).leave();
}

void Launcher::itemBarrier(weft_thread *thread) { of(thread).fibers.barrier(); }

void Launcher::itemYield(weft_thread *thread) { of(thread).fibers.yield(); }

} // namespace weft
