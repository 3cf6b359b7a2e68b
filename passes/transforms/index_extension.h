// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computes narrow indices in 64 bits where the language forbids that they wrap.
//
//   sext (add nsw (mul nsw (trunc %gid.y), %width), (trunc %gid.x))
//     =>   add (mul (sext (trunc %gid.y)), (sext %width)), (sext (trunc %gid.x))
//
// Requires    A work-item function. InstCombine has not run yet: it evaluates such an expression in
//             64 bits for its truncations, and loses that it does not wrap.
// Guarantees  The same values wherever the program's are defined.
// Why         Then only the ids themselves may wrap, which is asked once for the rows of a launch,
//             and addresses of rows are sums of what does not change. Sums of a loop's counter and
//             constants, from which LLVM takes the constants out of the loop, have the same parts
//             as those beside them without constants.
#ifndef WEFT_PASSES_TRANSFORMS_INDEX_EXTENSION_H
#define WEFT_PASSES_TRANSFORMS_INDEX_EXTENSION_H

#include "llvm/IR/PassManager.h"

namespace weft {

// For work-item functions.
struct ExtendIndicesPass : llvm::PassInfoMixin<ExtendIndicesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft
#endif
