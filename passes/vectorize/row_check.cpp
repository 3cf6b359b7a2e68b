// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/row_check.h"

#include "passes/analysis/address_form.h"
#include "passes/budget.h"
#include "passes/vectorize/entry_expressions.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {
namespace {

constexpr unsigned MostBits = 32;

// Whether a row may begin with it though none of its work-items comes there.
bool isSafeBefore(const Instruction &instruction) {
  auto *load = dyn_cast<LoadInst>(&instruction);
  if (!load)
    return !instruction.mayReadOrWriteMemory() && isSafeToSpeculativelyExecute(&instruction);
  auto *launch = dyn_cast<Argument>(getUnderlyingObject(load->getPointerOperand()));
  return load->hasMetadata(LLVMContext::MD_invariant_load) && launch &&
         launch->getDereferenceableBytes();
}

bool canBeComputedBefore(const ShapeInfo &shapes) {
  SmallVector<const Value *, 32> pending(make_first_range(shapes.assumptions()));
  SmallPtrSet<const Value *, 32> seen;
  while (!pending.empty()) {
    auto *instruction = dyn_cast<Instruction>(pending.pop_back_val());
    if (!instruction || !seen.insert(instruction).second)
      continue;
    if (!isSafeBefore(*instruction))
      return false;
    pending.append(instruction->value_op_begin(), instruction->value_op_end());
  }
  return true;
}

// Whether one work-item more adds the stride all along a row, as long as the assumptions hold.
bool countsAlong(const Value *value, AddressForms &forms, const ShapeInfo &shapes) {
  const AddressForm &form = forms.of(value);
  const auto is_assumed = [&](const AddressCondition &one) {
    auto assumed = shapes.assumptions().find(one.value);
    return one.isOfWrapping() && assumed != shapes.assumptions().end() &&
           one.value->getType()->isIntegerTy(one.bits) &&
           is_contained(assumed->second, one.kind == AddressCondition::Signed);
  };
  return form.along({AddressTerm::Lane}).is(shapes.shape(value).stride()) &&
         form.holdsIf(is_assumed);
}

// Sums of one value and constants from `least` to `most`, to be tested together.
struct SumsOfOne {
  const Value *base;
  bool is_signed;
  int64_t per_item;
  int64_t least = 0, most = 0;
};

SmallVector<SumsOfOne, 8> sumsToTest(const ShapeInfo &shapes) {
  SmallVector<SumsOfOne, 8> result;
  const bool together = shapes.assumptions().size() > budget::MostSumsToTest;
  DenseMap<std::pair<const Value *, unsigned>, size_t> known;
  for (auto &[value, kinds] : shapes.assumptions())
    for (const bool is_signed : kinds) {
      const int64_t per_item = shapes.shape(value).stride();
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
  AddressForms forms(scalar.getDataLayout(), {{scalar.getArg(lane), {AddressTerm::Lane}}});
  const auto can_be_tested = [&](const auto &assumed) {
    return assumed.first->getType()->getIntegerBitWidth() <= MostBits &&
           countsAlong(assumed.first, forms, shapes);
  };
  if (shapes.assumptions().empty() || !canBeComputedBefore(shapes) ||
      !all_of(shapes.assumptions(), can_be_tested))
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
  for (const SumsOfOne &sums : sumsToTest(shapes)) {
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
