// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A switch that only chooses between numbers is a load from a table of these, if the table is no
// more than a vector register: to lanes that go different ways that is one permutation, and no
// masks (widener_tables.cpp).
//
//   switch (way) {                       =>   x += {1, -1, 0, 0}[way]
//   case 0: ++x; break;                       y += {0, 0, 1, -1}[way]
//   case 1: --x; break;
//   case 2: ++y; break;
//   default: --y; }                      where way is less than 4
//
// To be run ahead of InstCombine, which makes other forms of the numbers.
#ifndef WEFT_PASSES_VECTORIZE_SWITCH_TABLES_H
#define WEFT_PASSES_VECTORIZE_SWITCH_TABLES_H

#include "llvm/IR/PassManager.h"

namespace weft {

struct TabulateSwitchesPass : llvm::PassInfoMixin<TabulateSwitchesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft
#endif
