// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a group region by region, each for all work-items before the next begins:
//
//   region1:  for z, y, x: next |= region1(x, y, z)          next: what any work-item chose
//   region2:  for z, y:                                      a region with a wide form
//               for x in steps of W: region2.wide(x, y, z, all lanes)
//               if any x is left:    region2.wide(x, y, z, lanes that are left)
//
// A vector of which one lane runs takes as long as a full one: in groups whose rows have few
// work-items, as libraries launch them on CPUs, the region runs as one without a wide form.
//
// Where a region tells that work-items from some x on have nothing to do (active_items.h), its rows
// end there; and where it does for all that others see (row_conditions.h), what runs need not ask.
//
// Where work-items form sub-groups (sub_group_operations.h), which know no rows, and a group has
// several rows that W does not divide, a region's flat form runs in place of the wide one:
//
//               for item in steps of W: region2.flat(item, lanes that there are)
#ifndef WEFT_PASSES_EMITTERS_REGION_LOOPS_H
#define WEFT_PASSES_EMITTERS_REGION_LOOPS_H

#include "passes/emitters/emitter.h"
#include "passes/regions/active_items.h"
#include "passes/regions/form_regions.h"
#include "passes/transforms/row_alignment.h"
#include "passes/transforms/row_conditions.h"

namespace weft {

// How one region's work-items are run.
struct RegionForm {
  llvm::Function *wide = nullptr; // as vectorizeRegion() makes it
  llvm::Function *flat = nullptr; // the same of flattenIds(), for groups of other shapes
  unsigned width = 1;
  bool code_once = false; // all vectors run under a mask, in one copy of the code
  // Vectors that are not full run one work-item at a time: `wide` has no copy under a mask. Not
  // with `flat` or `row_store`.
  bool rest_by_items = false;
  // Groups whose rows have up to so many work-items run one work-item at a time. Not where that is
  // not possible, as with operations of sub-groups.
  unsigned few_items = 0;
  // Of rows, only what these leave runs.
  llvm::SmallVector<ItemBound, 2> bounds;
  // `wide` is for work-items for which these hold; no other one has to run.
  llvm::SmallVector<RowCondition, 4> row_conditions;
  // Where `wide` stores, if its vectors may begin at any work-item; never with `code_once`.
  RowStore row_store;
  llvm::Function *row_check = nullptr; // of `wide`, see VectorizeResult
  // The same of several rows (joined_rows.h), or null.
  llvm::Function *joined = nullptr, *joined_check = nullptr;
  unsigned joined_rows = 0;
  // Neither: one work-item at a time.
};

// `forms`: one for each region of `plan`. `parallel`: mark the loops over scalar regions for
// LLVM's loop vectoriser; otherwise they are marked as not to be vectorised.
EmittedKernel emitRegionLoops(const LoweredKernel &kernel, const RegionPlan &plan,
                              llvm::ArrayRef<RegionForm> forms, bool parallel);

} // namespace weft
#endif
