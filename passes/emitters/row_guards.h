// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conditions under which all of what a region does to memory stands, and which hold for work-items
// side by side in a row, or for none of it:
//
//   int x = get_global_id(0), y = get_global_id(1);
//   if (x == 0 || x >= width - 1 || y >= height)        =>   rows: those with y < height;
//     return;                                                ids in x, where the row's first
//   out[y * width + x] = ...;                                work-item has x0: from 1 - x0 to
//                                                            before width - 1 - x0
//
// Then no other work-item has to run, and those that do need not ask: most vectors have no mask.
//
// Unlike item bounds (active_items.h), which work-items still test, guards are gone from what runs.
#ifndef WEFT_PASSES_EMITTERS_ROW_GUARDS_H
#define WEFT_PASSES_EMITTERS_ROW_GUARDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace weft {

struct RowGuard {
  const llvm::Value *condition; // i1, of the region function
  bool holds;                   // what it has to be
};

// Empty: work-items outside of such conditions do something, or there are none.
llvm::SmallVector<RowGuard, 4> findRowGuards(llvm::Function &region);

// A copy of `region` for work-items for which the guards hold, which takes its name. Wants to be
// simplified.
llvm::Function *cloneWithin(llvm::Function &region, llvm::ArrayRef<RowGuard> guards);

// The work-items of a row for which the guards hold: ids in x from `first` to before `end`, i64
// from 0 to the row's size, none if that is not above. `exact`: i1, false where they may be others,
// because their numbers wrap around; null if it is always true.
struct ItemRange {
  llvm::Value *first, *end, *exact;
};

// `size`: of the row. `arguments`: those of a call of the region function; its id in x is not used.
ItemRange findItems(llvm::IRBuilderBase &builder, llvm::ArrayRef<RowGuard> guards,
                    llvm::Value *size, llvm::ArrayRef<llvm::Value *> arguments);

} // namespace weft
#endif
