// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_NARROWING_STORES_H
#define WEFT_COMPILER_CODEGEN_NARROWING_STORES_H

#include "llvm/IR/Module.h"

namespace weft {

// LLVM 22 stores too much where it makes one operation of a truncation and a masked store, and then
// sees that the mask is constant and of one lane: it stores that lane as it was before it was
// truncated, over its neighbours. This happens to all integers that AVX-512 truncates. A mask of
// several lanes may come to that when the vector is taken apart.
//
//   masked.store(trunc <4 x i64> %v, %p, {1,0,0,0})   =>   store (extractelement (trunc %v), 0), %p
//
// Requires: nothing of IR is changed behind it. Guarantees: no masked store of a constant mask has
// an integer truncation in sight.
void separateNarrowingStores(llvm::Module &module);

} // namespace weft
#endif
