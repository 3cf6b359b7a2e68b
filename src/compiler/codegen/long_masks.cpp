// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen/long_masks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/CodeGen/TargetLowering.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace weft {
namespace {

constexpr unsigned Part = 64;

bool isLongMask(const Instruction &instruction) {
  auto *type = dyn_cast<FixedVectorType>(instruction.getType());
  return isa<BitCastInst>(instruction) && type && type->getElementType()->isIntegerTy(1) &&
         type->getNumElements() == 2 * Part && instruction.getOperand(0)->getType()->isIntegerTy();
}

void split(Instruction &mask) {
  IRBuilder<> builder(&mask);
  Type *part = FixedVectorType::get(builder.getInt1Ty(), Part);
  auto lanes = [&](Value *bits) {
    return builder.CreateBitCast(builder.CreateTrunc(bits, builder.getIntNTy(Part)), part);
  };
  Value *bits = mask.getOperand(0);
  Value *low = lanes(bits), *high = lanes(builder.CreateLShr(bits, Part));
  mask.replaceAllUsesWith(
      builder.CreateShuffleVector(low, high, to_vector<2 * Part>(seq(0, int(2 * Part)))));
  mask.eraseFromParent();
}

} // namespace

void splitLongMasks(Module &module, const TargetMachine &machine) {
  if (!module.getTargetTriple().isX86())
    return;
  for (Function &function : module) {
    if (function.isDeclaration() ||
        machine.getSubtargetImpl(function)->getTargetLowering()->isTypeLegal(MVT::v16i1))
      continue;
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      if (isLongMask(instruction))
        split(instruction);
  }
}

} // namespace weft
