// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// InstCombine writes a sum of numbers without common bits as `or disjoint`, also where only a
// condition around it tells so, such as y * 256 + x behind x < 256. But lanes run without the
// conditions of their work-items, and an address whose lanes lie side by side is a sum.
//
//   Requires    nothing
//   Guarantees  no integer is an `or disjoint`; each is a sum that does not wrap, of the same value
#ifndef WEFT_PASSES_VECTORIZE_DISJOINT_SUMS_H
#define WEFT_PASSES_VECTORIZE_DISJOINT_SUMS_H

#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace weft {

// Returns whether there were any.
bool makeSumsOfDisjointOrs(llvm::Function &function);

struct DisjointSumsPass : llvm::PassInfoMixin<DisjointSumsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
    return makeSumsOfDisjointOrs(function) ? llvm::PreservedAnalyses::none()
                                           : llvm::PreservedAnalyses::all();
  }
};

} // namespace weft
#endif
