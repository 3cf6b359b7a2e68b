// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic, bits, comparisons and choices, of scalars and vectors alike.
#include "compiler/frontend/spirv/reader.h"

namespace weft::spirv {

using llvm::CmpInst;

llvm::FastMathFlags Reader::fastMath() const {
  llvm::FastMathFlags flags;
  const Decoration *mode = decoration(at->result, spv::Decoration::FPFastMathMode);
  if (!mode || mode->operands.empty())
    return flags;
  const uint32_t bits = mode->operands[0];
  auto has = [&](spv::FPFastMathModeMask bit) { return (bits & uint32_t(bit)) != 0; };
  flags.setNoNaNs(has(spv::FPFastMathModeMask::NotNaN));
  flags.setNoInfs(has(spv::FPFastMathModeMask::NotInf));
  flags.setNoSignedZeros(has(spv::FPFastMathModeMask::NSZ));
  flags.setAllowReciprocal(has(spv::FPFastMathModeMask::AllowRecip));
  if (has(spv::FPFastMathModeMask::Fast))
    flags.setFast();
  // AllowContract, AllowReassoc and AllowTransform of SPV_KHR_float_controls2; Intel's two are the
  // first ones.
  flags.setAllowContract(flags.allowContract() || bits & 0x50000);
  flags.setAllowReassoc(flags.allowReassoc() || bits & 0x60000);
  return flags;
}

bool Reader::sameAsResult(std::initializer_list<size_t> operands, bool floats) {
  llvm::Type *type = resultType()->llvm;
  if (failed || !type || (floats ? !type->isFPOrFPVectorTy() : !type->isIntOrIntVectorTy()))
    return fail("its result is of no fitting type");
  for (size_t i : operands) {
    llvm::Value *value = arg(i);
    if (failed || value->getType() != type)
      return fail("operand " + llvm::Twine(i) + " is not of its result's type");
  }
  return true;
}

bool Reader::binary(llvm::Instruction::BinaryOps op, bool floats) {
  if (!sameAsResult({0, 1}, floats))
    return true;
  const Decoration *rounding = decoration(at->result, spv::Decoration::FPRoundingMode);
  if (rounding && rounding->operands[0] != uint32_t(spv::FPRoundingMode::RTE))
    return fail("rounds other than to nearest, which arithmetic cannot");
  llvm::Value *result = builder.CreateBinOp(op, arg(0), arg(1));
  if (auto *made_op = llvm::dyn_cast<llvm::Instruction>(result)) {
    if (floats)
      made_op->setFastMathFlags(fastMath());
    if (llvm::isa<llvm::OverflowingBinaryOperator>(made_op)) {
      made_op->setHasNoSignedWrap(decoration(at->result, spv::Decoration::NoSignedWrap));
      made_op->setHasNoUnsignedWrap(decoration(at->result, spv::Decoration::NoUnsignedWrap));
    }
  }
  define(result);
  return true;
}

// The signed remainder with the sign of the divisor.
static llvm::Value *modulo(llvm::IRBuilder<> &builder, llvm::Value *a, llvm::Value *b) {
  llvm::Value *rest = builder.CreateSRem(a, b);
  llvm::Value *zero = llvm::Constant::getNullValue(a->getType());
  llvm::Value *differs = builder.CreateICmpSLT(builder.CreateXor(rest, b), zero);
  llvm::Value *wrong = builder.CreateAnd(builder.CreateICmpNE(rest, zero), differs);
  return builder.CreateSelect(wrong, builder.CreateAdd(rest, b), rest);
}

bool Reader::arithmetic() {
  using Ops = llvm::Instruction;
  // Wider ones would call functions of a run-time library for C, which kernels have not.
  if (isOneOf(
          {spv::Op::OpUDiv, spv::Op::OpSDiv, spv::Op::OpUMod, spv::Op::OpSRem, spv::Op::OpSMod}) &&
      resultType()->llvm && resultType()->llvm->isIntOrIntVectorTy() &&
      resultType()->llvm->getScalarSizeInBits() > 64)
    return unsupported("of integers of more than 64 bits, it"), true;
  switch (at->op()) {
  case spv::Op::OpIAdd:
    return binary(Ops::Add, false);
  case spv::Op::OpISub:
    return binary(Ops::Sub, false);
  case spv::Op::OpIMul:
    return binary(Ops::Mul, false);
  case spv::Op::OpUDiv:
    return binary(Ops::UDiv, false);
  case spv::Op::OpSDiv:
    return binary(Ops::SDiv, false);
  case spv::Op::OpUMod:
    return binary(Ops::URem, false);
  case spv::Op::OpSRem:
    return binary(Ops::SRem, false);
  case spv::Op::OpBitwiseAnd:
    return binary(Ops::And, false);
  case spv::Op::OpBitwiseOr:
  case spv::Op::OpLogicalOr:
    return binary(Ops::Or, false);
  case spv::Op::OpBitwiseXor:
  case spv::Op::OpLogicalNotEqual:
    return binary(Ops::Xor, false);
  case spv::Op::OpLogicalAnd:
    return binary(Ops::And, false);
  case spv::Op::OpFAdd:
    return binary(Ops::FAdd, true);
  case spv::Op::OpFSub:
    return binary(Ops::FSub, true);
  case spv::Op::OpFMul:
    return binary(Ops::FMul, true);
  case spv::Op::OpFDiv:
    return binary(Ops::FDiv, true);
  case spv::Op::OpFRem:
    return binary(Ops::FRem, true);
  case spv::Op::OpSMod:
    if (sameAsResult({0, 1}, false))
      define(modulo(builder, arg(0), arg(1)));
    return true;
  case spv::Op::OpFMod:
    if (sameAsResult({0, 1}, true)) {
      // a - b * floor(a / b), exactly.
      llvm::Value *a = arg(0), *b = arg(1), *rest = builder.CreateFRem(a, b);
      llvm::Value *zero = llvm::Constant::getNullValue(a->getType());
      llvm::Value *differs =
          builder.CreateXor(builder.CreateFCmpOLT(rest, zero), builder.CreateFCmpOLT(b, zero));
      llvm::Value *wrong = builder.CreateAnd(builder.CreateFCmpONE(rest, zero), differs);
      define(builder.CreateSelect(wrong, builder.CreateFAdd(rest, b), rest));
    }
    return true;
  case spv::Op::OpSNegate:
    if (sameAsResult({0}, false))
      define(builder.CreateNeg(arg(0)));
    return true;
  case spv::Op::OpFNegate:
    if (sameAsResult({0}, true))
      define(builder.CreateFNeg(arg(0)));
    return true;
  case spv::Op::OpNot:
  case spv::Op::OpLogicalNot:
    if (sameAsResult({0}, false))
      define(builder.CreateNot(arg(0)));
    return true;
  case spv::Op::OpLogicalEqual:
    if (sameAsResult({0, 1}, false))
      define(builder.CreateNot(builder.CreateXor(arg(0), arg(1))));
    return true;
  case spv::Op::OpShiftLeftLogical:
  case spv::Op::OpShiftRightLogical:
  case spv::Op::OpShiftRightArithmetic: {
    if (!sameAsResult({0}, false))
      return true;
    llvm::Value *a = arg(0), *by = arg(1);
    if (failed || !by->getType()->isIntOrIntVectorTy() ||
        !haveSameShape(a->getType(), by->getType()))
      return fail("what it shifts by does not fit"), true;
    by = builder.CreateZExtOrTrunc(by, a->getType());
    define(at->op() == spv::Op::OpShiftLeftLogical    ? builder.CreateShl(a, by)
           : at->op() == spv::Op::OpShiftRightLogical ? builder.CreateLShr(a, by)
                                                      : builder.CreateAShr(a, by));
    return true;
  }
  case spv::Op::OpVectorTimesScalar: {
    llvm::Value *vector = arg(0), *scalar = arg(1);
    auto *type = failed ? nullptr : llvm::dyn_cast<llvm::FixedVectorType>(vector->getType());
    if (!type || !type->isFPOrFPVectorTy() || scalar->getType() != type->getElementType())
      return fail("is not of a vector of floats and a float"), true;
    define(builder.CreateFMul(vector, builder.CreateVectorSplat(type->getNumElements(), scalar)));
    return true;
  }
  case spv::Op::OpDot: {
    llvm::Value *a = arg(0), *b = arg(1);
    if (failed || a->getType() != b->getType() || !a->getType()->isFPOrFPVectorTy())
      return fail("is not of two vectors of one type"), true;
    if (!a->getType()->isVectorTy() ||
        llvm::cast<llvm::FixedVectorType>(a->getType())->getNumElements() > 4)
      return unsupported("of this width, it"), true;
    define(call("dot", a->getType()->getScalarType(),
                {given(a, Sign::Signed), given(b, Sign::Signed)}, Effect::None));
    return true;
  }
  case spv::Op::OpIAddCarry:
  case spv::Op::OpISubBorrow:
  case spv::Op::OpUMulExtended:
  case spv::Op::OpSMulExtended: {
    llvm::Value *a = arg(0), *b = arg(1);
    if (failed || a->getType() != b->getType() || !a->getType()->isIntOrIntVectorTy() ||
        a->getType()->getScalarSizeInBits() < 8)
      return fail("is not of two integers of one type"), true;
    auto *pair = llvm::dyn_cast_or_null<llvm::StructType>(resultType()->llvm);
    if (!pair || pair->getNumElements() != 2 || pair->getElementType(0) != a->getType() ||
        pair->getElementType(1) != a->getType())
      return fail("its result is not of two such integers"), true;
    llvm::Value *low, *high;
    if (at->op() == spv::Op::OpIAddCarry) {
      low = builder.CreateAdd(a, b);
      high = builder.CreateZExt(builder.CreateICmpULT(low, a), a->getType());
    } else if (at->op() == spv::Op::OpISubBorrow) {
      low = builder.CreateSub(a, b);
      high = builder.CreateZExt(builder.CreateICmpULT(a, b), a->getType());
    } else {
      const Sign sign = at->op() == spv::Op::OpSMulExtended ? Sign::Signed : Sign::Unsigned;
      low = builder.CreateMul(a, b);
      high = call("mul_hi", a->getType(), {given(a, sign), given(b, sign)}, Effect::None, sign);
    }
    llvm::Value *both = builder.CreateInsertValue(llvm::PoisonValue::get(pair), low, 0);
    return define(builder.CreateInsertValue(both, high, 1)), true;
  }
  default:
    return false;
  }
}

bool Reader::comparison() {
  struct Row {
    spv::Op op;
    CmpInst::Predicate predicate;
  };
  static constexpr Row Rows[] = {{spv::Op::OpIEqual, CmpInst::ICMP_EQ},
                                 {spv::Op::OpINotEqual, CmpInst::ICMP_NE},
                                 {spv::Op::OpUGreaterThan, CmpInst::ICMP_UGT},
                                 {spv::Op::OpSGreaterThan, CmpInst::ICMP_SGT},
                                 {spv::Op::OpUGreaterThanEqual, CmpInst::ICMP_UGE},
                                 {spv::Op::OpSGreaterThanEqual, CmpInst::ICMP_SGE},
                                 {spv::Op::OpULessThan, CmpInst::ICMP_ULT},
                                 {spv::Op::OpSLessThan, CmpInst::ICMP_SLT},
                                 {spv::Op::OpULessThanEqual, CmpInst::ICMP_ULE},
                                 {spv::Op::OpSLessThanEqual, CmpInst::ICMP_SLE},
                                 {spv::Op::OpFOrdEqual, CmpInst::FCMP_OEQ},
                                 {spv::Op::OpFUnordEqual, CmpInst::FCMP_UEQ},
                                 {spv::Op::OpFOrdNotEqual, CmpInst::FCMP_ONE},
                                 {spv::Op::OpFUnordNotEqual, CmpInst::FCMP_UNE},
                                 {spv::Op::OpFOrdLessThan, CmpInst::FCMP_OLT},
                                 {spv::Op::OpFUnordLessThan, CmpInst::FCMP_ULT},
                                 {spv::Op::OpFOrdGreaterThan, CmpInst::FCMP_OGT},
                                 {spv::Op::OpFUnordGreaterThan, CmpInst::FCMP_UGT},
                                 {spv::Op::OpFOrdLessThanEqual, CmpInst::FCMP_OLE},
                                 {spv::Op::OpFUnordLessThanEqual, CmpInst::FCMP_ULE},
                                 {spv::Op::OpFOrdGreaterThanEqual, CmpInst::FCMP_OGE},
                                 {spv::Op::OpFUnordGreaterThanEqual, CmpInst::FCMP_UGE},
                                 {spv::Op::OpLessOrGreater, CmpInst::FCMP_ONE},
                                 {spv::Op::OpOrdered, CmpInst::FCMP_ORD},
                                 {spv::Op::OpUnordered, CmpInst::FCMP_UNO}};
  for (const Row &row : Rows)
    if (row.op == at->op()) {
      llvm::Value *a = arg(0), *b = arg(1);
      const bool floats = CmpInst::isFPPredicate(row.predicate);
      if (failed || a->getType() != b->getType() ||
          (floats ? !a->getType()->isFPOrFPVectorTy()
                  : !a->getType()->isIntOrIntVectorTy() && !a->getType()->isPtrOrPtrVectorTy()))
        return fail("its operands are of no fitting types"), true;
      return define(builder.CreateCmp(row.predicate, a, b)), true;
    }
  switch (at->op()) {
  case spv::Op::OpSelect: {
    llvm::Value *condition = arg(0), *a = arg(1), *b = arg(2);
    if (failed)
      return true;
    const char *wrong = llvm::SelectInst::areInvalidOperands(condition, a, b);
    if (wrong)
      return fail("its operands are of no fitting types"), true;
    return define(builder.CreateSelect(condition, a, b)), true;
  }
  case spv::Op::OpIsNan:
  case spv::Op::OpIsInf:
  case spv::Op::OpIsFinite:
  case spv::Op::OpIsNormal:
  case spv::Op::OpSignBitSet: {
    llvm::Value *a = arg(0);
    if (failed || !a->getType()->isFPOrFPVectorTy())
      return fail("is not of floats"), true;
    if (at->op() == spv::Op::OpSignBitSet) {
      llvm::Type *bits = llvm::Type::getIntNTy(context, a->getType()->getScalarSizeInBits());
      if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(a->getType()))
        bits = llvm::FixedVectorType::get(bits, vector->getNumElements());
      return define(builder.CreateICmpSLT(builder.CreateBitCast(a, bits),
                                          llvm::Constant::getNullValue(bits))),
             true;
    }
    const unsigned test = at->op() == spv::Op::OpIsNan      ? llvm::fcNan
                          : at->op() == spv::Op::OpIsInf    ? llvm::fcInf
                          : at->op() == spv::Op::OpIsFinite ? llvm::fcFinite
                                                            : llvm::fcNormal;
    return define(builder.createIsFPClass(a, test)), true;
  }
  case spv::Op::OpAny:
  case spv::Op::OpAll: {
    llvm::Value *a = arg(0);
    // LLVM 22.1 gives it what OpenCL C's any() and all() take: integers, of which the sign counts.
    if (!failed && a->getType()->isIntOrIntVectorTy() && !a->getType()->isIntOrIntVectorTy(1))
      a = builder.CreateICmpSLT(a, llvm::Constant::getNullValue(a->getType()));
    if (!failed && a->getType()->isIntegerTy(1))
      return define(a), true;
    if (failed || !a->getType()->isVectorTy() || !a->getType()->isIntOrIntVectorTy(1))
      return fail("is not of a vector of bools"), true;
    return define(at->op() == spv::Op::OpAny ? builder.CreateOrReduce(a)
                                             : builder.CreateAndReduce(a)),
           true;
  }
  default:
    return false;
  }
}

} // namespace weft::spirv
