// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/launch/race_runs.h"

#include <algorithm>

namespace weft {
namespace {

using check::RaceLaunch;

template <bool IsLocal>
[[gnu::always_inline]] inline bool step(uint64_t *words, const RaceRun &run,
                                        const RaceLaunch &launch) {
  const check::RaceTransitions<IsLocal> transitions(run.access, launch);
  uint64_t next[MostOfRaceRun];
  uint64_t raced = 0;
  for (unsigned i = 0; i < run.count; ++i) {
    const auto [changed, against] =
        transitions.step(words[i], transitions.wordOfItem(i >> run.granules_shift));
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
