// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bounds on the work-items of a row that have anything to do in a region:
//
//   if (local_id < stride)                  only the first `stride`: those behind them in the row
//     sum[local_id] += sum[...];            compare their id, and are done
//   barrier();
#ifndef WEFT_PASSES_REGIONS_ACTIVE_ITEMS_H
#define WEFT_PASSES_REGIONS_ACTIVE_ITEMS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace weft {

// The work-items of a row with ids in x below `value`; up to it, if `inclusive`.
struct ItemBound {
  const llvm::Value *value; // of the region function; computed from arguments, the same along a row
  bool is_signed, inclusive;
  bool operator==(const ItemBound &) const = default;
};

// Guarantees: every effect of the region that others can observe is dominated by the condition of
// one of these bounds, except stores of a uniform value to a uniform address that all work-items
// make; and all work-items return the same value. So none beyond all bounds has to run, if one
// work-item of the row does. Empty: no bounds are known.
llvm::SmallVector<ItemBound, 2> findItemBounds(llvm::Function &region);

// How many work-items of a row of `size` have to run: i64, 1 to `size`. `arguments`: of the region.
llvm::Value *countActiveItems(llvm::IRBuilderBase &builder, llvm::ArrayRef<ItemBound> bounds,
                              llvm::Value *size, llvm::ArrayRef<llvm::Value *> arguments);

} // namespace weft
#endif
