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
  bool last = false;       // nothing is left to claim after it
  int first_of_range = -1; // a range of another thread, of which nobody has claimed before
  bool empty() const { return first == end; }
};

// Each range is a cache line, which its thread alone writes until others help. Which ranges have
// something left is one word: it is written once per range, and who is through with his own reads
// that instead of all ranges.
class GroupRanges {
public:
  static constexpr unsigned most = 64;

  // Makes room for so many ranges, up to `most`. Throws bad_alloc.
  void reserve(unsigned count);
  // Cuts `groups` into chunks, and these into `count` ranges of about the same size: 1 to `most`,
  // and no more than there are chunks. With `halves` a thread claims half of what is left of its
  // own range at a time, but not less than a chunk. No other thread may use the object then. Throws
  // bad_alloc if that is more than was reserved.
  void set(uint64_t groups, uint64_t chunk, unsigned count, bool halves = false);
  // The range for a thread that comes to share the launch: `preferred` if nobody has that, else
  // one that nobody has, if there is one. One thread at a time.
  unsigned assign(unsigned preferred);
  // The first `team` ranges are for threads that have been chosen, `but` one.
  void assignTeam(unsigned team, unsigned but);
  // The next groups for a thread with the range `own`; empty if there are none left.
  GroupChunk claim(unsigned own);
  // All that is left of the own range, in one.
  GroupChunk claimRest(unsigned own);
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
    std::atomic<uint64_t> next{0}; // beyond `end` by a claim for each thread that came too late
    uint64_t begin = 0;
    uint64_t end = 0;
    uint64_t left() const;
  };
  bool claimFrom(unsigned index, uint64_t most, GroupChunk &chunk);

  std::unique_ptr<Range[]> ranges;
  unsigned count = 0;
  unsigned reserved = 0;
  uint64_t chunk = 1;
  bool halves = false;
  uint64_t assigned = 0; // a bit for each range
  // A bit for each range of which the last chunk is not claimed, or was just now.
  alignas(64) std::atomic<uint64_t> open{0};
};

} // namespace weft
#endif
