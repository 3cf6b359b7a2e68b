// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen/byte_lookups.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

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

// The byte of `extraction` that goes into a vector; null if none does.
Instruction *byteOf(ExtractElementInst &extraction) {
  if (extraction.getType()->isIntegerTy(8))
    return &extraction;
  auto trunc = find_if(extraction.users(), [](User *user) {
    return isa<TruncInst>(user) && user->getType()->isIntegerTy(8);
  });
  return trunc == extraction.user_end() ? nullptr : cast<Instruction>(*trunc);
}

void widenByteLookups(Function &function) {
  SmallVector<std::pair<ExtractElementInst *, Instruction *>, 16> found;
  for (Instruction &instruction : instructions(function)) {
    auto *extraction = dyn_cast<ExtractElementInst>(&instruction);
    auto *from =
        extraction ? dyn_cast<FixedVectorType>(extraction->getVectorOperandType()) : nullptr;
    if (!from || isa<Constant>(extraction->getIndexOperand()) ||
        !from->getElementType()->isIntegerTy())
      continue;
    Instruction *byte = byteOf(*extraction);
    const bool is_right = from->getScalarSizeInBits() == 8 && from->getNumElements() >= FewestBytes;
    if (byte && !is_right &&
        any_of(byte->users(), [](User *user) { return isa<InsertElementInst>(user); }))
      found.emplace_back(extraction, byte);
  }
  DenseMap<Value *, Value *> bytes;
  for (auto [extraction, byte] : found) {
    Value *&from = bytes[extraction->getVectorOperand()];
    if (!from)
      from = bytesOf(extraction->getVectorOperand(), function);
    IRBuilder<> builder(byte);
    byte->replaceAllUsesWith(builder.CreateExtractElement(from, extraction->getIndexOperand()));
    byte->eraseFromParent();
  }
}

} // namespace

void widenByteLookups(Module &module) {
  if (!module.getTargetTriple().isAArch64())
    return;
  for (Function &function : module)
    widenByteLookups(function);
}

} // namespace weft
