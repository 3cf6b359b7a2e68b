// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/transforms/claimed_alignment.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"

#include <algorithm>

using namespace llvm;

namespace weft {
namespace {

// Up to which accesses may lie anywhere, whatever instructions are chosen.
constexpr uint64_t Harmless = 8;

Align believed(const Value *address, MaybeAlign claimed, const DataLayout &layout) {
  const Align all = claimed.valueOrOne();
  if (all.value() <= Harmless)
    return all;
  return std::min(all, getKnownAlignment(const_cast<Value *>(address), layout));
}

// Of the operand `index`, an address that a call claims to be aligned.
bool relax(CallBase &call, unsigned index, const DataLayout &layout) {
  const MaybeAlign claimed = call.getParamAlign(index);
  const Align align = believed(call.getArgOperand(index), claimed, layout);
  if (align == claimed.valueOrOne())
    return false;
  call.removeParamAttr(index, Attribute::Alignment);
  call.addParamAttr(index, Attribute::getWithAlignment(call.getContext(), align));
  return true;
}

template <class Access> bool relaxAccess(Access &access, const DataLayout &layout) {
  const Align align = believed(access.getPointerOperand(), access.getAlign(), layout);
  if (access.isAtomic() || align == access.getAlign())
    return false;
  access.setAlignment(align);
  return true;
}

bool relax(Instruction &instruction, const DataLayout &layout) {
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return relaxAccess(*load, layout);
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return relaxAccess(*store, layout);
  auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  if (!intrinsic)
    return false;
  switch (intrinsic->getIntrinsicID()) {
  case Intrinsic::masked_load:
  case Intrinsic::memset:
  case Intrinsic::memset_inline:
    return relax(*intrinsic, 0, layout);
  case Intrinsic::masked_store:
    return relax(*intrinsic, 1, layout);
  case Intrinsic::memcpy:
  case Intrinsic::memcpy_inline:
  case Intrinsic::memmove: {
    const bool to = relax(*intrinsic, 0, layout), from = relax(*intrinsic, 1, layout);
    return to || from;
  }
  default:
    return false;
  }
}

} // namespace

PreservedAnalyses ClaimedAlignmentPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (Instruction &instruction : instructions(function))
    changed |= relax(instruction, function.getDataLayout());
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace weft
