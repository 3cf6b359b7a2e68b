// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/row_check.h"

#include "passes/budget.h"
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

// Sums of one value and constants from `least` to `most`, to be tested together.
struct SumsOfOne {
  const Value *base;
  bool is_signed;
  int64_t per_item;
  int64_t least = 0, most = 0;
};

SmallVector<SumsOfOne, 8> sumsToTest(const ShapeInfo &shapes, RowCheck &check) {
  SmallVector<SumsOfOne, 8> result;
  const bool together = shapes.assumptions().size() > budget::MostSumsToTest;
  DenseMap<std::pair<const Value *, unsigned>, size_t> known;
  for (auto &[value, kinds] : shapes.assumptions())
    for (const bool is_signed : kinds) {
      const int64_t per_item = *check.perItem(value);
      Value *base = nullptr;
      const APInt *added = nullptr;
      if (!together || !match(value, m_AddLike(m_Value(base), m_APInt(added)))) {
        result.push_back({value, is_signed, per_item});
        continue;
      }
      auto [at, fresh] = known.try_emplace({base, is_signed}, result.size());
      const int64_t constant = added->getSExtValue();
      if (fresh)
        result.push_back({base, is_signed, per_item, constant, constant});
      SumsOfOne &sums = result[at->second];
      sums.least = std::min(sums.least, constant);
      sums.most = std::max(sums.most, constant);
    }
  return result;
}

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
  for (const SumsOfOne &sums : sumsToTest(shapes, check)) {
    const unsigned bits = sums.base->getType()->getIntegerBitWidth();
    Value *from =
        builder.CreateIntCast(expressions.make(sums.base), builder.getInt64Ty(), sums.is_signed);
    Value *last =
        builder.CreateAdd(from, builder.CreateMul(behind, builder.getInt64(sums.per_item)));
    APInt low = sums.is_signed ? APInt::getSignedMinValue(bits).sext(64) : APInt::getZero(64);
    APInt high = sums.is_signed ? APInt::getSignedMaxValue(bits).sext(64)
                                : APInt::getMaxValue(bits).zext(64);
    auto at_most = [&](Value *value, int64_t added) {
      holds = builder.CreateAnd(holds, builder.CreateICmpSLE(value, builder.getInt(high - added)));
    };
    auto at_least = [&](Value *value, int64_t added) {
      holds = builder.CreateAnd(holds, builder.CreateICmpSGE(value, builder.getInt(low - added)));
    };
    const bool rises = sums.per_item > 0;
    rises ? at_most(last, sums.most) : at_least(last, sums.least);
    // A value by itself may have wrapped already. Here it is its base that is tested.
    if (sums.least != 0 || sums.most != 0)
      rises ? at_least(from, sums.least) : at_most(from, sums.most);
  }
  builder.CreateRet(builder.CreateFreeze(holds));
  return result;
}

} // namespace weft
