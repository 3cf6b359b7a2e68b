// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/transforms/estimates.h"

#include "passes/target/target_info.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {
namespace {

// A function of the library for floats or doubles, or for vectors of them, that divides one by a
// root, and whose limit of errors allows for that.
bool mayEstimate(StringRef name) {
  unsigned count;
  if (none_of(
          ArrayRef<StringRef>{"_Z5rsqrt", "_Z12native_rsqrt", "_Z9normalize", "_Z14fast_normalize"},
          [&](StringRef begin) { return name.consume_front(begin); }))
    return false;
  if (name.consume_front("Dv") && (name.consumeInteger(10, count) || !name.consume_front("_")))
    return false;
  return name == "f" || name == "d";
}

// What `instruction` divides one by the root of, if it may do so by an estimate.
Value *approximateRoot(Instruction &instruction) {
  Value *root = nullptr;
  Type *element = instruction.getType()->getScalarType();
  return match(&instruction, m_FDiv(m_FPOne(), m_Sqrt(m_Value(root)))) &&
                 instruction.hasApproxFunc() && (element->isFloatTy() || element->isDoubleTy())
             ? root
             : nullptr;
}

} // namespace

void allowEstimates(Module &module) {
  for (Function &function : module)
    if (mayEstimate(function.getName()))
      for (Instruction &instruction : instructions(function))
        if (instruction.getOpcode() == Instruction::FDiv)
          instruction.setHasApproxFunc(true);
}

PreservedAnalyses UseEstimatesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  const TargetInfo &target = targetOf(function, analyses);
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (Value *of = approximateRoot(instruction)) {
      IRBuilder<> builder(&instruction);
      if (Value *result = target.reciprocalRoot(builder, of)) {
        result->takeName(&instruction);
        instruction.replaceAllUsesWith(result);
        instruction.eraseFromParent();
        changed = true;
      }
    }
  return changed ? PreservedAnalyses::allInSet<CFGAnalyses>() : PreservedAnalyses::all();
}

} // namespace weft
