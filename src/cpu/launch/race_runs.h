// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_CPU_LAUNCH_RACE_RUNS_H
#define WEFT_CPU_LAUNCH_RACE_RUNS_H

#include "check/race_state.h"

#include <cstdint>

namespace weft {

// The most words of a run.
constexpr unsigned MostOfRaceRun = 64;

// The same access by work-items side by side to granules side by side.
struct RaceRun {
  check::RaceAccess access; // by the first work-item
  unsigned granules_shift;  // 1 << granules_shift words belong to each work-item
  unsigned count;           // words, at most MostOfRaceRun
};

// Requires: an operation of which something is kept. Guarantees: makes of each word what
// check::raceStep() makes of it and returns true, or changes none and returns false, if an access
// races. Why: the words of a run mostly have histories alike, so all transitions are computed for
// all of them, without branches, in vectors of the CPU.
bool stepRun(uint64_t *words, const RaceRun &run, const check::RaceLaunch &launch);

} // namespace weft
#endif
