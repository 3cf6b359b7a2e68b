// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM stores too much where it makes one operation of a truncation and a masked store, and then
// sees that the mask is constant and of one lane: it stores that lane as it was before it was
// truncated, over its neighbours. This happens to all integers that AVX-512 truncates. A mask of
// several lanes may come to that when the vector is taken apart.
//
//   masked.store(trunc <4 x i64> %v, %p, {1,0,0,0})   =>   store (extractelement (trunc %v), 0), %p
//
// Guarantees: no masked store of a constant mask has an integer truncation in sight.
#include "compiler/llvm_patches/rewrites.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft {
namespace {

constexpr unsigned RegisterBits = 128; // of the smallest vector register

// Whether lanes of `value` come from a truncation, however they were moved about since.
bool holdsTruncation(const Value *value, unsigned depth = 0) {
  constexpr unsigned MaxDepth = 8;
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction)
    return false;
  if (isa<TruncInst>(instruction) || depth == MaxDepth)
    return true;
  return isa<ShuffleVectorInst, SelectInst, BitCastInst, InsertElementInst, FreezeInst>(
             instruction) &&
         any_of(instruction->operands(),
                [&](const Use &use) { return holdsTruncation(use, depth + 1); });
}

// The lanes that a constant mask stores; those of poison may as well not be.
SmallVector<unsigned, 64> lanesOf(const Constant &mask, unsigned count) {
  SmallVector<unsigned, 64> lanes;
  for (unsigned lane = 0; lane < count; ++lane) {
    Constant *one = mask.getAggregateElement(lane);
    if (!one || !(one->isNullValue() || isa<UndefValue>(one)))
      lanes.push_back(lane);
  }
  return lanes;
}

void storeOneByOne(IntrinsicInst &store, ArrayRef<unsigned> lanes) {
  IRBuilder<> builder(&store);
  const DataLayout &layout = store.getDataLayout();
  Value *value = store.getArgOperand(0), *pointer = store.getArgOperand(1);
  Type *type = value->getType()->getScalarType();
  const uint64_t bytes = layout.getTypeStoreSize(type);
  const Align align = store.getParamAlign(1).valueOrOne();
  for (unsigned lane : lanes) {
    Value *at = lane == 0 ? pointer : builder.CreateConstGEP1_64(type, pointer, lane);
    StoreInst *one = builder.CreateAlignedStore(builder.CreateExtractElement(value, uint64_t(lane)),
                                                at, commonAlignment(align, lane * bytes));
    one->copyMetadata(store);
  }
  store.eraseFromParent();
}

void separate(IntrinsicInst &store) {
  auto *type = dyn_cast<FixedVectorType>(store.getArgOperand(0)->getType());
  auto *mask = dyn_cast<Constant>(store.getArgOperand(2));
  if (!type || !type->getElementType()->isIntegerTy() || !mask ||
      !holdsTruncation(store.getArgOperand(0)))
    return;
  const unsigned element_bits = type->getScalarSizeInBits(), count = type->getNumElements();
  if (element_bits % 8 || !isPowerOf2_32(element_bits))
    return; // no instruction truncates to it in memory
  SmallVector<unsigned, 64> lanes = lanesOf(*mask, count);
  const uint64_t bits = uint64_t(element_bits) * count;
  auto *value = dyn_cast<Instruction>(store.getArgOperand(0));
  if (lanes.size() <= 1 || bits < RegisterBits || bits % 64)
    return storeOneByOne(store, lanes);
  if (lanes.size() < count && value)
    fence(*value, [&](const User &user) { return &user == &store; });
}

} // namespace

void separateNarrowingStores(Function &function, const TargetMachine &) {
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (auto *store = dyn_cast<IntrinsicInst>(&instruction);
        store && store->getIntrinsicID() == Intrinsic::masked_store)
      separate(*store);
}

} // namespace weft
