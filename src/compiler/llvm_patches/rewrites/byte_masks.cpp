// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hides masks that take whole bytes out of vectors, such as the digits of a table's index. LLVM
// makes shuffles with zero of these, combines them with others, and comes back to the mask.
#include "compiler/llvm_patches/rewrites.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {
namespace {

// Whether all bits of each byte are taken or none.
bool takesBytes(const APInt &mask) {
  const unsigned bits = mask.getBitWidth();
  if ((bits != 16 && bits != 32) || mask.isZero() || mask.isAllOnes())
    return false;
  for (unsigned at = 0; at < bits; at += 8)
    if (uint64_t byte = mask.extractBitsAsZExtValue(8, at); byte != 0 && byte != 0xff)
      return false;
  return true;
}

// Whether instructions are not selected by what bits of it are known to be zero: those for
// products, comparisons and narrower elements are.
bool takesAnyBits(const User *user) {
  if (auto *extension = dyn_cast<PossiblyNonNegInst>(user))
    return extension->hasNonNeg();
  auto *instruction = cast<Instruction>(user);
  switch (instruction->getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::Shl:
  case Instruction::BitCast:
  case Instruction::GetElementPtr:
  case Instruction::PHI:
  case Instruction::Select:
  case Instruction::SExt:
  case Instruction::Store:
    return true;
  default:
    return false;
  }
}

Value *hidden(Function &function, FixedVectorType &type, const APInt &mask) {
  IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
  // A constant that is cast to its own type is not looked at.
  Value *element = builder.Insert(
      CastInst::Create(Instruction::BitCast, builder.getInt(mask), type.getElementType()));
  return builder.CreateVectorSplat(type.getNumElements(), element);
}

} // namespace

void hideByteMasks(Function &function, const TargetMachine &) {
  DenseMap<Constant *, Value *> masks;
  for (Instruction &instruction : instructions(function)) {
    auto *type = dyn_cast<FixedVectorType>(instruction.getType());
    const APInt *mask;
    if (!type || !match(&instruction, m_And(m_Value(), m_APInt(mask))) || !takesBytes(*mask) ||
        !all_of(instruction.users(), takesAnyBits))
      continue;
    Value *&replacement = masks[cast<Constant>(instruction.getOperand(1))];
    if (!replacement)
      replacement = hidden(function, *type, *mask);
    instruction.setOperand(1, replacement);
  }
}

} // namespace weft
