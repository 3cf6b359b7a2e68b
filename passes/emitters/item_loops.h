// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The work-item loops of one region, as its form says; drawn in region_loops.h.
#ifndef WEFT_PASSES_EMITTERS_ITEM_LOOPS_H
#define WEFT_PASSES_EMITTERS_ITEM_LOOPS_H

#include "passes/emitters/entry_function.h"
#include "passes/emitters/region_loops.h"

namespace weft {

// What calls of regions are made from, in the function that makes them.
struct RegionValues {
  llvm::IRBuilderBase &builder;
  const GroupValues &group;
  const RegionPlan &plan;
  llvm::ArrayRef<RegionForm> forms;
  const bool parallel; // see emitRegionLoops
  llvm::Value *uniforms = nullptr;
  llvm::Value *next = nullptr; // address of the next region's number, i32
  llvm::Value *context_base = nullptr, *context_items = nullptr;
  llvm::SmallVector<llvm::Value *, 8> uniform_values = {}; // of the region that is emitted

  llvm::SmallVector<llvm::Value *, 32>
  regionArguments(llvm::ArrayRef<llvm::Value *> local_id) const;
};

// Emits the loops at the builder's position, and leaves it behind them. `choice`: work-items choose
// the next region; its number is stored to `next`.
void emitItemLoops(const RegionValues &values, const Region &region, bool choice);

} // namespace weft
#endif
