// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computes narrow indices in 64 bits where the language forbids that they wrap.
//
//   sext (add nsw (mul nsw (trunc %gid.y), %width), (trunc %gid.x))
//     =>   add (mul (sext (trunc %gid.y)), (sext %width)), (sext (trunc %gid.x))
//
// Requires    A work-item function on which InstCombine has not run: it would compute such sums in
//             64 bits on account of the truncations, and lose that they do not wrap.
// Guarantees  The same values wherever the program's are defined.
// Why         Only the ids themselves may wrap then, which is tested once for a row, and the
//             addresses of a row are affine. Sums of a loop's counter and constants keep the same
//             parts as their neighbours without constants, though LLVM hoists the constants.
#ifndef WEFT_PASSES_TRANSFORMS_INDEX_EXTENSION_H
#define WEFT_PASSES_TRANSFORMS_INDEX_EXTENSION_H

#include "llvm/IR/PassManager.h"

namespace weft {

struct ExtendIndicesPass : llvm::PassInfoMixin<ExtendIndicesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft
#endif
