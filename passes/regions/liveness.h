// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The values that live across barriers: defined before one and used behind it.
#ifndef WEFT_PASSES_REGIONS_LIVENESS_H
#define WEFT_PASSES_REGIONS_LIVENESS_H

#include "passes/regions/barrier_graph.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Instructions.h"

namespace weft {

using LiveSet = llvm::SetVector<llvm::Instruction *>;

// By region number: the instructions whose values are live where the region starts, in program
// order. Allocas are not among them; see allocasAcrossBarriers().
std::vector<LiveSet> liveAtStarts(llvm::Function &function, const BarrierGraph &graph);

// The allocas whose contents or address more than one run of a region may need. A lifetime.start
// between two uses separates them.
llvm::SetVector<llvm::AllocaInst *> allocasAcrossBarriers(llvm::Function &function,
                                                          const BarrierGraph &graph);

} // namespace weft
#endif
