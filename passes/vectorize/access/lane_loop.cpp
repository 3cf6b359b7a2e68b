// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses in a loop over the lanes: about as fast as one written after the other, and much less
// code, which is what counts where they hardly ever run. Where an address is made of what has a
// stride, each iteration makes its own:
//
//   text[(uint)(at + i)], the sum may wrap      for lane in 0..W: text[(uint)(at_0 + lane + i)]
#include "passes/vectorize/access/lane_access.h"

using namespace llvm;

namespace weft {

static constexpr unsigned MaxDepth = 8; // of the expression that an address is

// Whether remake() can make one lane's value here, from scalars alone.
bool LaneAccess::canRemake(const Value *value, unsigned depth) const {
  if (core.hasScalar(value))
    return isa<Constant>(value) || isa<Argument>(value) || core.knownScalar(value) != nullptr;
  auto *binary = dyn_cast<BinaryOperator>(value);
  if (depth == MaxDepth || value->getType()->isVectorTy() || (binary && binary->isIntDivRem()) ||
      (!binary && !isa<CastInst, GetElementPtrInst>(value)))
    return false;
  return all_of(cast<Instruction>(value)->operands(),
                [&](const Use &use) { return canRemake(use, depth + 1); });
}

Value *LaneAccess::remake(const Value *value, Value *lane) {
  if (core.hasScalar(value))
    return core.laneOf(value, lane);
  Instruction *clone = cast<Instruction>(value)->clone();
  for (Use &use : clone->operands())
    use.set(remake(use, lane));
  clone->dropPoisonGeneratingAnnotations();
  return builder.Insert(clone);
}

// Calls `access` with a lane's number and its address, `offset` bytes from its `pointer`; idle ones
// have a place of their own.
void LaneAccess::overLanes(const Value *pointer, uint64_t offset,
                           function_ref<void(Value *, Value *)> access) {
  const unsigned space = pointer->getType()->getPointerAddressSpace();
  Value *active = core.allRun() ? nullptr : core.maskBits(core.current_mask);
  Value *idle = active ? core.safePlace(space) : nullptr;
  AllocaInst *addresses = nullptr;
  if (!canRemake(pointer)) {
    Value *pointers = core.vectorOf(pointer);
    addresses =
        new AllocaInst(pointers->getType(), layout.getAllocaAddrSpace(), "addresses", core.entry);
    builder.CreateStore(pointers, addresses);
  }
  BasicBlock *before = builder.GetInsertBlock(), *body = core.newBlock("lane"),
             *after = core.newBlock("lanes.done");
  builder.CreateBr(body);
  builder.SetInsertPoint(body);
  PHINode *lane = builder.CreatePHI(builder.getInt64Ty(), 2);
  lane->addIncoming(builder.getInt64(0), before);
  Value *address = addresses
                       ? builder.CreateLoad(pointer->getType(),
                                            builder.CreateGEP(pointer->getType(), addresses, lane))
                       : remake(pointer, lane);
  address = core.elementAddress(address, int64_t(offset));
  if (active) {
    Value *bit = builder.CreateLShr(active, builder.CreateZExtOrTrunc(lane, active->getType()));
    address = builder.CreateSelect(builder.CreateTrunc(bit, builder.getInt1Ty()), address, idle);
  }
  access(lane, address);
  Value *next = builder.CreateAdd(lane, builder.getInt64(1));
  lane->addIncoming(next, body);
  auto *back =
      builder.CreateCondBr(builder.CreateICmpULT(next, builder.getInt64(width)), body, after);
  LLVMContext &context = core.wide->getContext();
  Metadata *whole[] = {nullptr,
                       MDNode::get(context, MDString::get(context, "llvm.loop.disable_nonforced"))};
  MDNode *id = MDNode::getDistinct(context, whole);
  id->replaceOperandWith(0, id);
  back->setMetadata(LLVMContext::MD_loop, id);
  builder.SetInsertPoint(after);
}

} // namespace weft
