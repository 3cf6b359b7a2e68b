// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Narrow indices whose lanes are at a constant distance, computed in 64 bits where the language
// forbids that they wrap:
//
//   sext (add nsw (mul nsw (trunc %gid.y), %width), (trunc %gid.x))
//     =>   add (mul (sext (trunc %gid.y)), (sext %width)), (sext (trunc %gid.x))
//
// Then the ids alone may wrap, which is asked once for a launch's rows, and addresses of rows are
// sums of what does not change. To be run ahead of InstCombine, which evaluates such an expression
// in 64 bits for its truncations, and loses that it does not wrap.
#ifndef WEFT_PASSES_VECTORIZE_INDEX_EXTENSION_H
#define WEFT_PASSES_VECTORIZE_INDEX_EXTENSION_H

#include "llvm/IR/PassManager.h"

namespace weft {

// For work-item functions.
struct ExtendIndicesPass : llvm::PassInfoMixin<ExtendIndicesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft
#endif
