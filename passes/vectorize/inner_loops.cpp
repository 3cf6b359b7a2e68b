// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/inner_loops.h"

#include "llvm/Analysis/IVDescriptors.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
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
bool isNextElement(const LoadInst &load, PredicatedScalarEvolution &evolution) {
  const SCEVAddRecExpr *counter =
      evolution.getAsAddRec(const_cast<Value *>(load.getPointerOperand()));
  const auto *step =
      counter ? dyn_cast<SCEVConstant>(counter->getStepRecurrence(*evolution.getSE())) : nullptr;
  return step && step->getAPInt() == load.getDataLayout().getTypeStoreSize(load.getType());
}

bool widens(const Instruction &instruction) {
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction))
    return intrinsic->isAssumeLikeIntrinsic() ||
           isTriviallyVectorizable(intrinsic->getIntrinsicID());
  return !instruction.mayReadOrWriteMemory() && !isa<CallBase>(instruction) &&
         !instruction.isIntDivRem() && !instruction.getType()->isVectorTy();
}

} // namespace

unsigned bitsOfJoinedElements(Loop &loop, ScalarEvolution &evolution) {
  if (loop.getNumBlocks() != 1)
    return 0;
  PredicatedScalarEvolution predicated(evolution, loop);
  // Not one that ends with what it finds.
  if (isa<SCEVCouldNotCompute>(predicated.getBackedgeTakenCount()))
    return 0;
  unsigned bits = 0;
  for (Instruction &instruction : *loop.getHeader()) {
    if (auto *phi = dyn_cast<PHINode>(&instruction)) {
      InductionDescriptor how;
      if (!InductionDescriptor::isInductionPHI(phi, &loop, &evolution, how) &&
          !joins(*phi, loop, evolution))
        return 0;
    } else if (auto *load = dyn_cast<LoadInst>(&instruction)) {
      const unsigned own = load->getType()->getScalarSizeInBits();
      if (!load->isSimple() || load->getType()->isVectorTy() || own == 0)
        return 0;
      if (isNextElement(*load, predicated))
        bits = std::max(bits, own);
      else if (!loop.isLoopInvariant(load->getPointerOperand()))
        return 0;
    } else if (!widens(instruction)) {
      return 0;
    }
  }
  return bits;
}

} // namespace weft
