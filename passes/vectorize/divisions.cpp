// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/divisions.h"

#include "passes/analysis/speculation.h"

#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace weft {
namespace {

bool isSigned(const BinaryOperator &op) {
  return op.getOpcode() == Instruction::SDiv || op.getOpcode() == Instruction::SRem;
}

bool isRemainder(const BinaryOperator &op) {
  return op.getOpcode() == Instruction::URem || op.getOpcode() == Instruction::SRem;
}

// 0 becomes 1, as in front of every division (safe_division.h). Without an active lane the divisor
// may be poison.
Value *notZero(IRBuilderBase &builder, Value *divisor) {
  Type *type = divisor->getType();
  divisor = builder.CreateFreeze(divisor);
  return builder.CreateSelect(builder.CreateICmpEQ(divisor, ConstantInt::get(type, 0)),
                              ConstantInt::get(type, 1), divisor);
}

// The reciprocal of `divisor`, a little too large.
Value *reciprocal(IRBuilderBase &builder, Value *divisor, Type *real, bool is_signed) {
  Value *as_real =
      is_signed ? builder.CreateSIToFP(divisor, real) : builder.CreateUIToFP(divisor, real);
  double excess = real->isDoubleTy() ? 0x1p-51 : 0x1p-22;
  return builder.CreateFMul(builder.CreateFDiv(ConstantFP::get(real, 1), as_real),
                            ConstantFP::get(real, 1 + excess));
}

} // namespace

// Of up to 32 bits.
Value *Divisions::quotientByUniform(const BinaryOperator &op, Value *dividend, Value *divisor) {
  Type *type = dividend->getType();
  bool is_signed = isSigned(op);
  // 16 bits and fewer are never negative after zero extension.
  unsigned bits = type->getScalarSizeInBits();
  Type *real = bits > 16 ? builder.getDoubleTy() : builder.getFloatTy();
  FixedVectorType *integers = core.wideType(builder.getIntNTy(bits > 16 ? bits : 32));
  bool signed_real = is_signed || bits <= 16;
  Value *x =
      is_signed ? builder.CreateSExt(dividend, integers) : builder.CreateZExt(dividend, integers);
  Value *real_x = signed_real ? builder.CreateSIToFP(x, core.wideType(real))
                              : builder.CreateUIToFP(x, core.wideType(real));
  Value *product =
      builder.CreateFMul(real_x, core.splat(reciprocal(builder, divisor, real, is_signed)));
  Value *quotient = signed_real ? builder.CreateFPToSI(product, integers)
                                : builder.CreateFPToUI(product, integers);
  quotient = builder.CreateTrunc(quotient, type);
  if (!is_signed)
    return quotient;
  // The least integer over -1 is no integer of the type, but its negative is, modulo 2^N.
  Value *negates = builder.CreateICmpEQ(divisor, ConstantInt::getSigned(divisor->getType(), -1));
  return builder.CreateSelect(negates, builder.CreateNeg(dividend), quotient);
}

// Of up to 32 bits.
Value *Divisions::quotientByVector(const BinaryOperator &op, Value *dividend, Value *divisor) {
  bool is_signed = isSigned(op);
  Type *type = dividend->getType();
  unsigned bits = type->getScalarSizeInBits();
  Type *real = core.wideType(bits > 16 ? builder.getDoubleTy() : builder.getFloatTy());
  Type *integers = core.wideType(builder.getIntNTy(bits > 16 ? bits : 32));
  bool signed_real = is_signed || bits <= 16;
  auto toReal = [&](Value *value) {
    value = is_signed ? builder.CreateSExt(value, integers) : builder.CreateZExt(value, integers);
    return signed_real ? builder.CreateSIToFP(value, real) : builder.CreateUIToFP(value, real);
  };
  Value *ratio = builder.CreateFDiv(toReal(dividend), toReal(divisor));
  return builder.CreateTrunc(signed_real ? builder.CreateFPToSI(ratio, integers)
                                         : builder.CreateFPToUI(ratio, integers),
                             type);
}

