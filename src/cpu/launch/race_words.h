// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shadow words of lanes that make the same access, stepped side by side:
//
//   collect   where each lane's words lie, and who accesses them
//   step      gather, the transitions of all of them without branches, scatter
//
// Why: control that lane after lane goes through costs several times what the steps do, and words
// that lanes touch together mostly have histories alike.
#ifndef WEFT_CPU_LAUNCH_RACE_WORDS_H
#define WEFT_CPU_LAUNCH_RACE_WORDS_H

#include "check/race_state.h"

#include <cstdint>

namespace weft {

struct RaceWords {
  static constexpr unsigned Most = 64;
  // Vectors are whole: up to a multiple of this, what follows the last word is that word again,
  // which becomes the same once more.
  static constexpr unsigned Vector = 8;

  // Of each word, by lane and then by granule.
  alignas(64) uint64_t at[Most + 1]; // where it lies, in words
  alignas(64) uint64_t items[Most];  // the work-item
  alignas(64) uint64_t values[Most]; // that it writes there, if they are kept
  unsigned count;
  bool are_apart;           // no two are the same
  bool are_adjoining;       // each follows the one before it, in whole vectors
  uint64_t least, greatest; // of `at`
};

// Which of a weft_race_lanes are collected.
struct LaneChoice {
  uint64_t mask;     // some lanes, not none
  unsigned granule;  // bytes, as the exponent of 2
  unsigned granules; // words of each lane; lanes * granules <= RaceWords::Most
  bool has_values;   // that are kept; then a lane's granules have 8 bytes at most
};

void collectWords(RaceWords &words, const weft_race_lanes &lanes, const LaneChoice &which);

// Requires: words that are apart; an operation of which something is kept. Guarantees: makes of
// each word what check::raceStep() makes of it, puts the values, if `kept` is not null, and returns
// true; or changes nothing and returns false, if an access races. `access`: its item is not
// looked at.
bool stepWords(const RaceWords &words, uint64_t *shadow, uint64_t *kept,
               const check::RaceAccess &access, const check::RaceLaunch &launch);

} // namespace weft
#endif
