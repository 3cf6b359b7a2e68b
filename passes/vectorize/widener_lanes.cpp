// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions that run lane by lane.
#include "passes/vectorize/active_lane_loop.h"

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
  return (instruction.isAtomic() ? "atomic " : "odd-sized ") + std::string(what);
}

void Widener::orderMemory() {
  builder.CreateFence(AtomicOrdering::AcquireRelease, SyncScope::SingleThread);
}

void Widener::emitPerLane(const Instruction &instruction) {
  remark(instruction, nameOf(instruction) + " runs lane by lane");
  loopOverLanes(instruction);
}

void Widener::loopOverLanes(const Instruction &instruction) {
  Type *type = instruction.getType();
  unsigned count = flatCount(type);
  ActiveLaneLoop loop(*this, current_mask);
  Elements results, next;
  for (unsigned i = 0; i < count; ++i)
    results.push_back(loop.carried(PoisonValue::get(wideType(flatType(type, i)))));
  Instruction *clone = instruction.clone();
  for (Use &use : clone->operands())
    use.set(laneOf(use, loop.lane()));
  builder.Insert(clone);
  for (unsigned i = 0; i < count; ++i)
    next.push_back(builder.CreateInsertElement(results[i], extractFlat(clone, i), loop.lane()));
  loop.end(next);
  if (count)
    setVectors(&instruction, results);
}

} // namespace weft
