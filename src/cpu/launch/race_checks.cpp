// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Groups of a launch run on several threads, so words of global memory are changed by compare and
// exchange: of two accesses at the same time one sees the other. Local memory and its words belong
// to the thread.
#include "cpu/launch/race_checks.h"

#include "check/kinds.h"
#include "check/race_state.h"
#include "core/checked_launch.h"
#include "cpu/launch/check_reports.h"

#include <atomic>
#include <bit>
#include <cstring>

namespace weft {
namespace {

// How often memory is looked at, at most.
constexpr unsigned MostTurns = 1000;

using check::RaceAccess;
using check::RaceLaunch;
using check::RaceStep;

class Lanes {
public:
  Lanes(weft_thread *thread, const weft_race_site &site, const weft_check_object *object,
        const weft_race_lanes &lanes, const ThreadChecks &checks)
      : thread(thread), site(site), object(object), lanes(lanes), checks(checks),
        launch{site.is_local ? checks.local_base : checks.global_base, checks.segment_bits,
               site.is_local != 0} {}

  void run() { site.is_local ? runOn<true>() : runOn<false>(); }

private:
  template <bool IsLocal> void runOn() {
    auto *words = reinterpret_cast<uint64_t *>(lanes.shadow);
    const bool is_one_place = !lanes.addresses && lanes.stride == 0;
    const uint64_t granules = lanes.bytes >> site.granule;
    // What a word has to be for the usual cases, and what it then becomes.
    const uint64_t of_segment = lanes.segment << WEFT_RACE_SEGMENT_SHIFT;
    const uint64_t done = uint64_t(site.operation) << check::RaceNowShift;
    const uint64_t first_word = of_segment | done | site.number;
    for (uint64_t left = lanes.mask; left; left &= left - 1) {
      const auto lane = unsigned(std::countr_zero(left));
      const uint64_t item = itemOf(lane);
      const uint64_t address = addressOf(lane);
      const uint64_t from = address - lanes.shadow_begin;
      uint64_t *at = words + (from >> site.granule);
      uint64_t *const end =
          granules ? at + granules : words + ((from + lanes.bytes - 1) >> site.granule) + 1;
      uint64_t raced_with = 0, common = ~uint64_t(0);
      bool has_changed = false;
      for (; at != end; ++at) {
        const uint64_t known = __atomic_load_n(at, __ATOMIC_RELAXED);
        const uint64_t apart = known ^ of_segment;
        // Nothing yet, since the barrier or in the launch.
        if ((IsLocal ? apart >> WEFT_RACE_SEGMENT_SHIFT != 0
                     : check::segmentOf(known) < launch.base) &&
            site.operation < WEFT_RACE_ATOMIC_READ) {
          if (exchange<IsLocal>(at, known, first_word | item << WEFT_RACE_ITEM_SHIFT)) {
            has_changed = true;
            common = 0;
            continue;
          }
        }
        const Step step = IsLocal
                              ? stepLocal(*at, {lanes.segment, item, site.number, site.operation})
                              : stepGlobal(*at, {lanes.segment, item, site.number, site.operation});
        common &= step.before;
        has_changed |= step.has_changed;
        if (step.raced) [[unlikely]]
          raced_with = step.before;
      }
      if (raced_with) [[unlikely]]
        report(lane, raced_with);
      // Where several have done the same, one more changes nothing.
      else if (is_one_place && !has_changed &&
               common & (check::RaceManyItems | check::RaceManyGroups))
        return;
    }
  }

  template <bool IsLocal> static bool exchange(uint64_t *at, uint64_t before, uint64_t after) {
    if (IsLocal) {
      *at = after;
      return true;
    }
    return __atomic_compare_exchange_n(at, &before, after, false, __ATOMIC_RELAXED,
                                       __ATOMIC_RELAXED);
  }

  uint64_t itemOf(unsigned lane) const {
    return lanes.items ? lanes.items[lane] : lanes.item + lane;
  }
  uint64_t addressOf(unsigned lane) const {
    return lanes.addresses ? lanes.addresses[lane] : lanes.address + uint64_t(lanes.stride) * lane;
  }
  uint64_t valueOf(unsigned lane) const { return lanes.values ? lanes.values[lane] : 0; }

  struct Step {
    uint64_t before; // the word
    bool has_changed, raced;
  };

