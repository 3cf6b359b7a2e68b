// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/access/packed_elements.h"

#include "passes/address_space.h"

#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft {

Widener::Elements unpack(Widener &core, Value *packed, Type *element) {
  unsigned bits = unsigned(core.layout.getTypeSizeInBits(element));
  FixedVectorType *integers = core.wideType(core.builder.getIntNTy(bits));
  Widener::Elements results;
  for (unsigned at = 0; at < packed->getType()->getScalarSizeInBits(); at += bits)
    results.push_back(core.builder.CreateBitCast(
        core.builder.CreateTrunc(core.builder.CreateLShr(packed, uint64_t(at)), integers),
        core.wideType(element)));
  return results;
}

// Whether some element may be one that the program never wrote, such as the last of a uchar3 that
// was made a uchar4.
static bool mayHoldUndefined(const Value *value) {
  constexpr unsigned Most = 1024; // values that are looked at
  SmallPtrSet<const Value *, 32> seen;
  SmallVector<const Value *, 32> pending = {value};
  while (!pending.empty()) {
    const Value *next = pending.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    if (seen.size() > Most)
      return true;
    if (auto *constant = dyn_cast<Constant>(next)) {
      if (constant->containsUndefOrPoisonElement() || isa<UndefValue>(constant))
        return true;
      continue;
    }
    auto *instruction = dyn_cast<Instruction>(next);
    if (!instruction || isa<FreezeInst>(instruction))
      continue;
    // The work-item's own memory holds what was written there; that of others is theirs to define.
    if (auto *load = dyn_cast<LoadInst>(instruction)) {
      if (mayLeadToPrivate(load->getPointerAddressSpace()))
        return true;
      continue;
    }
    if (auto *call = dyn_cast<CallBase>(instruction)) {
      if (isa<IntrinsicInst>(call))
        pending.append(call->arg_begin(), call->arg_end());
      else if (!call->hasRetAttr(Attribute::NoUndef))
        return true;
      continue;
    }
    if (auto *shuffle = dyn_cast<ShuffleVectorInst>(instruction)) {
      int elements =
          int(cast<FixedVectorType>(shuffle->getOperand(0)->getType())->getNumElements());
      if (is_contained(shuffle->getShuffleMask(), PoisonMaskElem))
        return true;
      pending.push_back(shuffle->getOperand(0));
      if (any_of(shuffle->getShuffleMask(), [&](int from) { return from >= elements; }))
        pending.push_back(shuffle->getOperand(1));
      continue;
    }
    // All that is known of a chain that writes every element.
    if (isa<InsertElementInst>(instruction)) {
      SmallBitVector written(cast<FixedVectorType>(instruction->getType())->getNumElements());
      const Value *base = instruction;
      while (auto *insert = dyn_cast<InsertElementInst>(base)) {
        if (auto *at = dyn_cast<ConstantInt>(insert->getOperand(2));
            at && at->getValue().ult(written.size()))
          written.set(unsigned(at->getZExtValue()));
        pending.push_back(insert->getOperand(1));
        base = insert->getOperand(0);
      }
      if (!written.all())
        pending.push_back(base);
      continue;
    }
    pending.append(instruction->op_begin(), instruction->op_end());
  }
  return false;
}

Value *pack(Widener &core, const Value *value, IntegerType *type) {
  unsigned bits = unsigned(core.layout.getTypeSizeInBits(value->getType()->getScalarType()));
  // In one integer, such an element would make the others undefined too.
  const bool freeze = mayHoldUndefined(value);
  Value *packed = nullptr;
  for (unsigned i = 0; i < core.flatCount(value->getType()); ++i) {
    Value *part = core.builder.CreateBitCast(core.vectorOf(value, i),
                                             core.wideType(core.builder.getIntNTy(bits)));
    if (freeze)
      part = core.builder.CreateFreeze(part);
    part = core.builder.CreateShl(core.builder.CreateZExt(part, core.wideType(type)),
                                  uint64_t(i * bits));
    packed = packed ? core.builder.CreateOr(packed, part) : part;
  }
  return packed;
}

} // namespace weft
