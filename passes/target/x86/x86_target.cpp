// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/target/x86/x86_target.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace weft {

static constexpr unsigned YmmBits = 256, ZmmBits = 512;

bool X86Target::masksAreCheap() const {
  return hasMaskedStore(FixedVectorType::get(Type::getInt8Ty(context), 16), Align(1), 0);
}

bool X86Target::broadcastsOperands() const { return registerBits() >= ZmmBits; }

// Whether there are instructions on integers in vectors of 256 bits.
bool X86Target::hasWideIntegers() const {
  auto *type = FixedVectorType::get(Type::getInt32Ty(context), YmmBits / 32);
  return registerBits() >= YmmBits &&
         llvm_info.getArithmeticInstrCost(Instruction::Add, type,
                                          TargetTransformInfo::TCK_RecipThroughput) <= 1;
}

bool X86Target::canPermuteTwo(unsigned element_bits, unsigned lanes) const {
  return canRearrange(element_bits, lanes) ||
         (element_bits == 32 && element_bits * lanes == YmmBits && hasWideIntegers());
}

bool X86Target::canRearrange(unsigned element_bits, unsigned lanes) const {
  return (element_bits == 32 || element_bits == 64) && element_bits * lanes == ZmmBits &&
         registerBits() >= ZmmBits;
}

// One instruction, of which LLVM has to find out otherwise, for a millisecond or more, what all the
// extractions come to.
Value *X86Target::permuteElements(IRBuilderBase &builder, Value *from, Value *numbers) const {
  auto *type = cast<FixedVectorType>(from->getType());
  const unsigned element_bits = type->getScalarSizeInBits();
  const unsigned bits = element_bits * type->getNumElements();
  Intrinsic::ID id = Intrinsic::not_intrinsic;
  if (bits == ZmmBits && registerBits() >= ZmmBits)
    id = element_bits == 32 ? Intrinsic::x86_avx512_permvar_si_512
                            : Intrinsic::x86_avx512_permvar_di_512;
  else if (bits == YmmBits && element_bits == 32 && hasWideIntegers())
    id = Intrinsic::x86_avx2_permd;
  return id == Intrinsic::not_intrinsic ? nullptr
                                        : builder.CreateIntrinsic(id, {}, {from, numbers});
}

Value *X86Target::permuteTwo(IRBuilderBase &builder, Value *low, Value *numbers,
                             Value *high) const {
  auto *type = cast<FixedVectorType>(low->getType());
  if (type->getPrimitiveSizeInBits() == YmmBits) {
    auto permuted = [&](Value *from) {
      return builder.CreateIntrinsic(Intrinsic::x86_avx2_permd, {}, {from, numbers});
    };
    return builder.CreateSelect(
        builder.CreateICmpULT(numbers, ConstantInt::get(type, type->getNumElements())),
        permuted(low), permuted(high));
  }
  const auto id = low->getType()->getScalarSizeInBits() == 32
                      ? Intrinsic::x86_avx512_vpermi2var_d_512
                      : Intrinsic::x86_avx512_vpermi2var_q_512;
  return builder.CreateIntrinsic(id, {}, {low, numbers, high});
}

Value *X86Target::expand(IRBuilderBase &builder, Value *from, Value *mask) const {
  Type *type = from->getType();
  return builder.CreateIntrinsic(Intrinsic::x86_avx512_mask_expand, {type},
                                 {from, Constant::getNullValue(type), mask});
}

// The estimate holds 14 bits, of subnormal numbers too; each of Newton's steps doubles them. Of
// zeros, infinities and NaNs it is what is wanted, and the steps make NaNs.
Value *X86Target::reciprocalRoot(IRBuilderBase &builder, Value *x) const {
  const unsigned lanes = ZmmBits / x->getType()->getScalarSizeInBits();
  auto *type = dyn_cast<FixedVectorType>(x->getType());
  if (!type || type->getNumElements() % lanes != 0 || registerBits() < ZmmBits)
    return nullptr;
  Type *element = type->getElementType();
  auto *part = FixedVectorType::get(element, lanes);
  auto better = [&](Value *of, Value *estimate) {
    auto fma = [&](Value *a, Value *b, Value *c) {
      return builder.CreateIntrinsic(Intrinsic::fma, {part}, {a, b, c});
    };
    Value *error = fma(builder.CreateFNeg(builder.CreateFMul(of, estimate)), estimate,
                       ConstantFP::get(part, 1));
    return fma(builder.CreateFMul(estimate, ConstantFP::get(part, 0.5)), error, estimate);
  };
  SmallVector<Value *, 4> results;
  for (unsigned first = 0; first < type->getNumElements(); first += lanes) {
    Value *of = builder.CreateShuffleVector(x, createSequentialMask(first, lanes, 0));
    Value *estimate = builder.CreateIntrinsic(
        element->isFloatTy() ? Intrinsic::x86_avx512_rsqrt14_ps_512
                             : Intrinsic::x86_avx512_rsqrt14_pd_512,
        {},
        {of, Constant::getNullValue(part), Constant::getAllOnesValue(builder.getIntNTy(lanes))});
    Value *result = better(of, estimate);
    if (element->isDoubleTy())
      result = better(of, result);
    results.push_back(
        builder.CreateSelect(builder.CreateFCmpUNO(result, result), estimate, result));
  }
  return concatenateVectors(builder, results);
}

bool x86::hasFusedMultiplyAdd(const Type &scalar, const TargetMachine &machine) {
  const MCSubtargetInfo &info = *machine.getMCSubtargetInfo();
  if (scalar.isHalfTy())
    return info.checkFeatures("+avx512fp16");
  return (scalar.isFloatTy() || scalar.isDoubleTy()) && info.checkFeatures("+fma");
}

} // namespace weft
