// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/check/stored_values.h"

#include "passes/work_item_function.h"

#include "llvm/IR/DataLayout.h"

using namespace llvm;

namespace weft {
namespace {

bool isSameForAll(const Value &value, unsigned depth) {
  constexpr unsigned MostDepth = 8;
  if (isa<Constant>(value))
    return true;
  if (auto *argument = dyn_cast<Argument>(&value))
    return argument->getArgNo() >= ItemParam::FirstKernelParam;
  if (auto *load = dyn_cast<LoadInst>(&value)) {
    auto *record = dyn_cast<Argument>(load->getPointerOperand()->stripInBoundsConstantOffsets());
    return load->hasMetadata(LLVMContext::MD_invariant_load) && record &&
           record->getArgNo() == ItemParam::Launch;
  }
  return depth < MostDepth && isa<BinaryOperator, UnaryOperator, CastInst>(value) &&
         all_of(
             cast<Instruction>(value).operands(),
             [&](const Use &use) { return isSameForAll(*use, depth + 1); });
}

} // namespace

bool storesSameForAll(const StoreInst &store) { return isSameForAll(*store.getValueOperand(), 0); }

Value *bitsOfStored(IRBuilderBase &builder, StoreInst &store) {
  Value *stored = store.getValueOperand();
  const DataLayout &layout = store.getDataLayout();
  const TypeSize bits = layout.getTypeStoreSizeInBits(stored->getType());
  if (bits.getFixedValue() > 64 || stored->getType()->isAggregateType() ||
      bits != layout.getTypeSizeInBits(stored->getType()))
    return nullptr;
  Value *number = stored->getType()->isPointerTy()
                      ? builder.CreatePtrToInt(stored, builder.getInt64Ty())
                      : builder.CreateBitCast(stored, builder.getIntNTy(unsigned(bits)));
  return builder.CreateZExt(number, builder.getInt64Ty());
}

} // namespace weft
