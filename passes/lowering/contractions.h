// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides whether a * b + c is rounded once or twice. Clang leaves it open (llvm.fmuladd), and LLVM
// decides where it meets the expression: twice if the factors are constants by then, otherwise by
// the target. So inlining or unrolling could change results. Here the target alone decides, once.
#ifndef WEFT_PASSES_LOWERING_CONTRACTIONS_H
#define WEFT_PASSES_LOWERING_CONTRACTIONS_H

#include "llvm/IR/Module.h"

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace weft {

// Leaves no llvm.fmuladd: llvm.fma where the target has instructions for it, else product and sum.
void decideContractions(llvm::Module &module, const llvm::TargetMachine &machine);

} // namespace weft
#endif
