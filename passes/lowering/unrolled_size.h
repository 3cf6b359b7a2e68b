// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_PASSES_LOWERING_UNROLLED_SIZE_H
#define WEFT_PASSES_LOWERING_UNROLLED_SIZE_H

#include "llvm/IR/PassManager.h"

namespace weft {

// Instructions of the function once its loops of known length are unrolled: those that the program
// asks to be, and short ones, which walk private arrays more often than not
// (transforms/array_loops).
size_t unrolledSize(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

} // namespace weft
#endif
