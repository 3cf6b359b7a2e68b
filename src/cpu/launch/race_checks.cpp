// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Groups of a launch run on several threads, so words of global memory are changed by compare and
// exchange: of two accesses at the same time one sees the other. A write changes a word and what
// was written there together, under a lock, so that the next one sees what the word's write has.
// Local memory and its words belong to the thread.
#include "cpu/launch/race_checks.h"

#include "check/kinds.h"
#include "check/race_state.h"
#include "check/shadow.h"
#include "core/checked_launch.h"
#include "cpu/launch/check_reports.h"

#include <array>
#include <atomic>
#include <bit>
#include <optional>
#include <utility>

namespace weft {
namespace {

// Of the words of global memory, which share them. Held for a few instructions.
class WordLock {
public:
  explicit WordLock(const uint64_t *word)
      : flag(all[reinterpret_cast<uintptr_t>(word) / sizeof(uint64_t) % Count]) {
    while (flag.test_and_set(std::memory_order_acquire))
      while (flag.test(std::memory_order_relaxed))
        ;
  }
  ~WordLock() { flag.clear(std::memory_order_release); }
  WordLock(const WordLock &) = delete;

private:
  static constexpr size_t Count = 1024;
  static inline std::array<std::atomic_flag, Count> all = {};
  std::atomic_flag &flag;
};

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
    for (uint64_t left = lanes.mask; left; left &= left - 1) {
      const auto lane = unsigned(std::countr_zero(left));
      const RaceAccess access{lanes.segment, itemOf(lane), site.number, site.operation};
      const uint64_t from = addressOf(lane) - lanes.shadow_begin;
      uint64_t *const first = words + (from >> site.granule);
      uint64_t *const end =
          granules ? first + granules : words + ((from + lanes.bytes - 1) >> site.granule) + 1;
      uint64_t raced_with = 0, common = ~uint64_t(0);
      bool has_changed = false, is_same = true;
      for (uint64_t *at = first; at != end; ++at) {
        const Step step = keepsValues()
                              ? write<IsLocal>(at, access, partOf(lane, unsigned(at - first)))
                              : this->step<IsLocal>(*at, access);
        common &= step.before;
        has_changed |= step.has_changed;
        if (step.raced) [[unlikely]] {
          raced_with = step.before;
          is_same &= step.is_same;
        }
      }
      if (raced_with) [[unlikely]]
        report(lane, raced_with, is_same);
      // Where several have done the same, one more changes nothing.
      else if (is_one_place && !has_changed &&
               common & (check::RaceManyItems | check::RaceManyGroups))
        return;
    }
  }

  uint64_t itemOf(unsigned lane) const {
    return lanes.items ? lanes.items[lane] : lanes.item + lane;
  }
  uint64_t addressOf(unsigned lane) const {
    return lanes.addresses ? lanes.addresses[lane] : lanes.address + uint64_t(lanes.stride) * lane;
  }
  // Whether what is written is told to those who write after it.
  bool keepsValues() const { return keepsValues(site) && lanes.bytes <= sizeof(uint64_t); }
  static bool keepsValues(const weft_race_site &of) {
    return of.operation == WEFT_RACE_WRITE && of.values != WEFT_RACE_VALUES_UNKNOWN &&
           of.place->bytes <= sizeof(uint64_t);
  }
  // What a lane writes to one of its granules.
  uint64_t partOf(unsigned lane, unsigned granule) const {
    const uint64_t value = lanes.values ? lanes.values[lane] : 0;
    const unsigned bits = 8u << site.granule;
    return bits == 64 ? value : value >> (granule * bits) & ((uint64_t(1) << bits) - 1);
  }

  struct Step {
    uint64_t before; // the word
    bool has_changed, raced;
    bool is_same = false; // as what was written before, if that is known
  };

  template <bool IsLocal> Step write(uint64_t *at, const RaceAccess &access, uint64_t value) const {
    const std::optional<WordLock> lock =
        IsLocal ? std::optional<WordLock>() : std::optional<WordLock>(std::in_place, at);
    auto *words = reinterpret_cast<uint64_t *>(lanes.shadow);
    uint64_t &kept = check::Shadow::valuesOf(words)[at - words];
    Step made = step<IsLocal>(*at, access);
    made.is_same = std::exchange(kept, value) == value;
    return made;
  }

  template <bool IsLocal> Step step(uint64_t &word, const RaceAccess &access) const {
    const std::atomic_ref<uint64_t> shared(word);
    uint64_t before = shared.load(std::memory_order_relaxed);
    for (;;) {
      const RaceStep step = check::raceStep(before, access, launch);
      const bool has_changed = step.word != before;
      if (IsLocal)
        word = step.word;
      if (IsLocal || !has_changed ||
          shared.compare_exchange_weak(before, step.word, std::memory_order_relaxed))
        return {before, has_changed, step.against && isUnordered(before)};
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

  void report(unsigned lane, uint64_t word, bool is_same) const {
    FoundRace race{thread, &site, object, &lanes, itemOf(lane), addressOf(lane), word, true, false};
    race.same_group = !(word & check::RaceManyGroups) &&
                      groupOf(check::segmentOf(word)) == groupOf(lanes.segment);
    race.same_value = writesSame(word, is_same);
    if (check::enabled(race.same_value ? check::Kind::RaceSameValue : check::Kind::Race))
      reportRace(race);
  }

  // Whether the earlier access has written what this one writes. `is_same`: as was kept, if the
  // earlier one has kept it.
  bool writesSame(uint64_t word, bool is_same) const {
    if (site.operation != WEFT_RACE_WRITE ||
        (check::nowOf(word) | check::beforeOf(word)) != WEFT_RACE_WRITE)
      return false;
    const uint64_t number = word & check::RaceSite;
    const weft_race_site *other = number < WEFT_RACE_SITES - 1 ? site.all[number] : nullptr;
    if (other == &site && site.values == WEFT_RACE_VALUES_ALIKE)
      return true;
    return other && keepsValues(*other) && keepsValues() && is_same;
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
