// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lowering/contractions.h"

#include "passes/target/target_info.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

namespace weft {
namespace {

void decide(llvm::IntrinsicInst &call, bool fused) {
  llvm::IRBuilder<> builder(&call);
  builder.setFastMathFlags(call.getFastMathFlags());
  llvm::Value *a = call.getArgOperand(0), *b = call.getArgOperand(1), *c = call.getArgOperand(2);
  llvm::Value *result =
      fused ? builder.CreateIntrinsic(llvm::Intrinsic::fma, {call.getType()}, {a, b, c})
            : builder.CreateFAdd(builder.CreateFMul(a, b), c);
  result->takeName(&call);
  call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

} // namespace

void decideContractions(llvm::Module &module, const llvm::TargetMachine &machine) {
  for (llvm::Function &function : llvm::make_early_inc_range(module)) {
    if (function.getIntrinsicID() != llvm::Intrinsic::fmuladd)
      continue;
    const bool fused = hasFusedMultiplyAdd(*function.getReturnType()->getScalarType(), machine);
    for (llvm::User *user : llvm::make_early_inc_range(function.users()))
      if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(user))
        decide(*call, fused);
    if (function.use_empty())
      function.eraseFromParent();
  }
}

} // namespace weft
