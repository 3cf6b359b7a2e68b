// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/transforms/loop_versions.h"

#include "passes/address_space.h"
#include "passes/budget.h"
#include "passes/launch_fields.h"
#include "passes/work_item_function.h"

#include "weft/kernel_abi.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Scalar/DCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopLoadElimination.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace weft {
namespace {

using Buffers = SmallSetVector<const Argument *, 4>;

// The kernel's argument that an address is made from; null if it is made otherwise.
const Argument *bufferOf(const Value *address) {
  auto *argument = dyn_cast<Argument>(getUnderlyingObject(address, /*MaxLookup=*/0));
  if (!argument || argument->getArgNo() < ItemParam::FirstKernelParam ||
      !argument->getType()->isPointerTy())
    return nullptr;
  const unsigned space = argument->getType()->getPointerAddressSpace();
  return space == AddressSpace::Global || space == AddressSpace::Constant ? argument : nullptr;
}

bool isSimpleAccess(const Instruction &instruction) {
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return load->isSimple();
  auto *store = dyn_cast<StoreInst>(&instruction);
  return store && store->isSimple();
}

bool touchesMemory(const Instruction &instruction) {
  auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  return instruction.mayReadOrWriteMemory() &&
         !(intrinsic && (intrinsic->isAssumeLikeIntrinsic() || isa<AssumeInst>(intrinsic)));
}

class LoopVersions {
public:
  LoopVersions(Function &function, FunctionAnalysisManager &analyses)
      : function(function), loops(analyses.getResult<LoopAnalysis>(function)),
        evolution(analyses.getResult<ScalarEvolutionAnalysis>(function)),
        dominators(analyses.getResult<DominatorTreeAnalysis>(function)),
        aliases(analyses.getResult<AAManager>(function)),
        assumptions(analyses.getResult<AssumptionAnalysis>(function)) {}

  bool run();
  bool forwards() const { return has_forwarded; }

private:
  bool runsInEachIteration(const Instruction &store, const Loop &loop) const;
  bool isForwarded(const StoreInst &store, const Loop &loop);
  bool hangsOnBuffers(const StoreInst &store, const Loop &loop, bool forwarded);
  Buffers buffersKept(const Loop &loop);
  void visit(Loop &loop);
  Value *areSeparate();
  void version(Loop &loop, const Buffers &kept);
  void annotate(const Loop &loop, const Buffers &kept);

  Function &function;
  LoopInfo &loops;
  ScalarEvolution &evolution;
  DominatorTree &dominators;
  AAResults &aliases;
  AssumptionCache &assumptions;
  SmallVector<std::pair<Loop *, Buffers>, 4> candidates;
  Value *separate = nullptr;
  bool has_forwarded = false;
};

// As LICM asks, which may not store where the loop does not.
bool LoopVersions::runsInEachIteration(const Instruction &store, const Loop &loop) const {
  SmallVector<BasicBlock *, 4> exiting;
  loop.getExitingBlocks(exiting);
  return !exiting.empty() && all_of(exiting, [&](const BasicBlock *block) {
    return dominators.dominates(store.getParent(), block);
  });
}

// Whether the next iteration loads what the store has written, as its own.
bool LoopVersions::isForwarded(const StoreInst &store, const Loop &loop) {
  auto *address =
      dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(const_cast<Value *>(store.getPointerOperand())));
  if (!loop.isInnermost() || !address || address->getLoop() != &loop || !address->isAffine() ||
      !store.isSimple() || !runsInEachIteration(store, loop))
    return false;
  const SCEV *step = address->getStepRecurrence(evolution);
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block)
      if (auto *load = dyn_cast<LoadInst>(&instruction);
          load && load->isSimple() && load->getType() == store.getValueOperand()->getType() &&
          load->getPointerAddressSpace() == store.getPointerAddressSpace() &&
          evolution.getMinusSCEV(
              address, evolution.getSCEV(const_cast<Value *>(load->getPointerOperand()))) == step)
        return true;
  return false;
}

