// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/neighbours.h"

#include "passes/budget.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Vectorize/LoadStoreVectorizer.h"

using namespace llvm;

namespace weft {
namespace {

// LoadStoreVectorizer closes gaps by masks. What lies in a gap belongs to the same object, so that
// a load may read it; a store must not write it.
void dropGapMasks(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
    if (!intrinsic)
      continue;
    bool is_load = intrinsic->getIntrinsicID() == Intrinsic::masked_load;
    if (!is_load && intrinsic->getIntrinsicID() != Intrinsic::masked_store)
      continue;
    auto *mask = dyn_cast<Constant>(intrinsic->getArgOperand(is_load ? 1 : 2));
    auto *type = dyn_cast<FixedVectorType>(is_load ? intrinsic->getType()
                                                   : intrinsic->getArgOperand(0)->getType());
    if (!mask || !type)
      continue;
    Value *pointer = intrinsic->getArgOperand(is_load ? 0 : 1);
    Align align = intrinsic->getParamAlign(is_load ? 0 : 1).valueOrOne();
    IRBuilder<> builder(intrinsic);
    auto enabled = [&](unsigned i) {
      Constant *element = mask->getAggregateElement(i);
      return !element || !element->isNullValue();
    };
    unsigned used = type->getNumElements();
    while (used > 0 && !enabled(used - 1))
      --used;
    Type *element = type->getElementType();
    uint64_t bytes = function.getDataLayout().getTypeStoreSize(element);
    auto apart = [&](unsigned i) {
      return std::pair(builder.CreateConstGEP1_64(element, pointer, i),
                       commonAlignment(align, i * bytes));
    };
    if (!is_load) {
      for (unsigned i = 0; i < used; ++i)
        if (enabled(i)) {
          auto [at, its_align] = apart(i);
          Value *value = builder.CreateExtractElement(intrinsic->getArgOperand(0), uint64_t(i));
          builder.CreateAlignedStore(value, at, its_align)->copyMetadata(*intrinsic);
        }
      intrinsic->eraseFromParent();
    } else if (used > 0) {
      // An element before the first one is in a gap as well: of a chain that was cut within it.
      LoadInst *load =
          builder.CreateAlignedLoad(FixedVectorType::get(element, used), pointer, align);
      load->copyMetadata(*intrinsic);
      SmallVector<int, 16> lanes;
      for (unsigned i = 0; i < type->getNumElements(); ++i)
        lanes.push_back(i < used ? int(i) : PoisonMaskElem);
      intrinsic->replaceAllUsesWith(
          used == type->getNumElements() ? load : builder.CreateShuffleVector(load, lanes));
      intrinsic->eraseFromParent();
    }
  }
}

// LLVM 22 compares two addresses wrongly where the last index of each is extended from fewer bits:
// it takes both for counts of elements of the first one's size (llvm-project issue 186327), and
// computes distances in as many bits as the narrow indices have (pull request 223500). It looks for
// an extension as the operand itself. Behind a sum with zero it does not find one, and leaves the
// question to ScalarEvolution, which sees through the sum.
class HiddenExtensions {
public:
  explicit HiddenExtensions(Function &function) {
    for (Instruction &instruction : instructions(function)) {
      auto *element = dyn_cast<GetElementPtrInst>(&instruction);
      if (!element || element->getType()->isVectorTy())
        continue;
      Use &index = element->getOperandUse(element->getNumOperands() - 1);
      if (!isa<SExtInst, ZExtInst>(index))
        continue;
      auto *sum = BinaryOperator::CreateAdd(index, Constant::getNullValue(index->getType()), "",
                                            element->getIterator());
      index.set(sum);
      sums.push_back(sum);
    }
  }

  // The pass may have removed what it joined, and the sums of that with it.
  ~HiddenExtensions() {
    for (const WeakTrackingVH &handle : sums)
      if (auto *sum = dyn_cast_or_null<BinaryOperator>(handle)) {
        sum->replaceAllUsesWith(sum->getOperand(0));
        sum->eraseFromParent();
      }
  }

  HiddenExtensions(const HiddenExtensions &) = delete;
  HiddenExtensions &operator=(const HiddenExtensions &) = delete;

private:
  SmallVector<WeakTrackingVH, 32> sums;
};

} // namespace

bool joinNeighbours(Function &function, const ShapeInfo &shapes,
                    FunctionAnalysisManager &analyses) {
  // What all lanes access alike is better left apart. An atomic access is not joined with others,
  // and other than a volatile one does not keep them from being joined across it.
  SmallVector<LoadInst *, 16> loads;
  SmallVector<StoreInst *, 16> stores;
  unsigned candidates = 0, most_in_block = 0, before_block = 0;
  for (Instruction &instruction : instructions(function)) {
    if (&instruction == &instruction.getParent()->front())
      before_block = candidates;
    auto *load = dyn_cast<LoadInst>(&instruction);
    auto *store = dyn_cast<StoreInst>(&instruction);
    if ((!load || !load->isSimple()) && (!store || !store->isSimple()))
      continue;
    if (!shapes.shape(getLoadStorePointerOperand(&instruction)).isUniform()) {
      ++candidates;
      most_in_block = std::max(most_in_block, candidates - before_block);
    } else if (load) {
      load->setAtomic(AtomicOrdering::Unordered);
      loads.push_back(load);
    } else {
      store->setAtomic(AtomicOrdering::Unordered);
      stores.push_back(store);
    }
  }
  bool changed = false;
  if (candidates > 1 && most_in_block <= budget::MostAccessesToJoin) {
    HiddenExtensions hidden(function);
    PreservedAnalyses preserved = LoadStoreVectorizerPass().run(function, analyses);
    changed = !preserved.areAllPreserved();
    if (changed)
      dropGapMasks(function);
  }
  for (LoadInst *load : loads)
    load->setAtomic(AtomicOrdering::NotAtomic);
  for (StoreInst *store : stores)
    store->setAtomic(AtomicOrdering::NotAtomic);
  return changed;
}

} // namespace weft
