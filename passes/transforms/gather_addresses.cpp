// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/transforms/gather_addresses.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace weft {
namespace {

Use *pointersOf(Instruction &instruction) {
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  if (!call)
    return nullptr;
  switch (call->getIntrinsicID()) {
  case Intrinsic::masked_gather:
    return &call->getArgOperandUse(0);
  case Intrinsic::masked_scatter:
    return &call->getArgOperandUse(1);
  default:
    return nullptr;
  }
}

// One step from a pointer to the next: what is added for all lanes alike, and by lane.
struct Step {
  GetElementPtrInst *gep;
  SmallVector<std::pair<Value *, int64_t>, 4> common; // times bytes
  int64_t bytes = 0;
};

struct Address {
  Value *base = nullptr;      // a pointer
  SmallVector<Step, 4> steps; // the last one first
  Value *distances = nullptr; // by lane
  int64_t distance_bytes = 0; // of one
};

bool takeStep(GetElementPtrInst &gep, const DataLayout &layout, Address &address) {
  Step step = {&gep, {}, 0};
  const unsigned bits = layout.getIndexTypeSizeInBits(gep.getType()->getScalarType());
  SmallMapVector<Value *, APInt, 4> variable;
  APInt constant(bits, 0);
  if (!cast<GEPOperator>(gep).collectOffset(layout, bits, variable, constant))
    return false;
  step.bytes = constant.getSExtValue();
  for (const auto &[index, scale] : variable) {
    Value *common = index->getType()->isVectorTy() ? getSplatValue(index) : index;
    if (auto *number = dyn_cast_or_null<ConstantInt>(common)) {
      step.bytes += int64_t(uint64_t(number->getSExtValue()) * uint64_t(scale.getSExtValue()));
      continue;
    }
    if (common) {
      step.common.emplace_back(common, scale.getSExtValue());
      continue;
    }
    if (address.distances)
      return false;
    address.distances = index;
    address.distance_bytes = scale.getSExtValue();
  }
  address.steps.push_back(std::move(step));
  return true;
}

std::optional<Address> takeApart(Value *pointers, const DataLayout &layout) {
  Address address;
  while (pointers->getType()->isVectorTy()) {
    if (Value *common = getSplatValue(pointers)) {
      pointers = common;
      break;
    }
    auto *gep = dyn_cast<GetElementPtrInst>(pointers);
    if (!gep || !takeStep(*gep, layout, address))
      return std::nullopt;
    pointers = gep->getPointerOperand();
  }
  address.base = pointers;
  if (!address.distances)
    return std::nullopt;
  return address;
}

// The distances in bytes as a vector of 32-bit numbers, if they are constants that fit.
Constant *narrowConstants(const Address &address) {
  auto *constant = dyn_cast<Constant>(address.distances);
  if (!constant)
    return nullptr;
  const unsigned lanes = cast<FixedVectorType>(constant->getType())->getNumElements();
  SmallVector<Constant *, 64> narrow;
  Type *word = Type::getInt32Ty(constant->getContext());
  for (unsigned lane = 0; lane < lanes; ++lane) {
    auto *distance = dyn_cast_or_null<ConstantInt>(constant->getAggregateElement(lane));
    int64_t bytes;
    if (!distance || distance->getValue().getSignificantBits() > 64 ||
        __builtin_mul_overflow(distance->getSExtValue(), address.distance_bytes, &bytes) ||
        bytes != int32_t(bytes))
      return nullptr;
    narrow.push_back(ConstantInt::getSigned(word, bytes));
  }
  return ConstantVector::get(narrow);
}

// The common part of all steps, each where it was.
Value *makeCommon(const Address &address) {
  Value *pointer = address.base;
  for (const Step &step : reverse(address.steps)) {
    if (step.common.empty() && !step.bytes)
      continue;
    IRBuilder<> builder(step.gep);
    Type *word = step.gep->getDataLayout().getIndexType(pointer->getType());
    if (step.bytes)
      pointer = builder.CreatePtrAdd(pointer, ConstantInt::getSigned(word, step.bytes));
    for (const auto &[index, bytes] : step.common)
      pointer =
          builder.CreatePtrAdd(pointer, builder.CreateMul(builder.CreateSExtOrTrunc(index, word),
                                                          ConstantInt::getSigned(word, bytes)));
  }
  return pointer;
}

bool join(Instruction &access, Use &pointers) {
  auto *last = dyn_cast<GetElementPtrInst>(pointers.get());
  if (!last)
    return false;
  std::optional<Address> address = takeApart(last, access.getDataLayout());
  if (!address)
    return false;
  const bool in_one_step = address->steps.size() == 1 && last->getParent() == access.getParent() &&
                           address->steps.front().common.empty() && !address->steps.front().bytes;
  Constant *constants = narrowConstants(*address);
  const int64_t bytes = constants ? 1 : address->distance_bytes;
  if (in_one_step || (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8))
    return false;
  IRBuilder<> builder(&access);
  Value *distances = constants ? constants : address->distances;
  // Seen beside the gather, 32 bits are known to be enough.
  if (auto *cast = dyn_cast<CastInst>(distances); cast &&
                                                  (isa<SExtInst>(cast) || isa<ZExtInst>(cast)) &&
                                                  cast->getParent() != access.getParent())
    distances = builder.Insert(cast->clone());
  pointers.set(
      builder.CreateGEP(builder.getIntNTy(unsigned(bytes) * 8), makeCommon(*address), distances));
  return true;
}

} // namespace

PreservedAnalyses JoinGatherAddressesPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (Use *pointers = pointersOf(instruction))
      changed |= join(instruction, *pointers);
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace weft
