// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic, bits, comparisons and choices, of scalars and vectors alike.
#include "compiler/frontend/spirv/handler.h"
#include "compiler/frontend/spirv/handlers.h"

namespace weft::spirv {

using llvm::CmpInst;

namespace {

struct Arithmetic : Handler {
  using Handler::Handler;
  void translate();
  void binary(llvm::Instruction::BinaryOps op, bool floats);
  llvm::FastMathFlags fastMath() const;
};

struct Comparison : Handler {
  using Handler::Handler;
  void translate();
};

} // namespace

llvm::FastMathFlags Arithmetic::fastMath() const {
  llvm::FastMathFlags flags;
  const Decoration *mode = decoration(spv::Decoration::FPFastMathMode);
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

void Arithmetic::binary(llvm::Instruction::BinaryOps op, bool floats) {
  if (!sameAsResult({0, 1}, floats))
    return;
  const Decoration *rounding = decoration(spv::Decoration::FPRoundingMode);
  if (rounding && rounding->operands[0] != uint32_t(spv::FPRoundingMode::RTE))
    return void(fail("rounds other than to nearest, which arithmetic cannot"));
  llvm::Value *result = builder.CreateBinOp(op, arg(0), arg(1));
  if (auto *made_op = llvm::dyn_cast<llvm::Instruction>(result)) {
    if (floats)
      made_op->setFastMathFlags(fastMath());
    if (llvm::isa<llvm::OverflowingBinaryOperator>(made_op)) {
      made_op->setHasNoSignedWrap(decoration(spv::Decoration::NoSignedWrap));
      made_op->setHasNoUnsignedWrap(decoration(spv::Decoration::NoUnsignedWrap));
    }
  }
  define(result);
}

// The signed remainder with the sign of the divisor.
static llvm::Value *modulo(llvm::IRBuilder<> &builder, llvm::Value *a, llvm::Value *b) {
  llvm::Value *rest = builder.CreateSRem(a, b);
  llvm::Value *zero = llvm::Constant::getNullValue(a->getType());
  llvm::Value *differs = builder.CreateICmpSLT(builder.CreateXor(rest, b), zero);
  llvm::Value *wrong = builder.CreateAnd(builder.CreateICmpNE(rest, zero), differs);
  return builder.CreateSelect(wrong, builder.CreateAdd(rest, b), rest);
}

void Arithmetic::translate() {
  using Ops = llvm::Instruction;
  // Wider ones would call functions of a run-time library for C, which kernels have not.
  if (isOneOf(
          {spv::Op::OpUDiv, spv::Op::OpSDiv, spv::Op::OpUMod, spv::Op::OpSRem, spv::Op::OpSMod}) &&
      resultType()->llvm && resultType()->llvm->isIntOrIntVectorTy() &&
      resultType()->llvm->getScalarSizeInBits() > 64)
    return void(unsupported("of integers of more than 64 bits, it"));
  struct Row {
    spv::Op op;
    Ops::BinaryOps operation;
    bool floats = false;
  };
  static constexpr Row Rows[] = {
      {spv::Op::OpIAdd, Ops::Add},        {spv::Op::OpISub, Ops::Sub},
      {spv::Op::OpIMul, Ops::Mul},        {spv::Op::OpUDiv, Ops::UDiv},
      {spv::Op::OpSDiv, Ops::SDiv},       {spv::Op::OpUMod, Ops::URem},
      {spv::Op::OpSRem, Ops::SRem},       {spv::Op::OpBitwiseAnd, Ops::And},
      {spv::Op::OpBitwiseOr, Ops::Or},    {spv::Op::OpLogicalOr, Ops::Or},
      {spv::Op::OpBitwiseXor, Ops::Xor},  {spv::Op::OpLogicalNotEqual, Ops::Xor},
      {spv::Op::OpLogicalAnd, Ops::And},  {spv::Op::OpFAdd, Ops::FAdd, true},
      {spv::Op::OpFSub, Ops::FSub, true}, {spv::Op::OpFMul, Ops::FMul, true},
      {spv::Op::OpFDiv, Ops::FDiv, true}, {spv::Op::OpFRem, Ops::FRem, true}};
  for (const Row &row : Rows)
    if (row.op == at->op())
      return binary(row.operation, row.floats);
  if (at->op() == newer::OpFmaKHR) {
    if (sameAsResult({0, 1, 2}, true))
      define(call(
          "fma", resultType()->llvm,
          {given(arg(0), Sign::Signed), given(arg(1), Sign::Signed), given(arg(2), Sign::Signed)},
          Effect::None));
    return;
  }
  // What is computed here is not mixed with what is computed around it.
  if (at->op() == newer::OpArithmeticFenceEXT) {
    if (sameAsResult({0}, true))
      define(builder.CreateUnaryIntrinsic(llvm::Intrinsic::arithmetic_fence, arg(0)));
    return;
  }
  switch (at->op()) {
  case spv::Op::OpSMod:
    if (sameAsResult({0, 1}, false))
      define(modulo(builder, arg(0), arg(1)));
    return;
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
    return;
  case spv::Op::OpSNegate:
    if (sameAsResult({0}, false))
      define(builder.CreateNeg(arg(0)));
    return;
  case spv::Op::OpFNegate:
    if (sameAsResult({0}, true))
      define(builder.CreateFNeg(arg(0)));
    return;
  case spv::Op::OpNot:
  case spv::Op::OpLogicalNot:
    if (sameAsResult({0}, false))
      define(builder.CreateNot(arg(0)));
    return;
  case spv::Op::OpLogicalEqual:
    if (sameAsResult({0, 1}, false))
      define(builder.CreateNot(builder.CreateXor(arg(0), arg(1))));
    return;
  case spv::Op::OpShiftLeftLogical:
  case spv::Op::OpShiftRightLogical:
  case spv::Op::OpShiftRightArithmetic: {
    if (!sameAsResult({0}, false))
      return;
    llvm::Value *a = arg(0), *by = arg(1);
    if (failed || !by->getType()->isIntOrIntVectorTy() ||
        !haveSameShape(a->getType(), by->getType()))
      return void(fail("what it shifts by does not fit"));
    by = builder.CreateZExtOrTrunc(by, a->getType());
    define(at->op() == spv::Op::OpShiftLeftLogical    ? builder.CreateShl(a, by)
           : at->op() == spv::Op::OpShiftRightLogical ? builder.CreateLShr(a, by)
                                                      : builder.CreateAShr(a, by));
    return;
  }
  case spv::Op::OpVectorTimesScalar: {
    llvm::Value *vector = arg(0), *scalar = arg(1);
    auto *type = failed ? nullptr : llvm::dyn_cast<llvm::FixedVectorType>(vector->getType());
    if (!type || !type->isFPOrFPVectorTy() || scalar->getType() != type->getElementType())
      return void(fail("is not of a vector of floats and a float"));
    define(builder.CreateFMul(vector, builder.CreateVectorSplat(type->getNumElements(), scalar)));
    return;
  }
  case spv::Op::OpDot: {
    llvm::Value *a = arg(0), *b = arg(1);
    if (failed || a->getType() != b->getType() || !a->getType()->isFPOrFPVectorTy())
      return void(fail("is not of two vectors of one type"));
    if (!a->getType()->isVectorTy() ||
        llvm::cast<llvm::FixedVectorType>(a->getType())->getNumElements() > 4)
      return void(unsupported("of this width, it"));
    define(call("dot", a->getType()->getScalarType(),
                {given(a, Sign::Signed), given(b, Sign::Signed)}, Effect::None));
    return;
  }
  case spv::Op::OpIAddCarry:
  case spv::Op::OpISubBorrow:
  case spv::Op::OpUMulExtended:
  case spv::Op::OpSMulExtended: {
    llvm::Value *a = arg(0), *b = arg(1);
    if (failed || a->getType() != b->getType() || !a->getType()->isIntOrIntVectorTy() ||
        a->getType()->getScalarSizeInBits() < 8)
      return void(fail("is not of two integers of one type"));
    auto *pair = llvm::dyn_cast_or_null<llvm::StructType>(resultType()->llvm);
    if (!pair || pair->getNumElements() != 2 || pair->getElementType(0) != a->getType() ||
        pair->getElementType(1) != a->getType())
      return void(fail("its result is not of two such integers"));
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
    return define(builder.CreateInsertValue(both, high, 1));
  }
  default:
    unsupported();
  }
}

void Comparison::translate() {
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
        return void(fail("its operands are of no fitting types"));
      return define(builder.CreateCmp(row.predicate, a, b));
    }
  switch (at->op()) {
  case spv::Op::OpSelect: {
    llvm::Value *condition = arg(0), *a = arg(1), *b = arg(2);
    if (failed)
      return;
    const char *wrong = llvm::SelectInst::areInvalidOperands(condition, a, b);
    if (wrong)
      return void(fail("its operands are of no fitting types"));
    return define(builder.CreateSelect(condition, a, b));
  }
  case spv::Op::OpIsNan:
  case spv::Op::OpIsInf:
  case spv::Op::OpIsFinite:
  case spv::Op::OpIsNormal:
  case spv::Op::OpSignBitSet: {
    llvm::Value *a = arg(0);
    if (failed || !a->getType()->isFPOrFPVectorTy())
      return void(fail("is not of floats"));
    if (at->op() == spv::Op::OpSignBitSet) {
      llvm::Type *bits = llvm::Type::getIntNTy(context, a->getType()->getScalarSizeInBits());
      if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(a->getType()))
        bits = llvm::FixedVectorType::get(bits, vector->getNumElements());
      return define(builder.CreateICmpSLT(builder.CreateBitCast(a, bits),
                                          llvm::Constant::getNullValue(bits)));
    }
    const unsigned test = at->op() == spv::Op::OpIsNan      ? llvm::fcNan
                          : at->op() == spv::Op::OpIsInf    ? llvm::fcInf
                          : at->op() == spv::Op::OpIsFinite ? llvm::fcFinite
                                                            : llvm::fcNormal;
    return define(builder.createIsFPClass(a, test));
  }
  case spv::Op::OpAny:
  case spv::Op::OpAll: {
    llvm::Value *a = arg(0);
    // LLVM 22.1 gives it what OpenCL C's any() and all() take: integers, of which the sign counts.
    if (!failed && a->getType()->isIntOrIntVectorTy() && !a->getType()->isIntOrIntVectorTy(1))
      a = builder.CreateICmpSLT(a, llvm::Constant::getNullValue(a->getType()));
    if (!failed && a->getType()->isIntegerTy(1))
      return define(a);
    if (failed || !a->getType()->isVectorTy() || !a->getType()->isIntOrIntVectorTy(1))
      return void(fail("is not of a vector of bools"));
    return define(at->op() == spv::Op::OpAny ? builder.CreateOrReduce(a)
                                             : builder.CreateAndReduce(a));
  }
  default:
    unsupported();
  }
}

void arithmetic(Body &body) { Arithmetic(body).translate(); }
void comparison(Body &body) { Comparison(body).translate(); }

} // namespace weft::spirv
