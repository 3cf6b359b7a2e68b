// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/check/linear_values.h"

#include "passes/work_item_function.h"

#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Operator.h"

#include <numeric>

using namespace llvm;

namespace weft {
namespace {

constexpr unsigned MaxDepth = 24;
constexpr size_t MostFixed = 8; // instructions of a form
constexpr unsigned LeastBits = 32;

std::optional<unsigned> idOf(const Argument &argument) {
  const unsigned number = argument.getArgNo();
  if (number >= ItemParam::LocalId && number < ItemParam::LocalId + 3)
    return LinearValues::LocalId + number - ItemParam::LocalId;
  if (number >= ItemParam::GroupId && number < ItemParam::GroupId + 3)
    return LinearValues::GroupId + number - ItemParam::GroupId;
  return std::nullopt;
}

// Divisions are lowered so that they have a result for any divisor.
const Value *divisorOf(const Value *value) {
  auto *select = dyn_cast<SelectInst>(value);
  auto *one = select ? dyn_cast<ConstantInt>(select->getTrueValue()) : nullptr;
  return one && one->isOne() ? select->getFalseValue() : value;
}

bool isNumber(const Value &value) {
  return value.getType()->isIntegerTy() || value.getType()->isPointerTy();
}

} // namespace

const LinearValues::Form &LinearValues::of(const Value *value) { return known(value).form; }

const LinearValues::Known &LinearValues::known(const Value *value) {
  if (auto found = all.find(value); found != all.end())
    return found->second;
  ++depth;
  Known made = compute(*value);
  --depth;
  return all[value] = std::move(made);
}

LinearValues::Known LinearValues::compute(const Value &value) {
  if (!isNumber(value) || depth > MaxDepth)
    return rest();
  if (isa<Constant>(value))
    return {Kind::Leaf, {}};
  if (auto *argument = dyn_cast<Argument>(&value)) {
    const std::optional<unsigned> id = idOf(*argument);
    return {Kind::Leaf, {id ? 1u << *id : 0, 0, {}}};
  }
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction)
    return rest();
  Known made = ofInstruction(*instruction);
  if (!made.form.multiple || !is_fixed || !is_fixed(*instruction))
    return made;
  made = {Kind::Leaf, {}};
  made.form.fixed.insert(instruction);
  return made;
}

// `parts`: values and what they are multiplied with; 0: by a fixed value.
LinearValues::Known LinearValues::sum(ArrayRef<std::pair<const Value *, uint64_t>> parts) {
  Known made{Kind::Sum, {}};
  for (const auto &[value, factor] : parts) {
    const Form &part = known(value).form;
    made.form.ids |= part.ids;
    const uint64_t multiple = !part.multiple ? 0 : factor ? part.multiple * factor : 1;
    made.form.multiple = std::gcd(made.form.multiple, multiple);
    made.form.fixed.insert_range(part.fixed);
  }
  return made.form.fixed.size() > MostFixed ? rest() : made;
}

LinearValues::Known LinearValues::ofInstruction(const Instruction &instruction) {
  auto operand = [&](unsigned number) { return instruction.getOperand(number); };
  auto isFixed = [&](unsigned number) { return of(operand(number)).isFixed(); };
  switch (instruction.getOpcode()) {
  case Instruction::Or:
    if (!cast<PossiblyDisjointInst>(instruction).isDisjoint())
      break;
    [[fallthrough]];
  case Instruction::Add:
  case Instruction::Sub:
    return sum({{operand(0), 1}, {operand(1), 1}});
  case Instruction::Mul:
    for (unsigned number : {0, 1})
      if (isFixed(number)) {
        auto *factor = dyn_cast<ConstantInt>(operand(number));
        const bool is_small = factor && factor->getValue().isStrictlyPositive() &&
                              factor->getValue().getActiveBits() <= 32;
        return sum(
            {{operand(1 - number), is_small ? factor->getZExtValue() : 0}, {operand(number), 1}});
      }
    break;
  case Instruction::Shl:
    if (isFixed(1)) {
      auto *by = dyn_cast<ConstantInt>(operand(1));
      return sum(
          {{operand(0), by && by->getValue().ult(32) ? uint64_t(1) << by->getZExtValue() : 0},
           {operand(1), 1}});
    }
    break;
  case Instruction::UDiv:
  case Instruction::SDiv:
    if (isFixed(0) && isFixed(1))
      break;
    return ofDigit(operand(0), divisorOf(operand(1)), Quotient);
  case Instruction::URem:
  case Instruction::SRem:
    if (isFixed(0) && isFixed(1))
      break;
    return ofDigit(operand(0), divisorOf(operand(1)), Remainder);
  case Instruction::LShr:
  case Instruction::AShr:
    if (auto *by = dyn_cast<ConstantInt>(operand(1)); by && by->getValue().ult(31) && !isFixed(0))
      return ofDigit(operand(0), ConstantInt::get(by->getType(), uint64_t(1) << by->getZExtValue()),
                     Quotient);
    break;
  case Instruction::And:
    if (auto *mask = dyn_cast<ConstantInt>(operand(1));
        mask && mask->getValue().isMask() && mask->getValue().getActiveBits() < 31 && !isFixed(0))
      return ofDigit(operand(0), ConstantInt::get(mask->getContext(), mask->getValue() + 1),
                     Remainder);
    break;
  case Instruction::Trunc: // ids wrap around in bytes and shorts
    if (instruction.getType()->getIntegerBitWidth() < LeastBits && !isFixed(0))
      return rest();
    [[fallthrough]];
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
  case Instruction::AddrSpaceCast:
  case Instruction::Freeze:
    return isNumber(*operand(0)) ? sum({{operand(0), 1}}) : rest();
  case Instruction::Load: // of a record that a kernel is given
    return instruction.hasMetadata(LLVMContext::MD_invariant_load) && isFixed(0)
               ? sum({{operand(0), 1}})
               : rest();
  case Instruction::GetElementPtr: {
    auto &gep = cast<GEPOperator>(instruction);
    const DataLayout &layout = instruction.getDataLayout();
    SmallMapVector<Value *, APInt, 4> moving;
    APInt constant(64, 0);
    if (!gep.collectOffset(layout, 64, moving, constant))
      return rest();
    SmallVector<std::pair<const Value *, uint64_t>> parts = {{gep.getPointerOperand(), 1}};
    for (const auto &[index, scale] : moving)
      parts.push_back({index, scale.getZExtValue()});
    return sum(parts);
  }
  default:
    break;
  }
  // Whatever else it is, of what is fixed it is fixed.
  if (isa<PHINode, AllocaInst>(instruction) || instruction.mayReadOrWriteMemory() ||
      !isSafeToSpeculativelyExecute(&instruction))
    return rest();
  SmallVector<std::pair<const Value *, uint64_t>> parts;
  for (const Use &use : instruction.operands()) {
    if (isa<Function>(use))
      continue;
    if (!of(use).isFixed())
      return rest();
    parts.push_back({use, 1});
  }
  return sum(parts);
}

