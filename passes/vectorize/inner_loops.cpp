// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/inner_loops.h"

#include "llvm/Analysis/IVDescriptors.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft {
namespace {

bool joins(PHINode &phi, Loop &loop, ScalarEvolution &evolution) {
  RecurrenceDescriptor how;
  return RecurrenceDescriptor::isReductionPHI(&phi, &loop, how, nullptr, nullptr, nullptr,
                                              &evolution) &&
         !how.hasExactFPMath();
}

// Or it is if an index does not wrap, which the loop vectoriser would test first.
bool isNextElement(const Instruction &access, PredicatedScalarEvolution &evolution) {
  const SCEVAddRecExpr *counter =
      evolution.getAsAddRec(const_cast<Value *>(getLoadStorePointerOperand(&access)));
  const auto *step =
      counter ? dyn_cast<SCEVConstant>(counter->getStepRecurrence(*evolution.getSE())) : nullptr;
  return step && step->getAPInt().abs() ==
                     access.getDataLayout().getTypeStoreSize(getLoadStoreType(&access));
}

// Whether iterations may only depend on each other by way of buffers that overlap, which the loop
// vectoriser would test first, too.
bool isSeparate(const StoreInst &store, Loop &loop, PredicatedScalarEvolution &evolution) {
  const Value *place = store.getPointerOperand();
  const Value *buffer = getUnderlyingObject(place, /*MaxLookup=*/0);
  if (!isa<Argument>(buffer))
    return false;
  return all_of(*loop.getHeader(), [&](Instruction &other) {
    const Value *pointer = getLoadStorePointerOperand(&other);
    if (!pointer || &other == &store)
      return true;
    const Value *others = getUnderlyingObject(pointer, /*MaxLookup=*/0);
    return isa<Argument>(others) &&
           (others != buffer || evolution.getSCEV(const_cast<Value *>(pointer)) ==
                                    evolution.getSCEV(const_cast<Value *>(place)));
  });
}

bool widens(const Instruction &instruction) {
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction))
    return intrinsic->isAssumeLikeIntrinsic() ||
           isTriviallyVectorizable(intrinsic->getIntrinsicID());
  return !instruction.mayReadOrWriteMemory() && !isa<CallBase>(instruction) &&
         !instruction.isIntDivRem() && !instruction.getType()->isVectorTy();
}

// What tells most loops apart without asking how often they run: the answer may take as long as the
// whole estimate where a loop has thousands of instructions.
bool mayBeInRow(Loop &loop) {
  bool goes_on = false;
  for (Instruction &instruction : *loop.getHeader()) {
    if (isa<PHINode>(instruction) || instruction.isTerminator())
      continue;
    const Value *pointer = getLoadStorePointerOperand(&instruction);
    const Type *type = pointer ? getLoadStoreType(&instruction) : nullptr;
    if (type ? instruction.isAtomic() || instruction.isVolatile() || type->isVectorTy() ||
                   type->getScalarSizeInBits() == 0
             : !widens(instruction))
      return false;
    goes_on |= pointer && !loop.isLoopInvariant(pointer);
  }
  return goes_on;
}

} // namespace

unsigned bitsOfElementsInRow(Loop &loop, ScalarEvolution &evolution) {
  if (loop.getNumBlocks() != 1 || !mayBeInRow(loop))
    return 0;
  PredicatedScalarEvolution predicated(evolution, loop);
  unsigned bits = 0;
  for (Instruction &instruction : *loop.getHeader()) {
    const Value *pointer = getLoadStorePointerOperand(&instruction);
    auto *store = dyn_cast<StoreInst>(&instruction);
    if (!pointer || (!store && loop.isLoopInvariant(pointer)))
      continue;
    if (!isNextElement(instruction, predicated) || (store && !isSeparate(*store, loop, predicated)))
      return 0;
    bits = std::max(bits, getLoadStoreType(&instruction)->getScalarSizeInBits());
  }
  for (PHINode &phi : loop.getHeader()->phis()) {
    InductionDescriptor how;
    if (!InductionDescriptor::isInductionPHI(&phi, &loop, &evolution, how) &&
        !joins(phi, loop, evolution))
      return 0;
  }
  // Not one that ends with what it finds.
  return isa<SCEVCouldNotCompute>(predicated.getBackedgeTakenCount()) ? 0 : bits;
}

} // namespace weft
