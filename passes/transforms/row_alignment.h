// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds where a region's work-items store consecutive elements, and how far a row's first one is
// from the beginning of a cache line.
//
//   lines:     |               |               |               |
//   a row:            [first   |full           |full           |rest ]
//
// Requires    A region function.
// Guarantees  Nothing is changed.
// Why         A row may begin anywhere in a line, as where a matrix is updated from some column on.
//             Vectors that begin there reach into two lines each, which takes the CPU two accesses.
//             If a row's first work-items are a vector of their own, the others are whole lines.
#ifndef WEFT_PASSES_TRANSFORMS_ROW_ALIGNMENT_H
#define WEFT_PASSES_TRANSFORMS_ROW_ALIGNMENT_H

#include "passes/target/target_info.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/IRBuilder.h"

namespace weft {

// A store of consecutive elements by the work-items of a row.
struct RowStore {
  const llvm::Value *address = nullptr; // in the region function; null: there is none
  unsigned bytes = 0;                   // of each work-item, a power of two
  unsigned per_line = 0;                // work-items whose elements are a line of the cache
};

// The first such store to global memory. None if the id in x is used by operations other than sums,
// products, shifts to the left and casts: what they compute may be known to be uniform only for
// vectors that begin at multiples of their width.
RowStore findRowStore(const llvm::Function &region, const TargetInfo &target);

// How many work-items before the row's first one a vector would have to begin to store whole lines:
// i64, 0 to `width` - 1. `arguments`: of a call of the region function, with id 0 in x.
llvm::Value *itemsBehindLine(llvm::IRBuilderBase &builder, const RowStore &store, unsigned width,
                             llvm::ArrayRef<llvm::Value *> arguments);

} // namespace weft
#endif