  Step stepLocal(uint64_t &word, const RaceAccess &access) const {
    const uint64_t before = word;
    const RaceStep step = check::raceStep(before, access, launch);
    word = step.word;
    return {before, step.word != before, step.against && isUnordered(before)};
  }

  Step stepGlobal(uint64_t &word, const RaceAccess &access) const {
    const std::atomic_ref<uint64_t> shared(word);
    uint64_t before = shared.load(std::memory_order_relaxed);
    for (;;) {
      const RaceStep step = check::raceStep(before, access, launch);
      if (step.word == before ||
          shared.compare_exchange_weak(before, step.word, std::memory_order_relaxed))
        return {before, step.word != before, step.against && isUnordered(before)};
    }
  }

  uint64_t groupOf(uint64_t segment) const { return launch.groupOf(segment); }

  // Whether there is nothing that may order an earlier access and this one: atomic operations and
  // fences, or more barriers than can be counted.
  bool isUnordered(uint64_t word) const {
    const uint64_t segment = check::segmentOf(word);
    if (segment == lanes.segment) {
      const uint64_t of_group = (segment - launch.base) & checks.last_segment;
      constexpr uint64_t SubGroups = (1 << WEFT_RACE_SUB_GROUP_BITS) - 1;
      if (of_group == checks.last_segment ||
          (site.has_sub_groups && (of_group & SubGroups) == SubGroups))
        return false;
    }
    return !(checks.races->noted(groupOf(lanes.segment)) & WEFT_RACE_ACQUIRE) ||
           !(checks.races->noted(groupOf(segment)) & WEFT_RACE_RELEASE);
  }

  void report(unsigned lane, uint64_t word) const {
    FoundRace race{thread, &site, object, &lanes, itemOf(lane), addressOf(lane), word, true, false};
    race.same_group = !(word & check::RaceManyGroups) &&
                      groupOf(check::segmentOf(word)) == groupOf(lanes.segment);
    race.same_value = writesSame(lane, word);
    if (check::enabled(race.same_value ? check::Kind::RaceSameValue : check::Kind::Race))
      reportRace(race);
  }

  // Whether the earlier access has written what this one writes.
  bool writesSame(unsigned lane, uint64_t word) const {
    if (site.operation != WEFT_RACE_WRITE ||
        (check::nowOf(word) | check::beforeOf(word)) != WEFT_RACE_WRITE)
      return false;
    const bool is_same_site = (word & check::RaceSite) == site.number;
    if (site.values == WEFT_RACE_VALUES_ALIKE && is_same_site)
      return true;
    if (site.values == WEFT_RACE_VALUES_UNKNOWN || lanes.bytes > sizeof(uint64_t))
      return false;
    // A lane beside this one, whose value is not in memory yet.
    if (check::segmentOf(word) == lanes.segment && is_same_site)
      for (unsigned other = 0; other < lane; ++other)
        if (lanes.mask >> other & 1 && itemOf(other) == check::itemOf(word) &&
            addressOf(other) == addressOf(lane))
          return valueOf(other) == valueOf(lane);
    const uint64_t value = valueOf(lane);
    const auto is_there = [&] {
      return std::memcmp(reinterpret_cast<const void *>(addressOf(lane)), &value, lanes.bytes) == 0;
    };
    // Another thread's store comes soon after its check.
    for (unsigned turns = 0;
         turns < MostTurns && groupOf(check::segmentOf(word)) != groupOf(lanes.segment) &&
         !is_there();
         ++turns)
      std::atomic_signal_fence(std::memory_order_seq_cst);
    return is_there();
  }

  weft_thread *thread;
  const weft_race_site &site;
  const weft_check_object *object;
  const weft_race_lanes &lanes;
  const ThreadChecks &checks;
  const RaceLaunch launch;
};

} // namespace

void noteAccess(weft_thread *thread, const weft_race_site *site, const weft_check_object *object,
                const weft_race_lanes *lanes) {
  const auto &checks =
      static_cast<const ThreadChecks &>(*static_cast<const CheckedThread *>(thread)->check);
  if (!checks.races)
    return;
  if (site->operation >= WEFT_RACE_RELEASE)
    checks.races->note((lanes->segment - checks.global_base) >> checks.segment_bits,
                       site->operation);
  else if (lanes->shadow && lanes->bytes)
    Lanes(thread, *site, object, *lanes, checks).run();
}

} // namespace weft
