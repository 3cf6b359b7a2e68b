// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which values of a work-item function are the same for all work-items of a group, and which
// branches all of them take alike. LLVM's generic uniformity analysis, told what differs between
// work-items: their local ids, their private memory, and what atomics return.
//
// A plain load through a uniform address of global, constant or local memory counts as uniform: a
// value that another work-item changes between two barriers would be a data race.
#ifndef WEFT_PASSES_REGIONS_GROUP_UNIFORMITY_H
#define WEFT_PASSES_REGIONS_GROUP_UNIFORMITY_H

#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Dominators.h"

#include <optional>

namespace weft {

class GroupUniformity {
public:
  // `function` must be a work-item function and must not change while this lives.
  explicit GroupUniformity(llvm::Function &function);

  // Where it is defined. Behind a loop that work-items leave in different iterations the same value
  // may differ between them; see isUniformWhereUsed.
  bool isUniform(const llvm::Value &value) const;
  bool isUniformWhereUsed(const llvm::Instruction &value) const;
  // Whether work-items may leave `block` in different directions.
  bool branchDiverges(const llvm::BasicBlock &block) const;

private:
  llvm::DominatorTree dominators;
  llvm::CycleInfo cycles;
  llvm::TargetTransformInfo divergence;
  mutable std::optional<llvm::UniformityInfo> info;
};

} // namespace weft
#endif
