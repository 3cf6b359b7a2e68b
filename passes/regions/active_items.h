// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How far a row's work-items have anything to do in a region:
//
//   if (local_id < stride)                  the first `stride`: what follows them in the row reads
//     sum[local_id] += sum[...];            its id, and is through
//   barrier();
#ifndef WEFT_PASSES_REGIONS_ACTIVE_ITEMS_H
#define WEFT_PASSES_REGIONS_ACTIVE_ITEMS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace weft {

// Work-items with ids in x below `value`, or up to it.
struct ItemBound {
  const llvm::Value *value; // of the region function: the same along a row, computed from arguments
  bool is_signed, inclusive;
  bool operator==(const ItemBound &) const = default;
};

// Of what all work-items of a row do to memory, but for the same store of the same value, each part
// is done below one of these. They all return the same. Empty: nothing is known.
llvm::SmallVector<ItemBound, 2> findItemBounds(llvm::Function &region);

// How many work-items of a row of `size` have to run, i64, from 1 to `size`. `arguments`: those of
// a call of the region function.
llvm::Value *countActiveItems(llvm::IRBuilderBase &builder, llvm::ArrayRef<ItemBound> bounds,
                              llvm::Value *size, llvm::ArrayRef<llvm::Value *> arguments);

} // namespace weft
#endif
