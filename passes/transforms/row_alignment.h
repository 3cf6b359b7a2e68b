// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds where a region's work-items store side by side, and how far that is from a line of the
// cache.
//
//   lines:     |               |               |               |
//   a row:            [first   |full           |full           |rest ]
//
// Requires    A region function.
// Guarantees  Nothing is changed. An address is found only where nothing but sums is made of the id
// in x:
//             bits of it may be the same for all lanes of vectors that begin at multiples of their
//             width.
// Why         A row may begin anywhere in a line, as where a matrix is updated from some column on.
// Vectors
//             that begin there reach into two lines each, which takes the CPU two accesses. If a
//             row's first work-items are a vector of their own, the others need one.
#ifndef WEFT_PASSES_TRANSFORMS_ROW_ALIGNMENT_H
#define WEFT_PASSES_TRANSFORMS_ROW_ALIGNMENT_H

#include "passes/target/target_info.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/IRBuilder.h"

namespace weft {

// Where a region's work-items store side by side.
struct RowStore {
  const llvm::Value *address = nullptr; // in the region function; null: nowhere
  unsigned bytes = 0;                   // of each work-item, a power of two
  unsigned per_line = 0;                // work-items whose elements are a line of the cache
};

// None where more than sums is made of the id in x: bits of it may be the same for all lanes of
// vectors that begin at multiples of their width.
RowStore findRowStore(const llvm::Function &region, const TargetInfo &target);

// How many work-items before a row's first one a vector would begin that stores whole lines: i64,
// 0 to `width` - 1. `arguments`: those of a call of the region function, with id 0 in x.
llvm::Value *itemsBehindLine(llvm::IRBuilderBase &builder, const RowStore &store, unsigned width,
                             llvm::ArrayRef<llvm::Value *> arguments);

} // namespace weft
#endif
