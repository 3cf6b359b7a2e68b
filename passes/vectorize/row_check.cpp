// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/row_check.h"

#include "passes/vectorize/entry_expressions.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {
namespace {

constexpr int64_t MostPerItem = int64_t(1) << 40; // times a row's items it fits 64 bits
constexpr unsigned MostBits = 32;

class RowCheck {
public:
  RowCheck(const ShapeInfo &shapes, const Argument &lane) : shapes(shapes), lane(lane) {}

  // What one work-item more adds to `value`, in whatever bits it has, as long as the assumptions
  // hold; nothing if that is not the same all along a row.
  std::optional<int64_t> perItem(const Value *value) {
    if (value == &lane)
      return 1;
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction)
      return 0;
    if (auto known = per_item.find(value); known != per_item.end())
      return known->second;
    std::optional<int64_t> result = ofInstruction(*instruction);
    if (result && (*result > MostPerItem || *result < -MostPerItem))
      result.reset();
    return per_item[value] = result;
  }

private:
  std::optional<int64_t> ofInstruction(const Instruction &instruction) {
    if (!isSafeBefore(instruction))
      return std::nullopt;
    SmallVector<std::optional<int64_t>, 3> operands;
    for (const Value *operand : instruction.operands()) {
      operands.push_back(perItem(operand));
      if (!operands.back())
        return std::nullopt;
    }
    if (all_of(operands, [](std::optional<int64_t> one) { return *one == 0; }))
      return 0;
    const APInt *factor;
    switch (instruction.getOpcode()) {
    case Instruction::Or:
      if (!cast<PossiblyDisjointInst>(instruction).isDisjoint())
        return std::nullopt;
      [[fallthrough]];
    case Instruction::Add:
      return *operands[0] + *operands[1];
    case Instruction::Sub:
      return *operands[0] - *operands[1];
    case Instruction::Trunc:
      return operands[0];
    case Instruction::SExt:
    case Instruction::ZExt: {
      auto assumed = shapes.assumptions().find(instruction.getOperand(0));
      const bool is_signed = instruction.getOpcode() == Instruction::SExt;
      if (assumed == shapes.assumptions().end() || !is_contained(assumed->second, is_signed))
        return std::nullopt;
      return operands[0];
    }
    case Instruction::Shl:
    case Instruction::Mul:
      if (match(&instruction, m_Mul(m_Value(), m_APInt(factor))) && factor->abs().ule(MostPerItem))
        return mul(*operands[0], factor->getSExtValue());
      if (match(&instruction, m_Shl(m_Value(), m_APInt(factor))) && factor->ult(40))
        return mul(*operands[0], int64_t(1) << factor->getZExtValue());
      return std::nullopt;
    default:
      return std::nullopt;
    }
  }

  // Whether a row may begin with it though none of its work-items comes there.
  static bool isSafeBefore(const Instruction &instruction) {
    auto *load = dyn_cast<LoadInst>(&instruction);
    if (!load)
      return !instruction.mayReadOrWriteMemory() && isSafeToSpeculativelyExecute(&instruction);
    auto *launch = dyn_cast<Argument>(getUnderlyingObject(load->getPointerOperand()));
    return load->hasMetadata(LLVMContext::MD_invariant_load) && launch &&
           launch->getDereferenceableBytes();
  }

  static std::optional<int64_t> mul(int64_t a, int64_t b) {
    int64_t result;
    if (__builtin_mul_overflow(a, b, &result))
      return std::nullopt;
    return result;
  }

  const ShapeInfo &shapes;
  const Argument &lane;
  DenseMap<const Value *, std::optional<int64_t>> per_item;
};

} // namespace

Function *makeRowCheck(Function &scalar, StringRef name, const ShapeInfo &shapes, unsigned lane) {
  RowCheck check(shapes, *scalar.getArg(lane));
  for (auto &[value, kinds] : shapes.assumptions()) {
    std::optional<int64_t> per_item = check.perItem(value);
    if (!per_item || *per_item != shapes.shape(value).stride() ||
        value->getType()->getIntegerBitWidth() > MostBits)
      return nullptr;
  }
  if (shapes.assumptions().empty())
    return nullptr;
  IRBuilder<> builder(scalar.getContext());
  SmallVector<Type *, 16> params(scalar.getFunctionType()->params());
  params.push_back(builder.getInt64Ty());
  Function *result = Function::Create(FunctionType::get(builder.getInt1Ty(), params, false),
                                      GlobalValue::InternalLinkage, scalar.getAddressSpace(),
                                      name + ".fits", scalar.getParent());
  builder.SetInsertPoint(BasicBlock::Create(scalar.getContext(), "entry", result));
  Value *behind =
      builder.CreateSub(result->getArg(unsigned(params.size() - 1)), builder.getInt64(1));
  Value *holds = builder.getTrue();
  EntryExpressions expressions(builder, *result);
  for (auto &[value, kinds] : shapes.assumptions()) {
    Value *first = expressions.make(value);
    const int64_t per_item = *check.perItem(value);
    const unsigned bits = value->getType()->getIntegerBitWidth();
    for (bool is_signed : kinds) {
      Value *from = builder.CreateIntCast(first, builder.getInt64Ty(), is_signed);
      Value *last = builder.CreateAdd(from, builder.CreateMul(behind, builder.getInt64(per_item)));
      APInt low = is_signed ? APInt::getSignedMinValue(bits).sext(64) : APInt::getZero(64);
      APInt high =
          is_signed ? APInt::getSignedMaxValue(bits).sext(64) : APInt::getMaxValue(bits).zext(64);
      holds =
          builder.CreateAnd(holds, per_item > 0 ? builder.CreateICmpSLE(last, builder.getInt(high))
                                                : builder.CreateICmpSGE(last, builder.getInt(low)));
    }
  }
  builder.CreateRet(builder.CreateFreeze(holds));
  return result;
}

} // namespace weft
