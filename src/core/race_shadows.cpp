// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/race_shadows.h"

#include <algorithm>
#include <bit>
#include <iterator>

namespace weft {
namespace {

// Half of all segments is the most for a launch, so that bases need not be chosen with care; with
// few groups, less, so that shadows need not be cleared after each launch.
constexpr unsigned MostBits = 64 - WEFT_RACE_SEGMENT_SHIFT - 1;
constexpr unsigned UsualBits = MostBits - 6;
constexpr unsigned LeastBarrierBits = 11, MostBarrierBits = 20;

} // namespace

RaceShadows::RaceShadows(uint64_t groups, bool has_barriers) : groups(groups) {
  const auto group_bits = unsigned(std::bit_width(groups));
  segment_bits = WEFT_RACE_SUB_GROUP_BITS;
  if (has_barriers)
    segment_bits =
        std::clamp(int(UsualBits) - int(group_bits), int(LeastBarrierBits), int(MostBarrierBits));
  can_tell = group_bits + segment_bits <= MostBits;
}

RaceShadows::~RaceShadows() {
  for (std::unique_ptr<check::Shadow> &shadow : shadows)
    check::giveBack(std::move(shadow));
}

void RaceShadows::place(std::vector<Range> ranges, std::vector<weft_check_bounds> &bounds) {
  if (!can_tell)
    return;
  std::ranges::sort(ranges, {}, &Range::begin);
  for (size_t first = 0, next; first < ranges.size(); first = next) {
    // All that overlap, or reach into each other.
    const uint64_t begin = ranges[first].begin;
    uint64_t end = ranges[first].end;
    bool is_written = ranges[first].is_written;
    for (next = first + 1; next < ranges.size() && ranges[next].begin < end; ++next) {
      end = std::max(end, ranges[next].end);
      is_written |= ranges[next].is_written;
    }
    if (!is_written)
      continue;
    std::unique_ptr<check::Shadow> shadow = check::borrowShadow(end - begin);
    if (!shadow)
      continue; // too large: nothing is said of it
    for (size_t i = first; i < next; ++i) {
      weft_check_bounds &of = bounds[ranges[i].argument];
      of.shadow = reinterpret_cast<uintptr_t>(shadow->words());
      of.shadow_begin = begin;
      of.shadow_is_own = next == first + 1;
    }
    pieces[begin] = {end, shadow->words()};
    shadows.push_back(std::move(shadow));
  }
  first_segment = check::takeSegments(segments(), shadows.data(), shadows.size());
}

// What is known of the piece that has all of them; zeros if they are not of one piece.
std::optional<weft_check_shadow> RaceShadows::known(uint64_t begin, uint64_t end) const {
  const auto behind = pieces.lower_bound(end); // of all that begin ahead of the end the last one
  if (behind == pieces.begin())
    return std::nullopt;
  const auto &[first, piece] = *std::prev(behind);
  if (first <= begin && end <= piece.end)
    return weft_check_shadow{reinterpret_cast<uintptr_t>(piece.words), first};
  return piece.end > begin ? std::optional(weft_check_shadow{}) : std::nullopt;
}

weft_check_shadow RaceShadows::find(uint64_t begin, uint64_t size) {
  if (!can_tell || !size || size >= WEFT_CHECK_UNKNOWN_SIZE)
    return {};
  const uint64_t end = begin + size;
  {
    std::shared_lock lock(mutex);
    if (const auto is_known = known(begin, end))
      return *is_known;
  }
  std::unique_lock lock(mutex);
  if (const auto is_known = known(begin, end))
    return *is_known;
  std::unique_ptr<check::Shadow> shadow = check::borrowShadow(size);
  if (!shadow) {
    pieces[begin] = {end, nullptr};
    return {};
  }
  // The launch's segments are chosen: none of them may stand there.
  if (shadow->nextSegment() > first_segment)
    shadow->clear();
  shadow->useSegmentsUpTo(first_segment + segments());
  uint64_t *const words = shadow->words();
  shadows.push_back(std::move(shadow));
  pieces[begin] = {end, words};
  return {reinterpret_cast<uintptr_t>(words), begin};
}

void RaceShadows::note(uint64_t group, uint32_t operations) {
  std::call_once(notes_are_made, [&] {
    all_notes = std::make_unique<std::atomic<uint8_t>[]>(groups);
    notes.store(all_notes.get(), std::memory_order_release);
  });
  std::atomic<uint8_t> &of = all_notes[group];
  if ((of.load(std::memory_order_relaxed) & operations) != operations)
    of.fetch_or(uint8_t(operations), std::memory_order_relaxed);
}

uint32_t RaceShadows::noted(uint64_t group) const {
  const std::atomic<uint8_t> *all = notes.load(std::memory_order_acquire);
  return all && group < groups ? all[group].load(std::memory_order_relaxed) : 0;
}

} // namespace weft
