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

// What tells most loops apart without asking how often they run: the answer may take as long as the
// whole estimate where a loop has thousands of instructions.
bool mayJoinElements(Loop &loop) {
  bool reads_on = false;
  for (Instruction &instruction : *loop.getHeader()) {
    if (isa<PHINode>(instruction))
      continue;
    auto *load = dyn_cast<LoadInst>(&instruction);
    if (load ? !load->isSimple() || load->getType()->isVectorTy() ||
                   load->getType()->getScalarSizeInBits() == 0
             : !widens(instruction))
      return false;
    reads_on |= load && !loop.isLoopInvariant(load->getPointerOperand());
  }
  return reads_on;
}

} // namespace

unsigned bitsOfJoinedElements(Loop &loop, ScalarEvolution &evolution) {
  if (loop.getNumBlocks() != 1 || !mayJoinElements(loop))
    return 0;
  PredicatedScalarEvolution predicated(evolution, loop);
  unsigned bits = 0;
  for (Instruction &instruction : *loop.getHeader()) {
    auto *load = dyn_cast<LoadInst>(&instruction);
    if (!load || loop.isLoopInvariant(load->getPointerOperand()))
      continue;
    if (!isNextElement(*load, predicated))
      return 0;
    bits = std::max(bits, load->getType()->getScalarSizeInBits());
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
