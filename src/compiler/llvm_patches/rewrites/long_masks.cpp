// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM loses lanes of a mask that comes as a number of 128 bits, where it is extended, on x86-64
// with AVX2 and without mask registers. Of 64 bits it does not.
//
//   bitcast i128 %x to <128 x i1>   =>   shufflevector (bitcast (trunc %x) to <64 x i1>),
//                                                      (bitcast (trunc (lshr %x, 64)) to <64 x i1>)
#include "compiler/llvm_patches/rewrites.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/CodeGen/TargetLowering.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
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
  auto lanes = [&](Value *bits) {
    return builder.CreateBitCast(builder.CreateTrunc(bits, builder.getIntNTy(Part)),
                                 FixedVectorType::get(builder.getInt1Ty(), Part));
  };
  Value *low = lanes(mask.getOperand(0)),
        *high = lanes(builder.CreateLShr(mask.getOperand(0), Part));
  mask.replaceAllUsesWith(
      builder.CreateShuffleVector(low, high, to_vector<2 * Part>(seq(0, int(2 * Part)))));
  mask.eraseFromParent();
}

} // namespace

void splitLongMasks(Function &function, const TargetMachine &machine) {
  if (!function.getParent()->getTargetTriple().isX86() ||
      machine.getSubtargetImpl(function)->getTargetLowering()->isTypeLegal(MVT::v16i1))
    return;
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (isLongMask(instruction))
      split(instruction);
}

} // namespace weft
