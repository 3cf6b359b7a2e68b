// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of lanes that come to weft.race side by side (passes/analysis/race_call.h): one call of the run
// time. Where words belong to the thread, and lanes have words of their own or all the same one,
// the words are changed here, and the run time is only called to report a race:
//
//   known = words[lane]
//   next, raced = step(known, lane)         the transitions of src/check/race_state.h, by selects
//   if (any raced) call the run time        which finds the words as they were
//   else words[lane] = next
#ifndef WEFT_PASSES_VECTORIZE_RACE_CALLS_H
#define WEFT_PASSES_VECTORIZE_RACE_CALLS_H

#include "passes/vectorize/widener_part.h"

#include <optional>

namespace weft {

// How words are changed here.
struct RaceSteps {
  enum Form {
    Adjoining, // the words of each lane follow those of the one before it
    Apart,     // a word of each lane
    Same       // one word of all lanes
  } form;
  uint32_t operation;
  uint64_t number; // of the site
  unsigned granule, words;
  bool keeps_values;
};

class RaceCalls : WidenerPart {
public:
  using WidenerPart::WidenerPart;
  void emit(const llvm::CallBase &call);

private:
  // The operands, by RaceOperand, of lane 0, and what lanes have of their own.
  struct Lanes {
    llvm::SmallVector<llvm::Value *, 16> operands;
    const llvm::Value *item, *address, *value; // value: null if there is none
    int64_t stride = 0;                        // of addresses
    bool has_addresses = false, has_items = false;
  };
  void emitCalls(const Lanes &lanes);

  std::optional<RaceSteps> stepsFor(const Lanes &lanes) const;
  void emitSteps(const Lanes &lanes, const RaceSteps &steps);
};

} // namespace weft
#endif
