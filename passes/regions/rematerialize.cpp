// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/regions/rematerialize.h"

#include "llvm/Analysis/ValueTracking.h"

namespace weft {
namespace {

// A load from a context array plus its store and address is worth about six instructions of
// arithmetic. Global ids take some more, truncated, scaled and moved ones twice that; they have to
// stay what they are to the vectoriser, which knows nothing of what comes from memory.
constexpr unsigned CostLimit = 16;

bool isPlainArithmetic(const llvm::Instruction &instruction) {
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return load->isSimple() && load->hasMetadata(llvm::LLVMContext::MD_invariant_load) &&
           llvm::isSafeToSpeculativelyExecute(load);
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
                     llvm::SelectInst, llvm::UnaryOperator>(instruction);
  }
}

} // namespace

std::optional<unsigned> Rematerializer::cost(llvm::Value &value, unsigned depth) {
  if (llvm::isa<llvm::Constant, llvm::Argument, llvm::AllocaInst>(value))
    return 0;
  auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (!instruction || depth > CostLimit || !isPlainArithmetic(*instruction))
    return std::nullopt;
  if (auto found = costs.find(&value); found != costs.end())
    return found->second;
  unsigned sum = 1;
  std::optional<unsigned> result;
  bool cheap = true;
  for (llvm::Value *operand : instruction->operands()) {
    std::optional<unsigned> own = cost(*operand, depth + 1);
    if (!own || (sum += *own) > CostLimit) {
      cheap = false;
      break;
    }
  }
  if (cheap)
    result = sum;
  costs[&value] = result;
  return result;
}

bool Rematerializer::isCheap(llvm::Instruction &instruction) {
  return cost(instruction, 1).has_value();
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
