// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Groups of a launch run on several threads, so words of global memory are changed under a lock,
// and with them what was written there: of two accesses at the same time one sees the other.
// Kernels look at words without it. Local memory and its words belong to the thread.
#include "cpu/launch/race_checks.h"

#include "check/kinds.h"
#include "check/race_state.h"
#include "check/shadow.h"
#include "core/checked_launch.h"
#include "cpu/launch/check_reports.h"
#include "cpu/launch/race_words.h"
#include "cpu/launch/word_locks.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace weft {
namespace {

using check::RaceAccess;
using check::RaceLaunch;
using check::RaceStep;

template <bool IsLocal> using Locks = std::conditional_t<IsLocal, NoLocks, WordLocks>;

constexpr unsigned MostGranules = 8; // of lanes that are stepped together

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
    Locks<IsLocal> locks;
    const unsigned most = canStepTogether() ? RaceWords::Most / unsigned(granules()) : 64;
    const uint64_t lowest = ~uint64_t(0) >> (64 - most);
    for (uint64_t left = lanes.mask, some; left; left &= ~some) {
      some = left & lowest << std::countr_zero(left);
      if (!stepTogether(some, locks) && !stepEach(some, locks))
        return;
    }
  }

  // False if further lanes change nothing.
  template <class Locks> bool stepEach(uint64_t mask, Locks &locks) const {
    for (uint64_t left = mask; left; left &= left - 1) {
      const Found found = access(unsigned(std::countr_zero(left)), locks);
      // Where several have done the same, one more changes nothing.
      if (isOnePlace() && !found.raced_with && !found.has_changed &&
          found.common & (check::RaceManyItems | check::RaceManyGroups))
        return false;
    }
    return true;
  }

  // ---- the words of some lanes, side by side ----

  bool isOnePlace() const { return !lanes.addresses && lanes.stride == 0; }
  uint64_t granules() const { return lanes.bytes >> site.granule; }
  bool canStepTogether() const {
    return granules() && granules() <= MostGranules && granules() << site.granule == lanes.bytes &&
           !isOnePlace();
  }
  // False, and has done nothing, if lanes access the same granules, or race, or what locks them is
  // held by others.
  template <class Locks> bool stepTogether(uint64_t mask, Locks &locks) const {
    const uint64_t more = mask & (mask - 1); // than the lowest
    if (!(more & (more - 1)) || !canStepTogether())
      return false; // two lanes at most: not worth it
    RaceWords words;
    collectWords(words, lanes, {mask, site.granule, unsigned(granules()), keepsValues()});
    if (!words.are_apart)
      return false;
    auto *const shadow = reinterpret_cast<uint64_t *>(lanes.shadow);
    if (words.greatest - words.least < WordLocks::Block)
      locks.hold(shadow + words.least, shadow + words.greatest + 1);
    else if (!locks.tryHold(shadow, words))
      return false;
    return stepWords(words, shadow, keepsValues() ? check::Shadow::valuesOf(shadow) : nullptr,
                     {lanes.segment, 0, site.number, site.operation}, launch);
  }

  // ---- one lane ----

  // What the words of one lane have said.
  struct Found {
    uint64_t raced_with = 0, common = ~uint64_t(0);
    bool has_changed = false, is_same = true;
  };

  template <class Locks> Found access(unsigned lane, Locks &locks) const {
    const RaceAccess access{lanes.segment, itemOf(lane), site.number, site.operation};
    uint64_t *const begin = wordOf(lane), *const end = endOf(lane);
    Found found;
    // As much as a lock is for, one after the other.
    for (uint64_t *first = begin, *next; first != end; first = next) {
      next = first + std::min<ptrdiff_t>(end - first, WordLocks::Block);
      locks.hold(first, next);
      for (uint64_t *at = first; at != next; ++at)
        add(found, step(*at, access, lane, unsigned(at - begin)));
    }
    if (found.raced_with) [[unlikely]] {
      locks.release();
      report(lane, found.raced_with, found.is_same);
    }
    return found;
  }

  uint64_t *wordOf(unsigned lane) const {
    return reinterpret_cast<uint64_t *>(lanes.shadow) +
           ((addressOf(lane) - lanes.shadow_begin) >> site.granule);
  }
  uint64_t *endOf(unsigned lane) const {
    if (const uint64_t granules = lanes.bytes >> site.granule)
      return wordOf(lane) + granules;
    return reinterpret_cast<uint64_t *>(lanes.shadow) +
           ((addressOf(lane) - lanes.shadow_begin + lanes.bytes - 1) >> site.granule) + 1;
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

  uint64_t *keptOf(uint64_t *word) const {
    auto *words = reinterpret_cast<uint64_t *>(lanes.shadow);
    return check::Shadow::valuesOf(words) + (word - words);
  }

  // ---- one granule, of one lane ----

  struct Step {
    uint64_t before; // the word
    bool has_changed, raced;
    bool is_same = false; // as what was written before, if that is known
  };

  Step step(uint64_t &word, const RaceAccess &access, unsigned lane, unsigned granule) const {
    const uint64_t before = word;
    const RaceStep made = check::raceStep(before, access, launch);
    // Kernels read it at the same time.
    std::atomic_ref<uint64_t>(word).store(made.word, std::memory_order_relaxed);
    Step step{before, made.word != before, made.against && isUnordered(before)};
    if (keepsValues()) {
      const uint64_t value = partOf(lane, granule);
      step.is_same = std::exchange(*keptOf(&word), value) == value;
    }
    return step;
  }

  static void add(Found &found, const Step &step) {
    found.common &= step.before;
    found.has_changed |= step.has_changed;
    if (step.raced) [[unlikely]] {
      found.raced_with = step.before;
      found.is_same &= step.is_same;
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
    // Between the same barriers no barrier has told anybody of the earlier one.
    const bool in_group =
        groupOf(segment) == groupOf(lanes.segment) && !(word & check::RaceManyGroups);
    return !(checks.races->noted(groupOf(lanes.segment)) & WEFT_RACE_ACQUIRE) ||
           !(checks.races->noted(groupOf(segment)) &
             (in_group ? WEFT_RACE_TELL : WEFT_RACE_RELEASE));
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