LinearValues::Known LinearValues::ofDigit(const Value *value, const Value *divisor,
                                          unsigned digit) {
  const Form &form = of(value);
  if (!may_split || form.multiple || form.ids >> Quotient || !of(divisor).isFixed())
    return rest();
  if (!splits.value)
    splits = {value, divisor};
  if (splits.value != value || splits.divisor != divisor)
    return rest();
  return {Kind::Digit, {1u << digit, 0, {}}};
}

Value *LinearValues::make(IRBuilderBase &builder, const Value *value, const IdValues &ids) {
  Made made;
  Value *at = make(builder, value, ids, made);
  return at->getType()->isPointerTy() ? builder.CreatePtrToInt(at, builder.getInt64Ty())
                                      : builder.CreateSExtOrTrunc(at, builder.getInt64Ty());
}

Value *LinearValues::make(IRBuilderBase &builder, const Value *value, const IdValues &ids,
                          Made &made) {
  if (auto *argument = dyn_cast<Argument>(value))
    if (const std::optional<unsigned> id = idOf(*argument))
      return ids[*id];
  switch (known(value).kind) {
  case Kind::Rest:
    return Constant::getNullValue(value->getType());
  case Kind::Leaf:
    return const_cast<Value *>(value);
  case Kind::Digit:
    return builder.CreateZExtOrTrunc(
        ids[known(value).form.ids == 1u << Quotient ? Quotient : Remainder], value->getType());
  case Kind::Sum:
    break;
  }
  if (Value *before = made.lookup(value))
    return before;
  Instruction *clone = cast<Instruction>(value)->clone();
  for (Use &use : clone->operands())
    if (!isa<Function>(use))
      use.set(make(builder, use, ids, made));
  clone->setDebugLoc(DebugLoc());
  clone->dropPoisonGeneratingFlags(); // of other work-items nobody has said that nothing overflows
  builder.Insert(clone, value->getName());
  if (Value *simpler = simplifyInstruction(clone, SimplifyQuery(clone->getDataLayout()))) {
    clone->eraseFromParent();
    return made[value] = simpler;
  }
  return made[value] = clone;
}

std::optional<unsigned> localIdOf(const Value *value) {
  while (isa<ZExtInst, SExtInst, TruncInst, FreezeInst>(value)) {
    if (value->getType()->getScalarSizeInBits() < LeastBits)
      return std::nullopt;
    value = cast<Instruction>(value)->getOperand(0);
  }
  auto *argument = dyn_cast<Argument>(value);
  const std::optional<unsigned> id = argument ? idOf(*argument) : std::nullopt;
  return id && *id < LinearValues::GroupId ? id : std::nullopt;
}

bool isSameExpression(const Value *a, const Value *b, unsigned depth) {
  constexpr unsigned MostDepth = 4;
  if (a == b)
    return true;
  auto *one = dyn_cast<Instruction>(a);
  auto *other = dyn_cast<Instruction>(b);
  return one && other && depth < MostDepth && one->isSameOperationAs(other) &&
         !one->mayReadOrWriteMemory() && !isa<PHINode, AllocaInst>(one) &&
         all_of(
             zip_equal(one->operands(), other->operands()),
             [&](const auto &both) {
               return isSameExpression(std::get<0>(both), std::get<1>(both), depth + 1);
             });
}

} // namespace weft
