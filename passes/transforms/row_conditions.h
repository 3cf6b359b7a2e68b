// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes a copy of a region for the work-items of a row for which conditions hold, and computes
// which those are.
//
//   int x = get_global_id(0), y = get_global_id(1);
//   if (x == 0 || x >= width - 1 || y >= height)        =>   rows: those with y < height;
//     return;                                                ids in x, where the row's first
//   out[y * width + x] = ...;                                work-item has x0: from 1 - x0 to
//                                                            before width - 1 - x0
//
// Requires    A region function with one region to go to. Its conditions are as the program wrote
// them:
//             simplification merges them.
// Guarantees  Every effect of the region that others see is dominated by one of the conditions,
// each of
//             which holds for work-items side by side in a row; no other work-item has to run. In
//             the copy the conditions are constants.
// Why         Most vectors have no mask then. Item bounds (regions/active_items.h) are looser:
// work-items
//             that run still test them.
#ifndef WEFT_PASSES_TRANSFORMS_ROW_CONDITIONS_H
#define WEFT_PASSES_TRANSFORMS_ROW_CONDITIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace weft {

struct RowCondition {
  const llvm::Value *condition; // i1, of the region function
  bool holds;                   // what it has to be
};

// Empty: work-items outside of such conditions do something, or there are none.
llvm::SmallVector<RowCondition, 4> findRowConditions(llvm::Function &region);

// A copy of `region` for work-items for which the row conditions hold, which takes its name. Wants
// to be simplified.
llvm::Function *cloneWithin(llvm::Function &region, llvm::ArrayRef<RowCondition> row_conditions);

// The work-items of a row for which the row conditions hold: ids in x from `first` to before `end`,
// i64 from 0 to the row's size, none if that is not above. `exact`: i1, false where they may be
// others, because their numbers wrap around; null if it is always true.
struct ItemRange {
  llvm::Value *first, *end, *exact;
};

// `size`: of the row. `arguments`: those of a call of the region function; its id in x is not used.
ItemRange findItems(llvm::IRBuilderBase &builder, llvm::ArrayRef<RowCondition> row_conditions,
                    llvm::Value *size, llvm::ArrayRef<llvm::Value *> arguments);

} // namespace weft
#endif
