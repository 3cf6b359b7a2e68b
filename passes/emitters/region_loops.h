// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a group region by region, each for all work-items before the next one begins:
//
//   region1:  for z, y, x: next |= region1(x, y, z)          next: what any work-item chose
//   region2:  for z, y:                                      a region with a wide form
//               for x in steps of W: region2.wide(x, y, z, all lanes)
//               if any x is left:    region2.wide(x, y, z, lanes that are left)
//
// A vector with one active lane takes as long as a full one. So groups whose rows have few
// work-items (RegionForm::few_items) run work-item by work-item.
//
// The loop over a row ends where item bounds say that no later work-item has anything to do
// (active_items.h). Where row conditions hold for a range of the row (row_conditions.h), the loop
// is over that range, and the region's function does not test them.
//
// Sub-groups (sub_group_operations.h) follow the linear order of a group, not its rows. If a group
// has several rows, of lengths that W does not divide, the flat form runs instead of the wide one:
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
  llvm::Function *flat = nullptr; // the same of flattenIds(): vectors across rows
  unsigned width = 1;
  bool code_once = false; // all vectors run under a mask, in one copy of the code
  // Vectors that are not full run work-item by work-item, not `wide`. Not with `flat`, `row_store`.
  bool rest_by_items = false;
  // Groups whose rows have up to this number of work-items run work-item by work-item. 0: none; so
  // it is for operations of sub-groups.
  unsigned few_items = 0;
  // Only the work-items of a row within these bounds run.
  llvm::SmallVector<ItemBound, 2> bounds;
  // `wide` is right only for work-items for which all of these hold; others need not run.
  llvm::SmallVector<RowCondition, 4> row_conditions;
  // A store that vectors, which then begin at any work-item, are aligned to. Not with `code_once`.
  RowStore row_store;
  llvm::Function *row_check = nullptr; // of `wide`; see VectorizeResult
  // A wide form of `joined_rows` rows (joined_rows.h) and its check, or null.
  llvm::Function *joined = nullptr, *joined_check = nullptr;
  unsigned joined_rows = 0;
  // Without `wide` and `flat`, the region runs work-item by work-item.
};

// `forms`: one for each region of `plan`. `parallel`: mark the loops over scalar regions for
// LLVM's loop vectoriser; otherwise they are marked as not to be vectorised. `result` gets the
// entry function, and the facts and remarks of regions.
void emitRegionLoops(const LoweredKernel &kernel, const RegionPlan &plan,
                     llvm::ArrayRef<RegionForm> forms, bool parallel, EmittedKernel &result);

} // namespace weft
#endif
