// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What cannot race in global memory, whatever work-items do between barriers.
//
//   a[y * pitch + x] -= a[y * pitch + k] * a[k * pitch + x]
//
// What only one work-item accesses by expressions alike (the first and the stored one) is compared
// with each expression that moves with other ids: the work-item at (x, y) meets the readers of
// column k if x is k, and those of row k if y is k.
#ifndef WEFT_PASSES_CHECK_LAUNCH_PROOFS_H
#define WEFT_PASSES_CHECK_LAUNCH_PROOFS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"

namespace weft {

struct PlacedAccess {
  llvm::Value *pointer;
  uint64_t bytes; // 0: not known
  bool writes;
};

// i64: whether `value` is below `bound`, as unsigned numbers.
struct Below {
  llvm::Value *value, *bound;
};

// That an access meets no access of another work-item of the launch, one of both a write.
struct Apart {
  // i1, the same for all work-items; null: it cannot be said.
  llvm::Value *of_launch = nullptr;
  // And for each of these one has to hold. The values move linearly with the ids.
  llvm::SmallVector<llvm::SmallVector<Below, 4>> of_item;
};

// By access, of `accesses` to one object, the same for those by one expression; `builder` stands in
// the entry block of `item`.
llvm::SmallVector<Apart> proveApart(llvm::IRBuilder<> &builder, llvm::Function &item,
                                    llvm::ArrayRef<PlacedAccess> accesses);

} // namespace weft
#endif
