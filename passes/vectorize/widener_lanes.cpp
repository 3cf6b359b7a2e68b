// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What runs lane by lane.
#include "passes/vectorize/widener.h"

#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft {

// In the words of who reads remarks.
static std::string nameOf(const Instruction &instruction) {
  if (isa<MemIntrinsic>(instruction))
    return "copy or fill of a block";
  if (auto *call = dyn_cast<CallBase>(&instruction)) {
    const Function *callee = call->getCalledFunction();
    return ("call of " + (callee ? callee->getName() : "a function pointer")).str();
  }
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(instruction))
    return "atomic operation";
  const char *what = isa<StoreInst>(instruction) ? "store" : "load";
  return (instruction.isVolatile() ? "volatile "
          : instruction.isAtomic() ? "atomic "
                                   : "odd-sized ") +
         std::string(what);
}

void Widener::emitPerLane(const Instruction &instruction) {
  remark(instruction, nameOf(instruction) + " runs lane by lane");
  loopOverLanes(instruction);
}

// while (bits) { lane = lowest bit; run it; bits &= bits - 1; }
void Widener::loopOverLanes(const Instruction &instruction) {
  Type *type = instruction.getType();
  unsigned count = flatCount(type);
  BasicBlock *before = builder.GetInsertBlock();
  BasicBlock *head = newBlock("lanes"), *body = newBlock("lane"), *after = newBlock("lanes.done");
  Value *bits = maskBits(current_mask);
  builder.CreateBr(head);

  builder.SetInsertPoint(head);
  PHINode *left = builder.CreatePHI(bits->getType(), 2);
  left->addIncoming(bits, before);
  Elements results;
  for (unsigned i = 0; i < count; ++i) {
    FixedVectorType *vector = wideType(flatType(type, i));
    PHINode *phi = builder.CreatePHI(vector, 2);
    phi->addIncoming(PoisonValue::get(vector), before);
    results.push_back(phi);
  }
  builder.CreateCondBr(builder.CreateIsNotNull(left), body, after);

  builder.SetInsertPoint(body);
  Value *lane =
      builder.CreateIntrinsic(Intrinsic::cttz, {bits->getType()}, {left, builder.getInt1(true)});
  lane = builder.CreateZExtOrTrunc(lane, builder.getInt64Ty());
  Instruction *clone = instruction.clone();
  for (Use &use : clone->operands())
    use.set(laneOf(use, lane));
  builder.Insert(clone);
  for (unsigned i = 0; i < count; ++i) {
    Value *now = builder.CreateInsertElement(results[i], extractFlat(clone, i), lane);
    cast<PHINode>(results[i])->addIncoming(now, builder.GetInsertBlock());
  }
  Value *rest =
      builder.CreateAnd(left, builder.CreateSub(left, ConstantInt::get(left->getType(), 1)));
  left->addIncoming(rest, builder.GetInsertBlock());
  builder.CreateBr(head);
  builder.SetInsertPoint(after);
  if (count)
    setVectors(&instruction, results);
}

} // namespace weft
