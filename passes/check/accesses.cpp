// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/check/accesses.h"

#include "passes/check_marks.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace weft {

SmallVector<Access, 2> accessesOf(Instruction &instruction, const DataLayout &layout) {
  auto size = [&](Type *type) { return layout.getTypeStoreSize(type).getFixedValue(); };
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return {{load, load->getPointerOperand(),
             load->isAtomic() ? WEFT_ACCESS_ATOMIC : WEFT_ACCESS_READ, size(load->getType()),
             nullptr, load->getAlign()}};
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return {{store, store->getPointerOperand(),
             store->isAtomic() ? WEFT_ACCESS_ATOMIC : WEFT_ACCESS_WRITE,
             size(store->getValueOperand()->getType()), nullptr, store->getAlign()}};
  if (auto *atomic = dyn_cast<AtomicRMWInst>(&instruction))
    return {{atomic, atomic->getPointerOperand(), WEFT_ACCESS_ATOMIC, size(atomic->getType()),
             nullptr, atomic->getAlign()}};
  if (auto *atomic = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return {{atomic, atomic->getPointerOperand(), WEFT_ACCESS_ATOMIC,
             size(atomic->getCompareOperand()->getType()), nullptr, atomic->getAlign()}};
  if (auto *memory = dyn_cast<MemIntrinsic>(&instruction)) {
    auto *length = dyn_cast<ConstantInt>(memory->getLength());
    const uint64_t bytes = length ? length->getZExtValue() : 0;
    if (length && !bytes)
      return {};
    SmallVector<Access, 2> result;
    if (auto *copy = dyn_cast<MemTransferInst>(memory))
      result.push_back({copy, copy->getRawSource(), WEFT_ACCESS_READ, bytes, copy->getLength(),
                        copy->getSourceAlign().valueOrOne()});
    result.push_back({memory, memory->getRawDest(), WEFT_ACCESS_WRITE, bytes, memory->getLength(),
                      memory->getDestAlign().valueOrOne()});
    return result;
  }
  return {};
}

Access wholeOf(const Access &access) {
  const MDNode *node = access.instruction->getMetadata(ComponentKind);
  if (!node)
    return access;
  auto number = [&](unsigned i) {
    return mdconst::extract<ConstantInt>(node->getOperand(i))->getZExtValue();
  };
  Access whole = access;
  if (number(0)) {
    auto *step = dyn_cast<GEPOperator>(access.pointer);
    if (!step)
      return access;
    whole.pointer = step->getPointerOperand();
  }
  whole.bytes = number(1);
  whole.align = Align(number(2));
  return whole;
}

} // namespace weft
