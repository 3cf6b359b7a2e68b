// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/lane_streams.h"

#include "passes/analysis/address_form.h"
#include "passes/budget.h"
#include "passes/vectorize/inner_loops.h"
#include "passes/work_item_function.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopAccessAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/LoopVersioning.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;

namespace weft {
namespace {

// Bytes that a lane reads at once: half a cache line, with elements of a byte fewer.
constexpr unsigned BytesAtOnce = 32;
constexpr unsigned LeastFactor = 4, MostFactor = 16;
// Pairs of addresses that a test before the loop may compare.
constexpr size_t MostChecks = 12;

struct Candidate {
  Loop *loop;
  unsigned factor;
  bool may_overlap; // what it writes and what it reads
};

class StreamLoops {
public:
  StreamLoops(Function &function, const ShapeInfo &shapes, FunctionAnalysisManager &analyses)
      : function(function), shapes(shapes), analyses(analyses),
        loops(analyses.getResult<LoopAnalysis>(function)),
        evolution(analyses.getResult<ScalarEvolutionAnalysis>(function)),
        dominators(analyses.getResult<DominatorTreeAnalysis>(function)),
        aliases(analyses.getResult<AAManager>(function)) {}

  bool run();

private:
  bool isStream(const Instruction &access, const Loop &loop, AddressForms &forms) const;
  bool mayOverlap(const Instruction &write, const LoadInst &load) const;
  bool isCandidate(Loop &loop, AddressForms &forms, Candidate &candidate) const;
  bool separate(Candidate &candidate);
  void unroll(const Candidate &candidate);

