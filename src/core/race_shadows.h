// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shadow memory of one launch in which races of work-items are looked for
// (src/check/race_state.h): one for each piece of memory that arguments lead to and that the kernel
// may write, whatever number of arguments lead to it; and for what work-items come to by other
// ways.
#ifndef WEFT_CORE_RACE_SHADOWS_H
#define WEFT_CORE_RACE_SHADOWS_H

#include "check/shadow.h"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <vector>
#include <weft/check_abi.h>

namespace weft {

class RaceShadows {
public:
  // Bytes that an argument leads to.
  struct Range {
    uint64_t begin, end;
    bool is_written;
    size_t argument;
  };

  RaceShadows(uint64_t groups, bool has_barriers);
  ~RaceShadows();
  RaceShadows(const RaceShadows &) = delete;
  RaceShadows &operator=(const RaceShadows &) = delete;

  // Writes to `bounds` where the shadow of each argument is. Once, before the launch runs.
  void place(std::vector<Range> ranges, std::vector<weft_check_bounds> &bounds);

  // Of `size` bytes at `begin`, which arguments need not lead to. From any thread, once the others
  // are placed. Zeros: nothing is kept of them, as where they are not all of one piece.
  weft_check_shadow find(uint64_t begin, uint64_t size);

  bool canTell() const { return can_tell; } // groups are not too many to be told apart
  uint64_t segmentBits() const { return segment_bits; }
  uint64_t base() const { return first_segment; }
  // All that the launch may use, from some base on.
  uint64_t segments() const { return groups << segment_bits; }

  // What a group has done that may order what it does with what others do; sets of
  // weft_race_operation. Of groups of which nothing is known: nothing.
  void note(uint64_t group, uint32_t operations);
  uint32_t noted(uint64_t group) const;

private:
  struct Piece {
    uint64_t end; // address
    uint64_t *words;
  };
  std::optional<weft_check_shadow> known(uint64_t begin, uint64_t end) const;

  const uint64_t groups;
  uint64_t segment_bits = 0;
  uint64_t first_segment = 1;
  bool can_tell = true;
  std::shared_mutex mutex; // guards what follows, up to `notes`
  std::vector<std::unique_ptr<check::Shadow>> shadows;
  std::map<uint64_t, Piece> pieces; // by their first address
  // One for each group, from the first time on that one is noted.
  std::atomic<std::atomic<uint8_t> *> notes{nullptr};
  std::unique_ptr<std::atomic<uint8_t>[]> all_notes; // what `notes` points to
  std::once_flag notes_are_made;
};

} // namespace weft
#endif
