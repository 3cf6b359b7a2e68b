// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes a copy of a region for those work-items of a row for which conditions hold, and finds them.
//
//   int x = get_global_id(0), y = get_global_id(1);
//   if (x == 0 || x >= width - 1 || y >= height)        =>   rows: those with y < height;
//     return;                                                ids in x, where the row's first
//   out[y * width + x] = ...;                                work-item has x0: from 1 - x0 to
//                                                            before width - 1 - x0
//
// Requires    A region function with one next region, not simplified: that merges conditions.
// Guarantees  Every effect of the region that others can observe is dominated by all of the
//             conditions. The work-items of a row for which they hold have consecutive ids; no
//             others have to run. In the copy the conditions are constants.
// Why         Most vectors then need no mask. Item bounds (regions/active_items.h) only limit a
//             row: the work-items within them still test their conditions.
#ifndef WEFT_PASSES_TRANSFORMS_ROW_CONDITIONS_H
#define WEFT_PASSES_TRANSFORMS_ROW_CONDITIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace weft {

struct RowCondition {
  const llvm::Value *condition; // i1, of the region function
  bool holds;                   // its value where the region has effects
};

// Empty if there are no such conditions, or too many.
llvm::SmallVector<RowCondition, 4> findRowConditions(llvm::Function &region);

// The copy. It takes the name of `region`, and wants to be simplified.
llvm::Function *cloneWithin(llvm::Function &region, llvm::ArrayRef<RowCondition> row_conditions);

// The work-items of a row for which the conditions hold: ids in x from `first` to before `end`, i64
// from 0 to the row's size; none if `end` is not above `first`. `exact`: i1, false if they may be
// others, because a sum of theirs wraps; null: always true.
struct ItemRange {
  llvm::Value *first, *end, *exact;
};

// `size`: of the row. `arguments`: of a call of the region function, of which id x is not used.
ItemRange findItems(llvm::IRBuilderBase &builder, llvm::ArrayRef<RowCondition> row_conditions,
                    llvm::Value *size, llvm::ArrayRef<llvm::Value *> arguments);

} // namespace weft
#endif
