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

// rsqrt or native_rsqrt of a float or double, or of a vector of them.
bool isReciprocalRoot(StringRef name) {
  unsigned count;
  if (!name.consume_front("_Z5rsqrt") && !name.consume_front("_Z12native_rsqrt"))
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
    if (isReciprocalRoot(function.getName()))
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
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace weft
