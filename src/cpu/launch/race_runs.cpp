// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/launch/race_runs.h"

#include <algorithm>

namespace weft {
namespace {

using check::RaceBefore;
using check::RaceLaunch;
using check::RaceManyGroups;
using check::RaceManyItems;
using check::RaceNow;
using check::RaceSite;

constexpr unsigned FromNowToBefore = check::RaceBeforeShift - check::RaceNowShift;

// The transitions of check::raceStep(), in its order.
template <bool IsLocal>
[[gnu::always_inline]] inline bool step(uint64_t *words, const RaceRun &run,
                                        const RaceLaunch &launch) {
  const check::RaceAccess &access = run.access;
  const uint64_t operation = uint64_t(access.operation) << check::RaceNowShift;
  const uint64_t conflicts = uint64_t(check::conflictsOf(access.operation)) << check::RaceNowShift;
  const uint64_t segment = access.segment;
  const uint64_t own = check::wordOf(access);
  const uint64_t group = launch.groupOf(segment);
  // The least words of the launch and of the group, and how far those of the group reach.
  const uint64_t least = launch.base << WEFT_RACE_SEGMENT_SHIFT;
  const uint64_t group_begin = (launch.base + (group << launch.segment_bits))
                               << WEFT_RACE_SEGMENT_SHIFT;
  const uint64_t group_span = (uint64_t(1) << launch.segment_bits) << WEFT_RACE_SEGMENT_SHIFT;
  // Which of former operations leave the site as it is (check::isStronger()).
  const uint64_t keeps_site =
      access.operation == WEFT_RACE_WRITE ? uint64_t(WEFT_RACE_WRITE) << check::RaceNowShift
      : access.operation == WEFT_RACE_ATOMIC
          ? uint64_t(WEFT_RACE_WRITE | WEFT_RACE_ATOMIC) << check::RaceNowShift
          : RaceNow;
  uint64_t next[MostOfRaceRun];
  uint64_t raced = 0;
  for (unsigned i = 0; i < run.count; ++i) {
    const uint64_t word = words[i];
    const uint64_t mine = own + (uint64_t(i >> run.granules_shift) << WEFT_RACE_ITEM_SHIFT);
    const uint64_t now = word & RaceNow;
    const uint64_t before = (word & RaceBefore) >> FromNowToBefore;
    const bool is_of_segment = (word >> WEFT_RACE_SEGMENT_SHIFT) == segment;
    const bool is_of_item = ((word ^ mine) & check::RaceItemMask) == 0;
    const bool has_many = word & RaceManyItems;
    // Between the same barriers.
    const uint64_t by_item =
        now & keeps_site ? word | operation : ((word | operation) & ~RaceSite) | access.site;
    const uint64_t by_another = mine | (word & RaceBefore) | RaceManyItems;
    uint64_t changed = has_many ? word : is_of_item ? by_item : by_another;
    uint64_t against = !has_many && is_of_item ? 0 : now & conflicts;
    if (IsLocal) {
      changed = is_of_segment ? changed : mine;
      against = is_of_segment ? against : 0;
    } else {
      const uint64_t all = now | before;
      const bool is_of_group = word - group_begin < group_span;
      const bool has_groups = word & RaceManyGroups;
      changed = is_of_segment ? changed : mine | all << FromNowToBefore;
      against = is_of_segment ? against : 0;
      changed = is_of_group ? changed : mine | RaceManyGroups;
      against = is_of_group ? against : all & conflicts;
      changed = has_groups ? word : changed;
      against = has_groups ? all & conflicts : against;
      const bool is_old = word < least;
      changed = is_old ? mine : changed;
      against = is_old ? 0 : against;
    }
    next[i] = changed;
    raced |= against;
  }
  if (raced)
    return false;
  std::copy_n(next, run.count, words);
  return true;
}

using Step = bool (*)(uint64_t *words, const RaceRun &run, const RaceLaunch &launch);

template <bool IsLocal> bool plain(uint64_t *words, const RaceRun &run, const RaceLaunch &launch) {
  return step<IsLocal>(words, run, launch);
}

#if defined(__x86_64__)
template <bool IsLocal>
[[gnu::target("avx2")]] bool of256Bits(uint64_t *words, const RaceRun &run,
                                       const RaceLaunch &launch) {
  return step<IsLocal>(words, run, launch);
}
template <bool IsLocal>
[[gnu::target("avx512f,avx512bw,avx512dq,avx512vl,prefer-256-bit")]] bool
ofMasks(uint64_t *words, const RaceRun &run, const RaceLaunch &launch) {
  return step<IsLocal>(words, run, launch);
}
#endif

template <bool IsLocal> Step best() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw"))
    return ofMasks<IsLocal>;
  if (__builtin_cpu_supports("avx2"))
    return of256Bits<IsLocal>;
#endif
  return plain<IsLocal>;
}

} // namespace

bool stepRun(uint64_t *words, const RaceRun &run, const RaceLaunch &launch) {
  static const Step of_local = best<true>(), of_global = best<false>();
  return (launch.is_local ? of_local : of_global)(words, run, launch);
}

} // namespace weft
