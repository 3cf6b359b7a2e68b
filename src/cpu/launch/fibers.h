// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work-items of one work-group, each on a stack of its own, switched at barriers: what the `fibers`
// emitter runs on (weft_thread::run_items, item_barrier and item_yield).
//
// Live work-items form a ring. A barrier passes the processor on to the next one of the ring until
// all that have not returned have come to it: in one round, unless some yield in between. Items
// that return before any barrier share one stack.
#ifndef WEFT_CPU_LAUNCH_FIBERS_H
#define WEFT_CPU_LAUNCH_FIBERS_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>
#include <weft/kernel_abi.h>

namespace weft {

class FiberGroup {
public:
  // Stacks of `stack_bytes`, or of WEFT_FIBER_STACK if 0.
  explicit FiberGroup(size_t stack_bytes = 0);
  ~FiberGroup();
  FiberGroup(const FiberGroup &) = delete;
  FiberGroup &operator=(const FiberGroup &) = delete;

  // Makes sure of a stack for each of `items` work-items. Stacks are kept for later groups; they
  // cost address space at once and memory as they are touched. False if there is no memory.
  bool reserve(uint64_t items);

  // Runs fn(frame, thread, i) for each i in [0, items). False, with nothing run, if there are no
  // stacks. Not from within an item.
  bool run(weft_thread *thread, weft_item_fn fn, void *frame, uint64_t items);
  // Only from within an item: waits until all items that have not returned have called it.
  void barrier();
  // Only from within an item: lets others go on, each up to its next switch.
  void yield();

  // Whether the caller is within an item.
  bool insideItem() const { return running && running != scheduler.get(); }
  // Only from within an item: run() returns at once, no item is gone on with.
  [[noreturn]] void abandon();
  // Whether the last run() ended by that.
  bool wasAbandoned() const { return abandoned; }

  size_t stackBytes() const { return stack_bytes; }
  struct Fiber;
  struct Slab;

private:
  static void itemMain(Fiber *self);
  Fiber &fiber(uint64_t index);
  void prepare(Fiber &fiber);
  void switchTo(Fiber &to, bool for_good);
  void meet();

  const size_t stack_bytes;
  std::vector<std::unique_ptr<Slab>> slabs;
  std::unique_ptr<Fiber> scheduler; // who called run()

  // Of the group that runs now.
  weft_thread *thread = nullptr;
  weft_item_fn fn = nullptr;
  void *frame = nullptr;
  uint64_t items = 0;
  uint64_t next_item = 0; // the first that has not begun
  uint64_t alive = 0;     // items that have not returned, whether begun or not
  uint64_t arrived = 0;   // of them, those that wait at the barrier
  uint64_t meetings = 0;  // barriers that all have reached
  uint64_t fibers_used = 0;
  Fiber *running = nullptr;
  Fiber *previous = nullptr; // whom `running` took over from
  bool abandoned = false;
};

} // namespace weft
#endif