  Function &function;
  const ShapeInfo &shapes;
  FunctionAnalysisManager &analyses;
  LoopInfo &loops;
  ScalarEvolution &evolution;
  DominatorTree &dominators;
  AAResults &aliases;
};

// Whether lanes go along rows of their own here, from one element to the next.
bool StreamLoops::isStream(const Instruction &access, const Loop &loop, AddressForms &forms) const {
  const Value *pointer = getLoadStorePointerOperand(&access);
  if (!pointer || access.isAtomic() || access.isVolatile())
    return false;
  const Type *type = getLoadStoreType(&access);
  const unsigned bits = type->getPrimitiveSizeInBits(), bytes = bits / 8;
  // Of whole bytes: no i1.
  if ((!type->isIntegerTy() && !type->isFloatingPointTy()) || !isPowerOf2_32(bits) || bits < 8 ||
      bits > 64)
    return false;
  const Shape shape = shapes.shape(pointer);
  if (shape.isAffine() && uint64_t(std::abs(shape.stride())) <= 2 * uint64_t(bytes))
    return false;
  const AddressForm &form = forms.of(pointer);
  const auto steps = [&](const AddressForm::Term &one) {
    return one.term.kind == AddressTerm::Counter && one.term.phi->getParent() == loop.getHeader();
  };
  const auto counter = find_if(form.terms, steps);
  return counter != form.terms.end() && count_if(form.terms, steps) == 1 &&
         (counter->coefficient.is(bytes) || counter->coefficient.is(-int64_t(bytes))) &&
         form.holdsIf([&](const AddressCondition &one) {
           return forms.cannotFail(one, counter->term) ||
                  (one.value && loop.isLoopInvariant(one.value));
         });
}

// Whether one may lead where the other does, other than a number of bytes from it that is known.
bool StreamLoops::mayOverlap(const Instruction &write, const LoadInst &load) const {
  Value *pointer = const_cast<Value *>(load.getPointerOperand());
  Value *written = const_cast<Value *>(getLoadStorePointerOperand(&write));
  const MemoryLocation row(pointer, LocationSize::beforeOrAfterPointer(), load.getAAMetadata());
  return isModSet(aliases.getModRefInfo(&write, row)) &&
         !(written && written->getType() == pointer->getType() &&
           isa<SCEVConstant>(
               evolution.getMinusSCEV(evolution.getSCEV(written), evolution.getSCEV(pointer))));
}

bool StreamLoops::isCandidate(Loop &loop, AddressForms &forms, Candidate &candidate) const {
  if (!loop.isInnermost() || loop.getNumBlocks() != 1 || !loop.isLoopSimplifyForm() ||
      loop.getExitingBlock() != loop.getLoopLatch())
    return false;
  if (isa<SCEVCouldNotCompute>(evolution.getBackedgeTakenCount(&loop)))
    return false;
  SmallVector<LoadInst *, 8> reads;
  SmallVector<Instruction *, 4> writes;
  unsigned widest = 0;
  size_t size = 0;
  for (Instruction &instruction : *loop.getHeader()) {
    size += !instruction.isDebugOrPseudoInst();
    auto *call = dyn_cast<CallBase>(&instruction);
    if (call && (!isa<IntrinsicInst>(call) || call->isConvergent()))
      return false;
    if (instruction.isAtomic() || instruction.isVolatile())
      return false;
    if (instruction.mayWriteToMemory())
      writes.push_back(&instruction);
    if (!isStream(instruction, loop, forms))
      continue;
    widest =
        std::max(widest, unsigned(getLoadStoreType(&instruction)->getPrimitiveSizeInBits() / 8));
    if (auto *load = dyn_cast<LoadInst>(&instruction))
      reads.push_back(load);
  }
  if (widest == 0)
    return false;
  candidate.loop = &loop;
  candidate.factor = std::clamp(BytesAtOnce / widest, LeastFactor, MostFactor);
  // A longer body reads fewer elements at once.
  while (size * candidate.factor > budget::LargestUnrolledStream && candidate.factor > LeastFactor)
    candidate.factor /= 2;
  if (size * candidate.factor > budget::LargestUnrolledStream)
    return false;
  if (const unsigned most = evolution.getSmallConstantMaxTripCount(&loop);
      most != 0 && most < candidate.factor)
    return false;
  candidate.may_overlap = false;
  for (Instruction *write : writes) {
    if (!isa<StoreInst>(write))
      return false;
    for (LoadInst *load : reads)
      candidate.may_overlap |= mayOverlap(*write, *load);
  }
  return true;
}

// Two loops, of which the candidate becomes the one for memory that does not overlap. False: it
// stays as it is, and what it writes may be what it reads.
bool StreamLoops::separate(Candidate &candidate) {
  auto &accesses = analyses.getResult<LoopAccessAnalysis>(function);
  const LoopAccessInfo &info = accesses.getInfo(*candidate.loop);
  const RuntimePointerChecking &checking = *info.getRuntimePointerChecking();
  // Where the checks cannot be made, there are none. That iterations depend on each other is
  // nothing to them: they run in their order. What has to hold for the checks, such as that
  // pointers do not wrap, is checked with them.
  if (!checking.Need || checking.getChecks().empty() || checking.getChecks().size() > MostChecks)
    return false;
  LoopVersioning versioning(info, checking.getChecks(), candidate.loop, &loops, &dominators,
                            &evolution);
  versioning.versionLoop();
  versioning.annotateLoopWithNoAlias();
  accesses.clear();
  // The cost model takes the other loop for one that hardly ever runs, as it is.
  auto *check = cast<BranchInst>(versioning.getNonVersionedLoop()
                                     ->getLoopPreheader()
                                     ->getSinglePredecessor()
                                     ->getTerminator());
  const bool first = check->getSuccessor(0) == versioning.getNonVersionedLoop()->getLoopPreheader();
  MDBuilder weights(function.getContext());
  check->setMetadata(LLVMContext::MD_prof, first ? weights.createUnlikelyBranchWeights()
                                                 : weights.createLikelyBranchWeights());
  return true;
}

void StreamLoops::unroll(const Candidate &candidate) {
  UnrollLoopOptions options{};
  options.Count = candidate.factor;
  options.Force = true;
  options.Runtime = true;
  options.AllowExpensiveTripCount = true;
  options.SCEVExpansionBudget = ~0U;
  const unsigned bits = bitsOfElementsInRow(*candidate.loop, evolution);
  Loop *rest = nullptr;
  const LoopUnrollResult result =
      UnrollLoop(candidate.loop, options, &loops, &evolution, &dominators,
                 &analyses.getResult<AssumptionAnalysis>(function),
                 &analyses.getResult<TargetIRAnalysis>(function),
                 &analyses.getResult<OptimizationRemarkEmitterAnalysis>(function),
                 /*PreserveLCSSA=*/true, &rest);
  if (result != LoopUnrollResult::PartiallyUnrolled)
    return; // all iterations are copies, and there is no loop, or nothing was done
  // For the cost model.
  if (rest)
    setLoopEstimatedTripCount(rest, candidate.factor / 2);
  addStringMetadataToLoop(candidate.loop, LoopOfLaneStreams.data(), bits);
}

bool StreamLoops::run() {
  SmallVector<Candidate, 4> candidates;
  AddressForms forms(function.getDataLayout(), AddressForms::Terms(),
                     &loops); // until there are other loops
  for (Loop *loop : loops.getLoopsInPreorder())
    if (Candidate candidate; isCandidate(*loop, forms, candidate))
      candidates.push_back(candidate);
  bool separated = false;
  erase_if(candidates, [&](Candidate &candidate) {
    if (!candidate.may_overlap)
      return false;
    // There is another one for memory that does not.
    if (findOptionMDForLoop(candidate.loop, LoopHasVersion))
      return true;
    const bool done = separate(candidate);
    separated |= done;
    return !done;
  });
  if (separated) {
    // What the loops sum up in memory goes to registers. The loops stay what they are.
    auto pass = createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()), /*UseMemorySSA=*/true);
    pass.run(function, analyses);
  }
  for (const Candidate &candidate : candidates)
    unroll(candidate);
  if (candidates.empty())
    return false;
  // What the unroller says of its rest means nothing once lanes share it.
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (isa<AssumeInst>(instruction))
      instruction.eraseFromParent();
  analyses.invalidate(function, PreservedAnalyses::none());
  return true;
}

} // namespace

void keepAliasScopesOf(const Function &original, Function &function) {
  constexpr unsigned Kinds[] = {LLVMContext::MD_alias_scope, LLVMContext::MD_noalias};
  SmallPtrSet<const Metadata *, 16> kept;
  for (const Instruction &instruction : instructions(original))
    for (unsigned kind : Kinds)
      if (const MDNode *scopes = instruction.getMetadata(kind))
        kept.insert_range(scopes->operands());
  for (Instruction &instruction : instructions(function))
    for (unsigned kind : Kinds) {
      const MDNode *scopes = instruction.getMetadata(kind);
      if (!scopes)
        continue;
      SmallVector<Metadata *, 4> left;
      for (const MDOperand &scope : scopes->operands())
        if (kept.contains(scope))
          left.push_back(scope);
      if (left.size() != scopes->getNumOperands())
        instruction.setMetadata(kind,
                                left.empty() ? nullptr : MDNode::get(function.getContext(), left));
    }
}

bool unrollLaneStreams(Function &function, const ShapeInfo &shapes,
                       FunctionAnalysisManager &analyses) {
  return StreamLoops(function, shapes, analyses).run();
}

} // namespace weft