// Whether separate buffers, and they alone, would let the loop keep in a register what it stores:
// for the next iteration, if it is `forwarded`, or to its end.
bool LoopVersions::hangsOnBuffers(const StoreInst &store, const Loop &loop, bool forwarded) {
  const Value *place = store.getPointerOperand();
  const Argument *buffer = bufferOf(place);
  if (!buffer || !store.isSimple() || !runsInEachIteration(store, loop))
    return false;
  const SCEV *address = evolution.getSCEV(const_cast<Value *>(place));
  if (!forwarded && !evolution.isLoopInvariant(address, &loop))
    return false;
  const MemoryLocation location = MemoryLocation::getBeforeOrAfter(place);
  bool hangs_on_buffers = false;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      if (!touchesMemory(instruction) ||
          isNoModRef(aliases.getModRefInfo(&instruction, std::optional(location))))
        continue;
      if (!isSimpleAccess(instruction))
        return false;
      const Value *other = getLoadStorePointerOperand(&instruction);
      if (!forwarded && evolution.getSCEV(const_cast<Value *>(other)) == address) {
        if (getLoadStoreType(&instruction) != store.getValueOperand()->getType())
          return false;
        continue;
      }
      if (aliases.isNoAlias(MemoryLocation::getBeforeOrAfter(other), location))
        continue;
      const Argument *others = bufferOf(other);
      if (forwarded && others == buffer && (isa<LoadInst>(instruction) || other == place))
        continue;
      if (!others || others == buffer)
        return false;
      hangs_on_buffers = true;
    }
  return hangs_on_buffers;
}

Buffers LoopVersions::buffersKept(const Loop &loop) {
  Buffers kept;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block)
      if (auto *store = dyn_cast<StoreInst>(&instruction)) {
        const bool forwarded = isForwarded(*store, loop);
        has_forwarded |= forwarded;
        if (hangsOnBuffers(*store, loop, forwarded))
          kept.insert(bufferOf(store->getPointerOperand()));
      }
  return kept;
}

// The outermost loops of those that would keep something.
void LoopVersions::visit(Loop &loop) {
  size_t size = 0;
  for (const BasicBlock *block : loop.blocks())
    size += block->size();
  if (size <= budget::LargestVersionedLoop && !findOptionMDForLoop(&loop, LoopHasVersion))
    if (Buffers kept = buffersKept(loop); !kept.empty()) {
      candidates.emplace_back(&loop, std::move(kept));
      return;
    }
  for (Loop *inner : loop)
    visit(*inner);
}

Value *LoopVersions::areSeparate() {
  if (separate)
    return separate;
  IRBuilder<> builder(&entryPlace(function));
  LoadInst *load = loadField(builder, function.getArg(ItemParam::Launch),
                             offsetof(weft_launch, separate_buffers), builder.getInt32Ty(), "");
  separate = builder.CreateICmpNE(load, builder.getInt32(0), "separate.buffers");
  return separate;
}

void markVersion(Loop &loop) {
  for (Loop *one : loop.getLoopsInPreorder())
    addStringMetadataToLoop(one, LoopHasVersion.data(), 1);
}

