// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/expand_intrinsics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace weft {
namespace {

// Bits of operands whose product in twice as many is one operation.
constexpr unsigned LongestProduct = 32;

Value *combine(IRBuilderBase &builder, const IntrinsicInst &reduction, Value *a, Value *b) {
  const Intrinsic::ID id = reduction.getIntrinsicID();
  const unsigned opcode = getArithmeticReductionInstruction(id);
  if (Instruction::isBinaryOp(opcode))
    return builder.CreateBinOp(Instruction::BinaryOps(opcode), a, b);
  return builder.CreateBinaryIntrinsic(getMinMaxReductionIntrinsicOp(id), a, b);
}

// Null: it is no reduction.
Value *expandReduction(IRBuilderBase &builder, const IntrinsicInst &call) {
  const Intrinsic::ID id = call.getIntrinsicID();
  bool in_order = false;
  switch (id) {
  case Intrinsic::vector_reduce_fadd:
  case Intrinsic::vector_reduce_fmul:
    in_order = true;
    break;
  case Intrinsic::vector_reduce_add:
  case Intrinsic::vector_reduce_mul:
  case Intrinsic::vector_reduce_and:
  case Intrinsic::vector_reduce_or:
  case Intrinsic::vector_reduce_xor:
  case Intrinsic::vector_reduce_smax:
  case Intrinsic::vector_reduce_smin:
  case Intrinsic::vector_reduce_umax:
  case Intrinsic::vector_reduce_umin:
  case Intrinsic::vector_reduce_fmax:
  case Intrinsic::vector_reduce_fmin:
    break;
  default:
    return nullptr;
  }
  Value *vector = call.getArgOperand(in_order ? 1 : 0);
  auto *type = dyn_cast<FixedVectorType>(vector->getType());
  if (!type)
    return nullptr;
  SmallVector<Value *, 16> parts;
  for (unsigned i = 0; i < type->getNumElements(); ++i)
    parts.push_back(builder.CreateExtractElement(vector, uint64_t(i)));
  if (in_order) {
    Value *sum = call.getArgOperand(0);
    for (Value *part : parts)
      sum = combine(builder, call, sum, part);
    return sum;
  }
  for (; parts.size() > 1; parts.resize(divideCeil(parts.size(), 2)))
    for (size_t i = 0, half = divideCeil(parts.size(), 2); i + half < parts.size(); ++i)
      parts[i] = combine(builder, call, parts[i], parts[i + half]);
  return parts.front();
}

// The result, and whether it does not fit its type; nulls for what is left as it is.
std::pair<Value *, Value *> expandOverflow(IRBuilderBase &builder,
                                           const WithOverflowInst &operation) {
  Value *a = operation.getLHS(), *b = operation.getRHS();
  Value *none = Constant::getNullValue(a->getType());
  if (operation.getBinaryOp() == Instruction::Mul) {
    const unsigned bits = a->getType()->getScalarSizeInBits();
    if (bits > LongestProduct)
      return {};
    Type *longer = a->getType()->getWithNewBitWidth(2 * bits);
    auto extend = [&](Value *value) {
      return operation.isSigned() ? builder.CreateSExt(value, longer)
                                  : builder.CreateZExt(value, longer);
    };
    Value *product = builder.CreateMul(extend(a), extend(b));
    Value *result = builder.CreateTrunc(product, a->getType());
    return {result, builder.CreateICmpNE(extend(result), product)};
  }
  const bool adds = operation.getBinaryOp() == Instruction::Add;
  Value *result = builder.CreateBinOp(operation.getBinaryOp(), a, b);
  if (!operation.isSigned())
    return {result, adds ? builder.CreateICmpULT(result, a) : builder.CreateICmpULT(a, b)};
  // Of a sum: where it has another sign than both operands; of a difference: where it has another
  // sign than the first one, as the second has.
  Value *other = builder.CreateXor(adds ? result : a, b);
  return {result,
          builder.CreateICmpSLT(builder.CreateAnd(builder.CreateXor(a, result), other), none)};
}

void replace(IRBuilderBase &builder, WithOverflowInst &operation, Value *result, Value *overflow) {
  for (User *user : make_early_inc_range(operation.users()))
    if (auto *part = dyn_cast<ExtractValueInst>(user)) {
      part->replaceAllUsesWith(part->getIndices().front() == 0 ? result : overflow);
      part->eraseFromParent();
    }
  if (!operation.use_empty())
    operation.replaceAllUsesWith(builder.CreateInsertValue(
        builder.CreateInsertValue(PoisonValue::get(operation.getType()), result, 0), overflow, 1));
}

bool expand(IntrinsicInst &call) {
  IRBuilder<> builder(&call);
  if (isa<FPMathOperator>(call))
    builder.setFastMathFlags(call.getFastMathFlags());
  if (auto *operation = dyn_cast<WithOverflowInst>(&call)) {
    auto [result, overflow] = expandOverflow(builder, *operation);
    if (!result)
      return false;
    replace(builder, *operation, result, overflow);
  } else if (Value *result = expandReduction(builder, call)) {
    call.replaceAllUsesWith(result);
  } else {
    return false;
  }
  call.eraseFromParent();
  return true;
}

} // namespace

bool expandIntrinsics(Function &function) {
  SmallVector<IntrinsicInst *, 8> calls;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<IntrinsicInst>(&instruction))
      calls.push_back(call);
  bool changed = false;
  for (IntrinsicInst *call : calls)
    changed |= expand(*call);
  return changed;
}

} // namespace weft
