// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes a load from a constant table of a switch that only chooses between numbers.
//
//   switch (way) {                       =>   x += {1, -1, 0, 0}[way]
//   case 0: ++x; break;                       y += {0, 0, 1, -1}[way]
//   case 1: --x; break;
//   case 2: ++y; break;
//   default: --y; }                      where way is less than 4
//
// Requires    A target that looks tables up in registers (TargetInfo::tableBits); for others
//             nothing is done. InstCombine has not run yet: it makes other forms of the numbers.
// Guarantees  The same values. Blocks of which nothing is left are gone.
// Why         Lanes that go different ways run all ways under masks. A table that fits a vector
//             register is one permutation for all lanes (vectorize/access/table.cpp).
#ifndef WEFT_PASSES_TRANSFORMS_SWITCH_TABLES_H
#define WEFT_PASSES_TRANSFORMS_SWITCH_TABLES_H

#include "llvm/IR/PassManager.h"

namespace weft {

struct TabulateSwitchesPass : llvm::PassInfoMixin<TabulateSwitchesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft
#endif
