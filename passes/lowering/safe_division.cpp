// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lowering/safe_division.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

namespace weft {
namespace {

using namespace llvm::PatternMatch;

bool isDivision(const llvm::Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case llvm::Instruction::SDiv:
  case llvm::Instruction::UDiv:
  case llvm::Instruction::SRem:
  case llvm::Instruction::URem:
    return true;
  default:
    return false;
  }
}

// Whether no element of the constant is one of the divisors that can trap.
bool isHarmless(const llvm::Value *divisor, bool is_signed) {
  return match(divisor, m_CheckedInt([&](const llvm::APInt &value) {
                 return !value.isZero() && !(is_signed && value.isAllOnes());
               }));
}

void makeSafe(llvm::BinaryOperator &division) {
  bool is_signed = division.getOpcode() == llvm::Instruction::SDiv ||
                   division.getOpcode() == llvm::Instruction::SRem;
  llvm::Value *dividend = division.getOperand(0), *divisor = division.getOperand(1);
  if (isHarmless(divisor, is_signed))
    return;
  llvm::IRBuilder<> builder(&division);
  llvm::Type *type = division.getType();
  llvm::Value *traps = builder.CreateICmpEQ(divisor, llvm::Constant::getNullValue(type));
  if (is_signed) {
    llvm::APInt least = llvm::APInt::getSignedMinValue(type->getScalarSizeInBits());
    llvm::Value *overflows =
        builder.CreateAnd(builder.CreateICmpEQ(dividend, llvm::ConstantInt::get(type, least)),
                          builder.CreateICmpEQ(divisor, llvm::Constant::getAllOnesValue(type)));
    traps = builder.CreateOr(traps, overflows);
  }
  division.setOperand(
      1, builder.CreateSelect(traps, llvm::ConstantInt::get(type, 1), divisor, "divisor"));
  // An exact quotient of another divisor would be poison.
  if (llvm::isa<llvm::PossiblyExactOperator>(division))
    division.setIsExact(false);
}

} // namespace

bool makeDivisionSafe(llvm::Function &function) {
  std::vector<llvm::BinaryOperator *> divisions;
  for (llvm::Instruction &instruction : llvm::instructions(function))
    if (isDivision(instruction))
      divisions.push_back(llvm::cast<llvm::BinaryOperator>(&instruction));
  for (llvm::BinaryOperator *division : divisions)
    makeSafe(*division);
  return !divisions.empty();
}

} // namespace weft
