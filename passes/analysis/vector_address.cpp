// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/analysis/vector_address.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft {

constexpr unsigned MaxLooked = 64; // values that an address is computed from

const Value *vectorAddress(const Instruction &instruction, bool neighbours) {
  if (!instruction.getType()->isVectorTy())
    return nullptr;
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return load->isSimple() ? load->getPointerOperand() : nullptr;
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  if (!call)
    return nullptr;
  bool loads = call->getIntrinsicID() == Intrinsic::masked_load ||
               (call->getIntrinsicID() == Intrinsic::masked_gather && !neighbours);
  return loads ? call->getArgOperand(0) : nullptr;
}

const Value *vectorAddressOfStore(const Instruction &instruction) {
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return store->isSimple() && store->getValueOperand()->getType()->isVectorTy()
               ? store->getPointerOperand()
               : nullptr;
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  return call && call->getIntrinsicID() == Intrinsic::masked_store ? call->getArgOperand(1)
                                                                   : nullptr;
}

bool isLanesArgument(const Value *mask) {
  if (auto *cast = dyn_cast<BitCastInst>(mask))
    mask = cast->getOperand(0);
  return isa<Argument>(mask);
}

bool mayDependOn(const Value *value, const Value *wanted) {
  SmallPtrSet<const Value *, 16> seen;
  SmallVector<const Value *, 16> pending = {value};
  while (!pending.empty()) {
    const Value *next = pending.pop_back_val();
    if (next == wanted || seen.size() == MaxLooked)
      return true;
    auto *instruction = dyn_cast<Instruction>(next);
    if (instruction && seen.insert(next).second)
      pending.append(instruction->op_begin(), instruction->op_end());
  }
  return false;
}

} // namespace weft
