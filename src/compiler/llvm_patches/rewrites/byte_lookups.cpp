// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gives bytes that are chosen from a vector by computed numbers a vector of eight bytes or more to
// be chosen from. Of eight or sixteen of them LLVM makes one look-up on aarch64, which counts
// bytes; from elements that are wider, or become so as their vector is shorter than a register, it
// takes the wrong ones.
#include "compiler/llvm_patches/rewrites.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft {
namespace {

constexpr unsigned FewestBytes = 8; // of a register

// The bytes of `vector`'s elements, behind its definition.
Value *bytesOf(Value *vector, Function &function) {
  auto *instruction = dyn_cast<Instruction>(vector);
  BasicBlock::iterator at = instruction ? *instruction->getInsertionPointAfterDef()
                                        : function.getEntryBlock().getFirstInsertionPt();
  IRBuilder<> builder(at->getParent(), at);
  const unsigned count = cast<FixedVectorType>(vector->getType())->getNumElements();
  Value *bytes = builder.CreateTrunc(vector, FixedVectorType::get(builder.getInt8Ty(), count));
  if (count >= FewestBytes)
    return bytes;
  SmallVector<int, FewestBytes> lanes(FewestBytes, PoisonMaskElem);
  for (unsigned lane = 0; lane < count; ++lane)
    lanes[lane] = int(lane);
  return builder.CreateShuffleVector(bytes, lanes);
}

// The extraction by a computed number that `byte` is, or is the lowest byte of, if it chooses from
// what look-ups count wrongly in.
ExtractElementInst *wrongChoice(Instruction &byte) {
  if (!byte.getType()->isIntegerTy(8))
    return nullptr;
  auto *extraction =
      dyn_cast<ExtractElementInst>(isa<TruncInst>(byte) ? byte.getOperand(0) : &byte);
  if (!extraction || isa<Constant>(extraction->getIndexOperand()))
    return nullptr;
  auto *from = dyn_cast<FixedVectorType>(extraction->getVectorOperandType());
  return from && (from->getScalarSizeInBits() > 8 || from->getNumElements() < FewestBytes)
             ? extraction
             : nullptr;
}

} // namespace

void widenByteLookups(Function &function, const TargetMachine &) {
  if (!function.getParent()->getTargetTriple().isAArch64())
    return;
  DenseMap<Value *, Value *> bytes;
  for (Instruction &byte : make_early_inc_range(instructions(function))) {
    ExtractElementInst *extraction = wrongChoice(byte);
    if (!extraction)
      continue;
    Value *&from = bytes[extraction->getVectorOperand()];
    if (!from)
      from = bytesOf(extraction->getVectorOperand(), function);
    IRBuilder<> builder(&byte);
    byte.replaceAllUsesWith(builder.CreateExtractElement(from, extraction->getIndexOperand()));
    byte.eraseFromParent();
  }
}

} // namespace weft
