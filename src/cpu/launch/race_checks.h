// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a checked kernel calls at accesses for which its work-items may race
// (src/check/race_state.h).
#ifndef WEFT_CPU_LAUNCH_RACE_CHECKS_H
#define WEFT_CPU_LAUNCH_RACE_CHECKS_H

#include <weft/check_abi.h>
#include <weft/kernel_abi.h>

namespace weft {

// weft_check_launch::race
void noteAccess(weft_thread *thread, const weft_race_site *site, const weft_check_object *object,
                const weft_race_lanes *lanes);

// Of two accesses that race, the later one, as noteAccess() has found it.
struct FoundRace {
  weft_thread *thread;
  const weft_race_site *site;
  const weft_check_object *object;
  const weft_race_lanes *lanes;
  uint64_t item;    // of the later access
  uint64_t address; // that it accesses
  uint64_t word;    // what was known of the earlier one
  bool same_group;
  bool same_value; // that both write
};
void reportRace(const FoundRace &race);

} // namespace weft
#endif
