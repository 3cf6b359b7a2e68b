// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/analysis/float_work.h"

#include "passes/target/target_info.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft {
namespace {

// What runs behind a branch is counted so often.
constexpr double BranchTaken = 0.5;

double operationsOf(const Instruction &instruction) {
  auto *vector = dyn_cast<FixedVectorType>(instruction.getType());
  const double elements = vector ? vector->getNumElements() : 1;
  if (!instruction.getType()->isFPOrFPVectorTy())
    return 0;
  if (auto *call = dyn_cast<CallBase>(&instruction)) {
    const Function *callee = call->getCalledFunction();
    if (!callee)
      return 0;
    switch (callee->getIntrinsicID()) {
    case Intrinsic::not_intrinsic:
      return Costs().call * elements;
    case Intrinsic::fma:
    case Intrinsic::fmuladd:
      return 2 * elements;
    default:
      return elements;
    }
  }
  return isa<BinaryOperator>(instruction) || instruction.getOpcode() == Instruction::FNeg ? elements
                                                                                          : 0;
}

class Count {
public:
  Count(Function &item, unsigned num_args, const LoopInfo &loops, ScalarEvolution &evolution)
      : item(item), num_args(num_args), loops(loops), evolution(evolution), dominators(item) {}

  std::vector<FloatWork> run() {
    std::vector<FloatWork> sum;
    for (const BasicBlock &block : item) {
      double operations = 0;
      for (const Instruction &instruction : block)
        operations += operationsOf(instruction);
      if (operations == 0 || !dominators.isReachableFromEntry(&block))
        continue;
      FloatWork work;
      work.operations = operations * timesTaken(block);
      for (const Loop *loop = loops.getLoopFor(&block); loop; loop = loop->getParentLoop())
        repeat(*loop, block, work);
      add(std::move(work), sum);
    }
    return sum;
  }

  bool assumed = false;

private:
  // How much of the iterations of its loop, or of the work-items, come to the block. Those that a
  // bound keeps away, by a branch to the end, are few.
  double timesTaken(const BasicBlock &block) {
    const Loop *loop = loops.getLoopFor(&block);
    const bool always =
        loop ? loop->getLoopLatch() && dominators.dominates(&block, loop->getLoopLatch())
             : !isBehindBranch(block);
    assumed |= !always;
    return always ? 1 : BranchTaken;
  }

  bool isBehindBranch(const BasicBlock &block) const {
    for (const BasicBlock *at = &block; at != &item.getEntryBlock();) {
      const BasicBlock *above = dominators.getNode(at)->getIDom()->getBlock();
      if (at->getSinglePredecessor() == above && !loops.getLoopFor(above) &&
          above->getTerminator()->getNumSuccessors() > 1 &&
          none_of(successors(above),
                  [](const BasicBlock *other) { return isa<ReturnInst>(other->front()); }))
        return true;
      at = above;
    }
    return false;
  }

  void repeat(const Loop &loop, const BasicBlock &block, FloatWork &work) {
    // What comes before the loop's test runs once more than it goes back.
    const BasicBlock *test = loop.getExitingBlock();
    const bool is_once_more = !test || dominators.dominates(&block, test);
    if (const unsigned known = evolution.getSmallConstantTripCount(&loop)) {
      work.operations *= known - !is_once_more;
      return;
    }
    const SCEV *back = evolution.getBackedgeTakenCount(&loop);
    LoopTrips trips;
    trips.added = is_once_more;
    if (!isa<SCEVCouldNotCompute>(back) && readTrips(back, trips)) {
      work.loops.push_back(trips);
      return;
    }
    work.operations *= AssumedTrips;
    assumed = true;
  }

  // An argument, plus or minus constants, divided by one; all else is not looked for.
  bool readTrips(const SCEV *count, LoopTrips &trips) const {
    while (true) {
      if (auto *cast = dyn_cast<SCEVCastExpr>(count)) {
        count = cast->getOperand();
      } else if (auto *sum = dyn_cast<SCEVAddExpr>(count)) {
        auto *constant = dyn_cast<SCEVConstant>(sum->getOperand(0));
        if (!constant || sum->getNumOperands() != 2 ||
            constant->getAPInt().getSignificantBits() > 64)
          return false;
        trips.added += constant->getAPInt().getSExtValue() * int64_t(trips.divisor);
        count = sum->getOperand(1);
      } else if (auto *quotient = dyn_cast<SCEVUDivExpr>(count)) {
        auto *by = dyn_cast<SCEVConstant>(quotient->getRHS());
        if (!by || by->getAPInt().isZero() || by->getAPInt().getActiveBits() > 31 ||
            trips.divisor != 1)
          return false;
        trips.divisor = by->getAPInt().getZExtValue();
        trips.added *= int64_t(trips.divisor);
        count = quotient->getLHS();
      } else if (auto *limit = dyn_cast<SCEVMinMaxExpr>(count)) {
        // What makes it at least zero.
        if (limit->getNumOperands() != 2 || !isa<SCEVConstant>(limit->getOperand(0)) ||
            isa<SCEVUMinExpr, SCEVSMinExpr>(limit))
          return false;
        count = limit->getOperand(1);
      } else {
        auto *value = dyn_cast<SCEVUnknown>(count);
        auto *argument = value ? dyn_cast<Argument>(value->getValue()) : nullptr;
        const size_t first = item.arg_size() - num_args;
        if (!argument || argument->getArgNo() < first || !argument->getType()->isIntegerTy())
          return false;
        trips.arg = uint32_t(argument->getArgNo() - first);
        return true;
      }
    }
  }

  static void add(FloatWork work, std::vector<FloatWork> &sum) {
    for (FloatWork &other : sum)
      if (std::equal(other.loops.begin(), other.loops.end(), work.loops.begin(), work.loops.end(),
                     [](const LoopTrips &a, const LoopTrips &b) {
                       return a.arg == b.arg && a.added == b.added && a.divisor == b.divisor;
                     })) {
        other.operations += work.operations;
        return;
      }
    sum.push_back(std::move(work));
  }

  Function &item;
  const unsigned num_args;
  const LoopInfo &loops;
  ScalarEvolution &evolution;
  DominatorTree dominators;
};

} // namespace

std::vector<FloatWork> countFloatWork(Function &item, unsigned num_args, const LoopInfo &loops,
                                      ScalarEvolution &evolution, bool &assumed) {
  Count count(item, num_args, loops, evolution);
  std::vector<FloatWork> work = count.run();
  assumed = count.assumed;
  return work;
}

} // namespace weft
