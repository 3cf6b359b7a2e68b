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
#include "cpu/launch/race_runs.h"
#include "support/pause.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <thread>
#include <type_traits>
#include <utility>

namespace weft {
namespace {

// Of words of global memory, a block of them a lock, which blocks share. Held for a few hundred
// instructions at most.
class WordLock {
public:
  static constexpr uintptr_t Block = MostOfRaceRun; // words

  WordLock() = default;
  ~WordLock() { release(); }
  WordLock(const WordLock &) = delete;

  // Those from `first` up to `end`, Block at most: they lie in two blocks. Whoever holds two locks
  // has taken the one that is earlier in `all` first.
  void hold(const uint64_t *first, const uint64_t *end) {
    size_t a = numberOf(first), b = numberOf(end - 1);
    if (a > b)
      std::swap(a, b);
    if (a == low && b == high)
      return;
    release();
    take(a);
    if (b != a)
      take(b);
    low = a;
    high = b;
  }
  void release() {
    if (low == None)
      return;
    all[low].flag.clear(std::memory_order_release);
    if (high != low)
      all[high].flag.clear(std::memory_order_release);
    low = high = None;
  }

private:
  // Rows of matrices, whose distance is a power of two, have different locks.
  static size_t numberOf(const uint64_t *word) {
    const uint64_t block = reinterpret_cast<uintptr_t>(word) / (Block * sizeof(uint64_t));
    return size_t((block * UINT64_C(0x9e3779b97f4a7c15)) >> (64 - Bits));
  }
  static void take(size_t number) {
    std::atomic_flag &flag = all[number].flag;
    while (flag.test_and_set(std::memory_order_acquire))
      for (unsigned tries = 0; flag.test(std::memory_order_relaxed); ++tries)
        tries < MostPauses ? pause() : std::this_thread::yield();
  }

  static constexpr unsigned Bits = 10;
  static constexpr unsigned MostPauses = 100; // then whoever holds it does not run
  static constexpr size_t None = SIZE_MAX;
  // Apart, as threads mostly work on different blocks.
  struct alignas(64) Padded {
    std::atomic_flag flag;
  };
  static inline std::array<Padded, size_t(1) << Bits> all = {};
  size_t low = None, high = None;
};

using check::RaceAccess;
using check::RaceLaunch;
using check::RaceStep;

// Of local memory nothing is locked.
struct NoLock {
  void hold(const uint64_t *, const uint64_t *) {}
  void release() {}
};
template <bool IsLocal> using Lock = std::conditional_t<IsLocal, NoLock, WordLock>;

// Granules of a work-item, where those of work-items follow each other.
constexpr unsigned MostSideBySide = 8;
constexpr unsigned LeastSideBySide = 3; // lanes, for which it is worth it

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
    const bool is_one_place = !lanes.addresses && lanes.stride == 0;
    const unsigned most = canBeSideBySide() ? MostOfRaceRun >> granulesShift() : 1;
    Lock<IsLocal> lock;
    for (uint64_t left = lanes.mask; left;) {
      const auto lane = unsigned(std::countr_zero(left));
      const unsigned count =
          sideBySide(lane, std::min(unsigned(std::countr_one(left >> lane)), most));
      left &= ~((count == 64 ? ~uint64_t(0) : (uint64_t(1) << count) - 1) << lane);
      if (count >= LeastSideBySide && stepSideBySide(lane, count, lock))
        continue;
      for (unsigned one = lane; one < lane + count; ++one) {
        const Found found = access(one, lock);
        // Where several have done the same, one more changes nothing.
        if (is_one_place && !found.raced_with && !found.has_changed &&
            found.common & (check::RaceManyItems | check::RaceManyGroups))
          return;
      }
    }
  }

  // What the words of one lane have said.
  struct Found {
    uint64_t raced_with = 0, common = ~uint64_t(0);
    bool has_changed = false, is_same = true;
  };

  template <class Lock> Found access(unsigned lane, Lock &lock) const {
    const RaceAccess access{lanes.segment, itemOf(lane), site.number, site.operation};
    uint64_t *const begin = wordOf(lane), *const end = endOf(lane);
    Found found;
    // As much as a lock is for, one after the other.
    for (uint64_t *first = begin, *next; first != end; first = next) {
      next = first + std::min<ptrdiff_t>(end - first, WordLock::Block);
      lock.hold(first, next);
      for (uint64_t *at = first; at != next; ++at)
        add(found, step(*at, access, lane, unsigned(at - begin)));
    }
    if (found.raced_with) [[unlikely]] {
      lock.release();
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

  // ---- lanes whose granules follow each other ----

  bool canBeSideBySide() const {
    const uint64_t granules = lanes.bytes >> site.granule;
    return std::has_single_bit(granules) && granules <= MostSideBySide &&
           granules << site.granule == lanes.bytes && site.operation != WEFT_RACE_ATOMIC_READ;
  }
  unsigned granulesShift() const { return unsigned(std::countr_zero(lanes.bytes >> site.granule)); }
  // How many lanes from `lane` on, of `most` that make the access, do so one behind the other.
  unsigned sideBySide(unsigned lane, unsigned most) const {
    if (!lanes.addresses && !lanes.items)
      return uint64_t(lanes.stride) == lanes.bytes ? most : 1;
    unsigned count = 1;
    while (count < most && addressOf(lane + count) == addressOf(lane) + count * lanes.bytes &&
           itemOf(lane + count) == itemOf(lane) + count)
      ++count;
    return count;
  }

  template <class Lock> bool stepSideBySide(unsigned lane, unsigned count, Lock &lock) const {
    const unsigned shift = granulesShift();
    const RaceRun run{
        {lanes.segment, itemOf(lane), site.number, site.operation}, shift, count << shift};
    uint64_t *const first = wordOf(lane);
    lock.hold(first, first + run.count);
    if (!stepRun(first, run, launch))
      return false;
    if (keepsValues()) {
      uint64_t *const kept = keptOf(first);
      const unsigned part = (1u << run.granules_shift) - 1;
      for (unsigned i = 0; i < run.count; ++i)
        kept[i] = partOf(lane + (i >> run.granules_shift), i & part);
    }
    return true;
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
