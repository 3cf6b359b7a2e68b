// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/transforms/non_temporal_stores.h"

#include "passes/address_space.h"
#include "passes/analysis/vector_address.h"
#include "passes/work_item_function.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {
namespace {

// What the launch writes is known by its work-items: four bytes each at least.
constexpr unsigned FewestBits = 32;

bool isStoredOnly(const Argument &argument) {
  SmallVector<const Value *, 8> pending = {&argument};
  while (!pending.empty()) {
    const Value *address = pending.pop_back_val();
    for (const User *user : address->users()) {
      if (isa<GetElementPtrInst>(user))
        pending.push_back(user);
      else if (auto *store = dyn_cast<StoreInst>(user);
               !store || !store->isSimple() || store->getPointerOperand() != address)
        return false;
    }
  }
  return true;
}

// A call of what may synchronise with other threads, as far as one can see.
bool maySynchronize(const Instruction &instruction) {
  if (instruction.isAtomic())
    return true;
  auto *call = dyn_cast<CallBase>(&instruction);
  return call && !isa<IntrinsicInst>(call) && !isBarrier(*call) && call->mayReadOrWriteMemory();
}

// Whether a store of several lanes stores all of its vector where all lanes run.
bool isWhole(const Instruction &store) {
  if (isa<StoreInst>(store))
    return true;
  const Value *mask = cast<IntrinsicInst>(store).getArgOperand(2), *lanes = nullptr;
  if (match(mask, m_Shuffle(m_Value(lanes), m_Undef()))) // of elements that have several parts
    mask = lanes;
  return isLanesArgument(mask);
}

StoreInst *asNonTemporal(Instruction &instruction) {
  auto *store = dyn_cast<StoreInst>(&instruction);
  return store && store->hasMetadata(LLVMContext::MD_nontemporal) ? store : nullptr;
}

} // namespace

SmallVector<unsigned, 4> argumentsStoredOnly(const Function &item) {
  if (any_of(instructions(item), maySynchronize))
    return {};
  SmallVector<unsigned, 4> result;
  for (const Argument &argument : drop_begin(item.args(), ItemParam::FirstKernelParam))
    if (argument.getType()->isPointerTy() &&
        argument.getType()->getPointerAddressSpace() == AddressSpace::Global &&
        !argument.use_empty() && isStoredOnly(argument))
      result.push_back(argument.getArgNo());
  return result;
}

uint64_t bytesStored(const Function &item) {
  LoopInfo loops((DominatorTree(const_cast<Function &>(item))));
  uint64_t most = 0;
  for (const BasicBlock &block : item) {
    uint64_t bytes = 0;
    if (loops.getLoopFor(&block))
      continue;
    for (const Instruction &instruction : block)
      if (auto *store = dyn_cast<StoreInst>(&instruction);
          store && store->getPointerAddressSpace() == AddressSpace::Global)
        bytes += item.getDataLayout().getTypeStoreSize(store->getValueOperand()->getType());
    most = std::max(most, bytes);
  }
  return most;
}

bool markNonTemporalStores(Function &wide, const TargetInfo &target,
                           ArrayRef<unsigned> stored_only) {
  if (stored_only.empty())
    return false;
  LoopInfo loops((DominatorTree(wide)));
  MDNode *mark = MDNode::get(wide.getContext(), ConstantAsMetadata::get(ConstantInt::get(
                                                    Type::getInt32Ty(wide.getContext()), 1)));
  bool found = false;
  for (Instruction &instruction : instructions(wide)) {
    const Value *address = vectorAddressOfStore(instruction);
    if (!address || !isWhole(instruction) || loops.getLoopFor(instruction.getParent()))
      continue;
    auto *argument = dyn_cast<Argument>(getUnderlyingObject(address, /*MaxLookup=*/0));
    Type *type = instruction.getOperand(0)->getType();
    if (!argument || !is_contained(stored_only, argument->getArgNo()) ||
        type->getScalarSizeInBits() < FewestBits ||
        wide.getDataLayout().getTypeStoreSize(type) % uint64_t(target.lineBytes()))
      continue;
    instruction.setMetadata(LLVMContext::MD_nontemporal, mark);
    found = true;
  }
  return found;
}

PreservedAnalyses AlignNonTemporalStoresPass::run(Function &function,
                                                  FunctionAnalysisManager &analyses) {
  SmallVector<StoreInst *, 8> streams;
  for (Instruction &instruction : instructions(function))
    if (StoreInst *store = asNonTemporal(instruction))
      streams.push_back(store);
  if (streams.empty())
    return PreservedAnalyses::all();
  const Align line(uint64_t(targetOf(function, analyses).lineBytes()));
  for (StoreInst *store : streams) {
    Value *address = store->getPointerOperand();
    if (std::max(store->getAlign(), getKnownAlignment(address, function.getDataLayout())) >= line) {
      store->setAlignment(line);
      continue;
    }
    IRBuilder<> builder(store);
    Value *place = builder.CreatePtrToInt(address, builder.getInt64Ty());
    Value *beside = builder.CreateAnd(place, line.value() - 1);
    Instruction *aligned = nullptr, *other = nullptr;
    SplitBlockAndInsertIfThenElse(builder.CreateIsNull(beside, "begins.line"), store, &aligned,
                                  &other);
    Instruction *stream = store->clone();
    stream->insertBefore(aligned->getIterator());
    cast<StoreInst>(stream)->setAlignment(line);
    store->moveBefore(other->getIterator());
    store->setMetadata(LLVMContext::MD_nontemporal, nullptr);
  }
  return PreservedAnalyses::none();
}

} // namespace weft
