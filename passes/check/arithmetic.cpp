// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Marks for what is wrong with numbers. A shift by the width or more is defined in OpenCL C ("the
// low N bits of the amount"), and Clang writes `amount & (width - 1)`; it is reported as hardly
// anybody means it, and other languages leave it undefined.
#include "passes/check_marks.h"

#include "weft/check_abi.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {
FunctionCallee declareFound(Module &program) {
  IRBuilder<> builder(program.getContext());
  FunctionCallee callee =
      program.getOrInsertFunction(FoundName, builder.getVoidTy(), builder.getInt1Ty(),
                                  builder.getInt32Ty(), builder.getInt32Ty());
  auto *function = cast<Function>(callee.getCallee());
  function->setDoesNotThrow();
  function->addFnAttr(Attribute::WillReturn);
  function->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  return callee;
}

namespace {

class Marks {
public:
  Marks(Instruction &before, FunctionCallee found) : builder(&before), found(found) {}

  void mark(Value *bad, weft_check_event event, Type *of) {
    if (bad->getType()->isVectorTy())
      bad = builder.CreateOrReduce(bad);
    if (match(bad, m_Zero()))
      return;
    builder.CreateCall(found, {bad, builder.getInt32(event),
                               builder.getInt32(of->getScalarType()->getPrimitiveSizeInBits())});
  }

  void division(BinaryOperator &op) {
    Type *type = op.getType();
    Value *divisor = op.getOperand(1);
    mark(builder.CreateICmpEQ(divisor, Constant::getNullValue(type)), WEFT_FOUND_DIVISION_BY_ZERO,
         type);
    if (op.getOpcode() != Instruction::SDiv && op.getOpcode() != Instruction::SRem)
      return;
    const APInt least = APInt::getSignedMinValue(type->getScalarSizeInBits());
    mark(builder.CreateAnd(builder.CreateICmpEQ(op.getOperand(0), ConstantInt::get(type, least)),
                           builder.CreateICmpEQ(divisor, Constant::getAllOnesValue(type))),
         WEFT_FOUND_DIVISION_OVERFLOW, type);
  }

  void shift(BinaryOperator &op) {
    Type *type = op.getType();
    const unsigned bits = type->getScalarSizeInBits();
    Value *amount;
    if (!match(op.getOperand(1), m_ZExtOrSelf(m_And(m_Value(amount), m_SpecificInt(bits - 1)))))
      return;
    if (computeKnownBits(amount, op.getDataLayout()).getMaxValue().ult(bits))
      return;
    mark(builder.CreateICmpUGE(amount, ConstantInt::get(amount->getType(), bits)), WEFT_FOUND_SHIFT,
         type);
  }

  void conversion(CastInst &cast, bool is_signed) {
    Type *from = cast.getSrcTy(), *to = cast.getDestTy();
    const fltSemantics &format = from->getScalarType()->getFltSemantics();
    const unsigned bits = to->getScalarSizeInBits();
    // What is cut towards zero fits if it is greater than the least number less one, and less than
    // the greatest number and one, a power of two.
    APFloat end(format);
    const APInt one(bits + 2, 1);
    const bool has_end = !(end.convertFromAPInt(one.shl(is_signed ? bits - 1 : bits), false,
                                                APFloat::rmNearestTiesToEven) &
                           APFloat::opOverflow);
    Value *value = cast.getOperand(0);
    auto constant = [&](const APFloat &number) { return ConstantFP::get(from, number); };
    // Only numbers that are no NaN fit.
    Value *fits = builder.CreateFCmpORD(value, Constant::getNullValue(from));
    if (has_end)
      fits = builder.CreateAnd(fits, builder.CreateFCmpOLT(value, constant(end)));
    else
      fits =
          builder.CreateAnd(fits, builder.CreateFCmpOLT(value, constant(APFloat::getInf(format))));
    APFloat below(format);
    const APInt least =
        is_signed ? APInt::getSignedMinValue(bits).sext(bits + 2) : APInt::getZero(bits + 2);
    const auto status = below.convertFromAPInt(least - one, true, APFloat::rmNearestTiesToEven);
    if (status == APFloat::opOK)
      fits = builder.CreateAnd(fits, builder.CreateFCmpOGT(value, constant(below)));
    else if (!(status & APFloat::opOverflow)) {
      below.convertFromAPInt(least, true, APFloat::rmNearestTiesToEven);
      fits = builder.CreateAnd(fits, builder.CreateFCmpOGE(value, constant(below)));
    } else {
      fits = builder.CreateAnd(
          fits, builder.CreateFCmpOGT(value, constant(APFloat::getInf(format, true))));
    }
    mark(builder.CreateNot(fits), WEFT_FOUND_CONVERSION, to);
  }

  // NaN, or infinity, of operands that are finite. `builder` stands behind the operation.
  void number(Instruction &op) {
    Value *finite = nullptr;
    for (Value *operand : op.operands()) {
      if (operand->getType() != op.getType())
        continue;
      Value *is = builder.createIsFPClass(operand, fcFinite);
      finite = finite ? builder.CreateAnd(finite, is) : is;
    }
    if (!finite)
      return;
    mark(builder.CreateAnd(finite, builder.createIsFPClass(&op, fcNan)), WEFT_FOUND_NAN,
         op.getType());
    mark(builder.CreateAnd(finite, builder.createIsFPClass(&op, fcInf)), WEFT_FOUND_INFINITY,
         op.getType());
  }

private:
  IRBuilder<> builder;
  FunctionCallee found;
};

} // namespace

void markArithmetic(Module &program, uint32_t checks, function_ref<bool(const Function &)> is_own) {
  FunctionCallee found = declareFound(program);
  for (Function &function : program) {
    if (!is_own(function))
      continue;
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      if (checks & WEFT_CHECK_NAN && instruction.getType()->isFPOrFPVectorTy() &&
          isa<BinaryOperator>(instruction)) {
        instruction.setFast(false);
        Marks behind(*instruction.getNextNode(), found);
        behind.number(instruction);
      }
      if (!(checks & WEFT_CHECK_ARITH))
        continue;
      Marks marks(instruction, found);
      switch (instruction.getOpcode()) {
      case Instruction::SDiv:
      case Instruction::UDiv:
      case Instruction::SRem:
      case Instruction::URem:
        marks.division(cast<BinaryOperator>(instruction));
        break;
      case Instruction::Shl:
      case Instruction::LShr:
      case Instruction::AShr:
        marks.shift(cast<BinaryOperator>(instruction));
        break;
      case Instruction::FPToSI:
      case Instruction::FPToUI:
        marks.conversion(cast<CastInst>(instruction),
                         instruction.getOpcode() == Instruction::FPToSI);
        break;
      default:
        break;
      }
    }
  }
}

} // namespace weft
