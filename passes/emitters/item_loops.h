// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs one region for all work-items of a group, in vectors and one by one, as its form says;
// region_loops.h has the drawing.
#ifndef WEFT_PASSES_EMITTERS_ITEM_LOOPS_H
#define WEFT_PASSES_EMITTERS_ITEM_LOOPS_H

#include "passes/emitters/entry_function.h"
#include "passes/emitters/region_loops.h"

namespace weft {

// What calls of regions take, in the function that calls them.
struct RegionValues {
  llvm::IRBuilderBase &builder;
  const GroupValues &group;
  const RegionPlan &plan;
  llvm::ArrayRef<RegionForm> forms;
  const bool parallel; // see emitRegionLoops
  llvm::Value *uniforms = nullptr;
  llvm::Value *next = nullptr; // where the number of the next region is kept, i32
  llvm::Value *context_base = nullptr, *context_items = nullptr;
  llvm::SmallVector<llvm::Value *, 8> uniform_values = {}; // of the region that is emitted

  llvm::SmallVector<llvm::Value *, 32>
  regionArguments(llvm::ArrayRef<llvm::Value *> local_id) const;
};

// At the builder's position, which is behind the loops afterwards. `choice`: work-items choose the
// next region, which is kept in `next`.
void emitItemLoops(const RegionValues &values, const Region &region, bool choice);

} // namespace weft
#endif
