// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_GROWN_HEAP_H
#define WEFT_COMPILER_GROWN_HEAP_H

#include <atomic>

namespace weft {

// The first compile of a process takes its memory page by page, at the price of a fault each: a
// tenth of its time. So its threads let their heaps grow at once, which takes a millisecond. An
// object is to live as long as its thread uses the heap.
class GrownHeap {
public:
  // Does nothing if `done` is set, and sets it.
  explicit GrownHeap(std::atomic<bool> &done);
  ~GrownHeap();
  GrownHeap(const GrownHeap &) = delete;

private:
  void *fence = nullptr; // keeps the heap from giving the memory back
};

} // namespace weft
#endif