// `loop` becomes the one for separate buffers.
void LoopVersions::version(Loop &loop, const Buffers &kept) {
  simplifyLoop(&loop, &dominators, &loops, &evolution, &assumptions, nullptr,
               /*PreserveLCSSA=*/false);
  formLCSSARecursively(loop, dominators, &loops, &evolution);
  Value *condition = areSeparate();
  BasicBlock *test = loop.getLoopPreheader();
  BasicBlock *before = SplitBlock(test, test->getTerminator(), &dominators, &loops, nullptr,
                                  test->getName() + ".separate");
  ValueToValueMapTy copies;
  SmallVector<BasicBlock *, 8> blocks;
  Loop *other = cloneLoopWithPreheader(before, test, &loop, copies, ".overlapping", &loops,
                                       &dominators, blocks);
  remapInstructionsInBlocks(blocks, copies);

  SmallVector<BasicBlock *, 4> exits;
  loop.getUniqueExitBlocks(exits);
  for (BasicBlock *exit : exits)
    for (PHINode &phi : exit->phis())
      for (unsigned i = 0, count = phi.getNumIncomingValues(); i < count; ++i) {
        Value *value = phi.getIncomingValue(i), *copy = copies.lookup(value);
        phi.addIncoming(copy ? copy : value, cast<BasicBlock>(copies[phi.getIncomingBlock(i)]));
      }
  MDBuilder weights(function.getContext());
  Instruction *jump = test->getTerminator();
  IRBuilder<>(jump).CreateCondBr(condition, before, cast<BasicBlock>(copies[before]),
                                 weights.createLikelyBranchWeights());
  jump->eraseFromParent();
  dominators.recalculate(function);
  for (Loop *one : {&loop, other})
    formDedicatedExitBlocks(one, &dominators, &loops, nullptr, /*PreserveLCSSA=*/true);
  annotate(loop, kept);
  markVersion(loop);
  markVersion(*other);
  evolution.forgetTopmostLoop(&loop);
}

// What is accessed through an argument that is kept, and that all else is not.
void LoopVersions::annotate(const Loop &loop, const Buffers &kept) {
  LLVMContext &context = function.getContext();
  MDBuilder metadata(context);
  MDNode *domain = metadata.createAnonymousAliasScopeDomain("separate buffers");
  SmallVector<std::pair<const Argument *, Metadata *>, 4> scopes;
  for (const Argument *buffer : kept)
    scopes.emplace_back(buffer, metadata.createAnonymousAliasScope(domain, buffer->getName()));
  auto add = [&](Instruction &access, unsigned kind, ArrayRef<Metadata *> added) {
    if (!added.empty())
      access.setMetadata(
          kind, MDNode::concatenate(access.getMetadata(kind), MDNode::get(context, added)));
  };
  for (BasicBlock *block : loop.blocks())
    for (Instruction &instruction : *block) {
      const Argument *buffer = isSimpleAccess(instruction)
                                   ? bufferOf(getLoadStorePointerOperand(&instruction))
                                   : nullptr;
      if (!buffer)
        continue;
      SmallVector<Metadata *, 1> its;
      SmallVector<Metadata *, 4> others;
      for (auto [of, scope] : scopes)
        of == buffer ? its.push_back(scope) : others.push_back(scope);
      add(instruction, LLVMContext::MD_alias_scope, its);
      add(instruction, LLVMContext::MD_noalias, others);
    }
}

bool LoopVersions::run() {
  for (Loop *loop : loops)
    visit(*loop);
  for (auto &[loop, kept] : candidates)
    version(*loop, kept);
  return !candidates.empty();
}

// What an iteration stores and the next one loads stays in a register. The attribute keeps LLVM
// from tests of addresses and a copy of the loop: each lane would have an answer of its own.
void forwardStores(Function &function, FunctionAnalysisManager &analyses) {
  const bool is_small = function.hasFnAttribute(Attribute::OptimizeForSize);
  function.addFnAttr(Attribute::OptimizeForSize);
  FunctionPassManager passes;
  passes.addPass(LoopSimplifyPass());
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(LoopLoadEliminationPass());
  passes.addPass(DCEPass());
  passes.run(function, analyses);
  if (!is_small)
    function.removeFnAttr(Attribute::OptimizeForSize);
}

} // namespace

PreservedAnalyses VersionLoopsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (analyses.getResult<LoopAnalysis>(function).empty())
    return PreservedAnalyses::all();
  LoopVersions versions(function, analyses);
  const bool changed = versions.run(), forwards = versions.forwards();
  if (changed) {
    function.addFnAttr(AsksForSeparateBuffers);
    analyses.invalidate(function, PreservedAnalyses::none());
    createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()), /*UseMemorySSA=*/true)
        .run(function, analyses);
    analyses.invalidate(function, PreservedAnalyses::none());
  }
  if (forwards)
    forwardStores(function, analyses);
  return changed || forwards ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft
