// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/regions/rematerialize.h"

#include "passes/analysis/any_lane.h"

#include "passes/work_item_function.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"

namespace weft {
namespace {

// A load from a context array plus its store and address is worth about this much arithmetic.
constexpr unsigned CostLimit = 6;
// Of an address, or of what one is made of: what comes from memory leads anywhere, so that lanes
// would gather and scatter through it.
constexpr unsigned AddressLimit = 16;
// What is the same for all work-items, or for those of a row, is moved out of the loop over them,
// so that there may be more of it: a global id has to stay one, and an index that is made of two,
// for the vectoriser knows nothing of what comes from memory.
constexpr unsigned SharedLimit = 24;
constexpr unsigned DepthLimit = 12;

bool isPlainArithmetic(const llvm::Instruction &instruction) {
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return load->isSimple() && load->hasMetadata(llvm::LLVMContext::MD_invariant_load) &&
           llvm::isSafeToSpeculativelyExecute(load);
  if (auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
    return llvm::isa<llvm::MinMaxIntrinsic, llvm::SaturatingInst>(intrinsic) ||
           intrinsic->getIntrinsicID() == llvm::Intrinsic::abs;
  switch (instruction.getOpcode()) {
  case llvm::Instruction::UDiv:
  case llvm::Instruction::SDiv:
  case llvm::Instruction::URem:
  case llvm::Instruction::SRem:
  case llvm::Instruction::FDiv:
  case llvm::Instruction::FRem:
    return false;
  default:
    return llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::CmpInst, llvm::GetElementPtrInst,
                     llvm::SelectInst, llvm::UnaryOperator>(instruction) ||
           isAnyLane(instruction);
  }
}

// Whether an address is made of it, by a few more steps of arithmetic at most.
bool leadsToMemory(const llvm::Instruction &instruction, unsigned depth = 0) {
  constexpr unsigned Steps = 3;
  if (instruction.getType()->isPointerTy())
    return true;
  return instruction.getType()->isIntegerTy() && depth < Steps &&
         llvm::any_of(
             instruction.users(),
             [&](const llvm::User *user) {
               return llvm::isa<llvm::GetElementPtrInst>(user) ||
                      (llvm::isa<llvm::CastInst, llvm::BinaryOperator>(user) &&
                       leadsToMemory(*llvm::cast<llvm::Instruction>(user), depth + 1));
             });
}

} // namespace

std::optional<Rematerializer::Cost> Rematerializer::cost(llvm::Value &value, unsigned depth) {
  if (auto *arg = llvm::dyn_cast<llvm::Argument>(&value))
    return Cost{0, 0,
                arg->getArgNo() >= ItemParam::LocalId &&
                    arg->getArgNo() < ItemParam::FirstKernelParam,
                arg->getArgNo() == ItemParam::LocalId};
  if (llvm::isa<llvm::Constant, llvm::AllocaInst>(value))
    return Cost{0, 0, llvm::isa<llvm::AllocaInst>(value), llvm::isa<llvm::AllocaInst>(value)};
  auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (!instruction || depth > DepthLimit || !isPlainArithmetic(*instruction))
    return std::nullopt;
  if (auto found = costs.find(&value); found != costs.end())
    return found->second;
  Cost sum;
  bool cheap = true;
  for (llvm::Value *operand : instruction->operands()) {
    std::optional<Cost> own = cost(*operand, depth + 1);
    if (!own) {
      cheap = false;
      break;
    }
    sum.per_item += own->per_item;
    sum.shared += own->shared;
    sum.differs |= own->differs;
    sum.differs_in_row |= own->differs_in_row;
  }
  ++(sum.differs_in_row ? sum.per_item : sum.shared);
  cheap = cheap && sum.per_item <= AddressLimit && sum.shared <= SharedLimit;
  std::optional<Cost> result;
  if (cheap)
    result = sum;
  costs[&value] = result;
  return result;
}

bool Rematerializer::isCheap(llvm::Instruction &instruction) {
  std::optional<Cost> found = cost(instruction, 1);
  return found && (found->differs || found->shared <= CostLimit) &&
         (found->per_item <= CostLimit || leadsToMemory(instruction));
}

llvm::Value *Rematerializer::compute(llvm::Instruction &instruction, llvm::IRBuilderBase &builder,
                                     llvm::ValueToValueMapTy &map) {
  if (llvm::Value *known = map.lookup(&instruction))
    return known;
  llvm::Instruction *copy = instruction.clone();
  for (llvm::Use &operand : copy->operands()) {
    if (auto *inner = llvm::dyn_cast<llvm::Instruction>(operand.get()))
      operand.set(llvm::isa<llvm::AllocaInst>(inner) ? static_cast<llvm::Value *>(map.lookup(inner))
                                                     : compute(*inner, builder, map));
    else if (llvm::isa<llvm::Argument>(operand.get()))
      operand.set(map.lookup(operand.get()));
  }
  // Whoever needs the value here has computed it before, from the same operands: what its flags and
  // metadata promise still holds.
  builder.Insert(copy, instruction.getName());
  map[&instruction] = copy;
  return copy;
}

} // namespace weft
