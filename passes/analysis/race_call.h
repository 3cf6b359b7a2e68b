// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_PASSES_ANALYSIS_RACE_CALL_H
#define WEFT_PASSES_ANALYSIS_RACE_CALL_H

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"

namespace weft {

// void @weft.race(...): says that a work-item makes an access, or does what may order accesses, for
// which the run time looks for races (passes/check/race_checks.h). The function's body is for a
// single work-item; lanes side by side become one call of the run time.
constexpr llvm::StringLiteral RaceName = "weft.race";

struct RaceOperand {
  enum : unsigned {
    Thread,      // ptr
    Site,        // ptr: weft_race_site
    Object,      // ptr: weft_check_object
    Shadow,      // i64, as all that follow, which are fields of weft_race_lanes
    ShadowBegin, //
    Segment,
    Bytes,
    ObjectBegin,
    Item,
    Address,
    Value,
    Count
  };
};

inline bool isRaceCall(const llvm::Instruction &instruction) {
  auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName() == RaceName;
}

// What lanes side by side have of their own. Pointers: to i64 for each lane.
struct RaceLanes {
  llvm::Value *mask;      // i64: bit i is set if lane i makes the access
  llvm::Value *stride;    // i64: from lane to lane, of addresses
  llvm::Value *addresses; // null: as the stride says
  llvm::Value *items;     // null: one after the other
  llvm::Value *values;
};
// Calls the run time. `operands`: by RaceOperand, of lane 0. `record`: a weft_race_lanes to fill
// in.
void emitRaceCall(llvm::IRBuilderBase &builder, llvm::ArrayRef<llvm::Value *> operands,
                  const RaceLanes &lanes, llvm::Value *record);

} // namespace weft
#endif
