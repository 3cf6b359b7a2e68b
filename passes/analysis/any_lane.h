// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_PASSES_ANALYSIS_ANY_LANE_H
#define WEFT_PASSES_ANALYSIS_ANY_LANE_H

#include "llvm/IR/InstrTypes.h"

namespace weft {

// i1 @weft.any.lane(i64 value, i64 bound, i32 number): whether value >= bound, as unsigned numbers,
// for any lane of the vector that runs; for a single work-item whether it holds, as the function's
// body has it. It may say so where it holds for no lane, so that calls may be moved as if it was
// arithmetic. Each call has another number, lest two of them become one whose result is kept across
// a barrier, lane by lane.
constexpr llvm::StringLiteral AnyLaneName = "weft.any.lane";

inline bool isAnyLane(const llvm::Instruction &instruction) {
  auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName() == AnyLaneName;
}

} // namespace weft
#endif
