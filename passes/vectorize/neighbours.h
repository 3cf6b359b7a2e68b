// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_PASSES_VECTORIZE_NEIGHBOURS_H
#define WEFT_PASSES_VECTORIZE_NEIGHBOURS_H

#include "passes/analysis/shape_analysis.h"

#include "llvm/IR/PassManager.h"

namespace weft {

// Makes one vector access of fields that are accessed side by side, by LLVM's LoadStoreVectorizer.
// Requires a prepared function (prepare.h). Adds no blocks; returns whether anything changed:
// `shapes` is out of date then.
bool joinNeighbours(llvm::Function &function, const ShapeInfo &shapes,
                    llvm::FunctionAnalysisManager &analyses);

} // namespace weft
#endif
