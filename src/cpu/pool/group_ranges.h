// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The work-groups of a launch that are still to run, in as many ranges as threads may share them.
// A thread claims from the range that it had in the launch before, which is likely to be what its
// caches and its memory node hold, and helps with the others when that one is through.
#ifndef WEFT_CPU_POOL_GROUP_RANGES_H
#define WEFT_CPU_POOL_GROUP_RANGES_H

#include <atomic>
#include <cstdint>
#include <memory>

namespace weft {

// Work-groups [first, end).
struct GroupChunk {
  uint64_t first = 0;
  uint64_t end = 0;
  bool empty() const { return first == end; }
};

class GroupRanges {
public:
  static constexpr unsigned most = 64;

  // Makes room for so many ranges, up to `most`. Throws bad_alloc.
  void reserve(unsigned count);
  // Cuts `groups` into chunks, and these into `count` ranges of about the same size: 1 to `most`,
  // and no more than there are chunks. No other thread may use the object then. Throws bad_alloc if
  // that is more than was reserved.
  void set(uint64_t groups, uint64_t chunk, unsigned count);
  // The range for a thread that comes to share the launch: `preferred` if nobody has that, else
  // one that nobody has, if there is one. One thread at a time.
  unsigned assign(unsigned preferred);
  // The next groups for a thread with the range `own`; empty if there are none left.
  GroupChunk claim(unsigned own);
  // All groups of the one range, for the one thread that asks. Costs nothing.
  GroupChunk claimAll();
  // Nothing is left then.
  void drop();
  // Groups that nobody has claimed.
  uint64_t left() const;
  bool exhausted() const { return left() == 0; }
  unsigned size() const { return count; }

private:
  struct alignas(64) Range {
    std::atomic<uint64_t> next{0}; // beyond `end` by a chunk for each thread that came too late
    uint64_t end = 0;
    uint64_t left() const;
  };

  std::unique_ptr<Range[]> ranges;
  unsigned count = 0;
  unsigned reserved = 0;
  uint64_t chunk = 1;
  uint64_t assigned = 0; // a bit for each range
};

} // namespace weft
#endif
