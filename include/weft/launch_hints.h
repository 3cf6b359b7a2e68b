// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a compiler tells of a kernel that only schedules its launches: how work-items are grouped,
// how much of the range a thread takes, and what it waits for. Whatever stands here, a launch
// yields the same. Written by the passes, copied as a whole from then on, read by the launcher.
// What the API reports, and what code depends on, is in KernelFacts (weft/kernel_facts.h).
#ifndef WEFT_LAUNCH_HINTS_H
#define WEFT_LAUNCH_HINTS_H

#include <cstdint>
#include <type_traits>

namespace weft {

// Which groups a launch may form.
enum class Grouping : uint8_t {
  AsAsked, // those that were asked for
  // Others, too, but all of the same size: where those asked for are, and each dimension has less
  // than 2^31 work-items.
  Even,
  Free, // any: no work-item can tell which others are in its own
};

struct LaunchHints {
  // Of what follows. A record of another version is not read: then nothing is known.
  static constexpr uint32_t Version = 4;
  uint32_t version = Version;

  Grouping grouping = Grouping::AsAsked;
  // Whether a work-item has loops, or may have. Without, it touches so little memory that groups
  // which are tiles do not pay, and rows may be as long as there are groups for all threads.
  bool has_loops = true;
  // Whether work-items side by side access memory that is not side by side, or may. Where they do
  // not, and have no loops, rows below each other have next to nothing in common.
  bool has_gathers = true;
  // Whether there are stores past the caches, or may be: others may see them late, so whoever has
  // run a part of the launch waits for them.
  bool has_non_temporal_stores = true;
  // Rows of a group that run together where it has as many: a power of two up to MostRowsTogether.
  static constexpr uint32_t MostRowsTogether = 16;
  uint32_t rows_together = 1;
  // Rows of a group that access the same lines of the cache, of which the work-items of a row have
  // one each, as where a matrix is transposed: a power of two up to MostRowsOfTile, 1: none.
  static constexpr uint32_t MostRowsOfTile = 64;
  uint32_t rows_of_tile = 1;
  // Bytes that a work-item stores to global memory; 0: not known.
  uint64_t stored_bytes = 0;

  bool operator==(const LaunchHints &) const = default;
};
static_assert(std::has_unique_object_representations_v<LaunchHints>, "it is stored as it is");

} // namespace weft
#endif