// 64 bits: lane 0 is divided alone, the others are near to it.
bool Divisions::emitAffineDivision(const BinaryOperator &op) {
  const Value *dividend = op.getOperand(0), *bound = safeDivisor(op);
  Shape shape = shapes.shape(dividend);
  if (!op.getType()->isIntegerTy(64) || !shape.isAffine() || !core.isUniform(bound) ||
      shape.stride() < 0 || shape.stride() > 1 << 20)
    return false;
  Value *first = core.scalarOf(dividend), *divisor = notZero(builder, core.scalarOf(bound));
  // All that is converted fits 32 bits with a sign.
  Value *regular_holds =
      builder.CreateAnd(core.fitsLanes(first, shape.stride(), isSigned(op)),
                        builder.CreateICmpULT(divisor, builder.getInt64(uint64_t(1) << 30)));
  if (uint64_t(shape.stride()) * (width - 1) >= uint64_t(1) << 30)
    return false;
  if (isSigned(op))
    regular_holds =
        builder.CreateAnd(regular_holds, builder.CreateICmpSGE(first, builder.getInt64(0)));
  BasicBlock *regular = core.newBlock("regular"), *other = core.newBlock("irregular"),
             *done = core.newBlock("divided");
  MDBuilder hints(core.wide->getContext());
  builder.CreateCondBr(builder.CreateFreeze(regular_holds), regular, other,
                       hints.createLikelyBranchWeights());

  builder.SetInsertPoint(regular);
  Value *first_quotient = builder.CreateUDiv(first, divisor);
  Value *first_rest = builder.CreateSub(first, builder.CreateMul(first_quotient, divisor));
  Type *narrow = builder.getInt32Ty(), *real = builder.getDoubleTy();
  Value *near = builder.CreateAdd(core.splat(builder.CreateTrunc(first_rest, narrow)),
                                  core.steps(narrow, shape.stride()));
  Value *narrow_divisor = builder.CreateTrunc(divisor, narrow);
  Value *factor = core.splat(reciprocal(builder, narrow_divisor, real, /*is_signed=*/true));
  Value *quotient = builder.CreateFPToSI(
      builder.CreateFMul(builder.CreateSIToFP(near, core.wideType(real)), factor),
      core.wideType(narrow));
  Value *result =
      isRemainder(op)
          ? builder.CreateZExt(
                builder.CreateSub(near, builder.CreateMul(quotient, core.splat(narrow_divisor))),
                core.wideType(op.getType()))
          : builder.CreateAdd(core.splat(first_quotient),
                              builder.CreateZExt(quotient, core.wideType(op.getType())));
  regular = builder.GetInsertBlock();
  builder.CreateBr(done);

  builder.SetInsertPoint(other);
  core.emitPerLane(op);
  core.setVectors(&op, core.mergeOutcomes({result}, regular, core.knownVectors(&op), done));
  return true;
}

void Divisions::emit(const BinaryOperator &op) {
  if (emitAffineDivision(op))
    return;
  const Value *bound = op.getType()->isVectorTy() ? op.getOperand(1) : safeDivisor(op);
  bool by_uniform = !op.getType()->isVectorTy() && core.isUniform(bound) && !isa<Constant>(bound);
  unsigned bits = op.getType()->getScalarSizeInBits();
  Elements results;
  for (unsigned i = 0, count = core.flatCount(op.getType()); i < count; ++i) {
    Value *a = core.vectorOf(op.getOperand(0), i), *quotient;
    if (by_uniform && bits <= 32) {
      Value *divisor = notZero(builder, core.scalarOf(bound));
      quotient = quotientByUniform(op, a, divisor);
      results.push_back(isRemainder(op)
                            ? builder.CreateSub(a, builder.CreateMul(quotient, core.splat(divisor)))
                            : quotient);
      continue;
    }
    Value *b = core.vectorOf(op.getOperand(1), i);
    bool constant = isa<Constant>(b);
    if (!constant)
      b = builder.CreateSelect(core.current_mask, b, ConstantInt::get(b->getType(), 1));
    if (constant || bits > 32) {
      results.push_back(builder.CreateBinOp(op.getOpcode(), a, b));
      continue;
    }
    quotient = quotientByVector(op, a, b);
    results.push_back(isRemainder(op) ? builder.CreateSub(a, builder.CreateMul(quotient, b))
                                      : quotient);
  }
  core.setVectors(&op, results);
}

} // namespace weft
