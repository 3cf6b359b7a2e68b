// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/prepare.h"

#include "passes/analysis/sub_group_operations.h"
#include "passes/target/target_info.h"
#include "passes/vectorize/expand_intrinsics.h"
#include "passes/vectorize/private_memory.h"
#include "passes/vectorize/vector_functions.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/Scalarizer.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/FixIrreducible.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"
#include "llvm/Transforms/Utils/UnifyFunctionExitNodes.h"
#include "llvm/Transforms/Utils/UnifyLoopExits.h"

using namespace llvm;

namespace weft {
namespace {

template <typename PassT>
void runPass(Function &function, FunctionAnalysisManager &analyses, PassT pass) {
  analyses.invalidate(function, pass.run(function, analyses));
}

// Reaching `unreachable` is undefined, so such a block may as well return.
void returnFromUnreachable(Function &function) {
  for (BasicBlock &block : function) {
    if (!isa<UnreachableInst>(block.getTerminator()))
      continue;
    block.getTerminator()->eraseFromParent();
    Type *type = function.getReturnType();
    ReturnInst::Create(function.getContext(),
                       type->isVoidTy() ? nullptr : Constant::getNullValue(type), &block);
  }
}

// Hints that speak of one lane's control flow or storage mean nothing, or something wrong, once
// lanes share them.
void dropHints(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
    if (!intrinsic)
      continue;
    switch (intrinsic->getIntrinsicID()) {
    case Intrinsic::assume:
    case Intrinsic::lifetime_start:
    case Intrinsic::lifetime_end:
    case Intrinsic::invariant_start:
    case Intrinsic::invariant_end:
    case Intrinsic::experimental_noalias_scope_decl:
    case Intrinsic::sideeffect:
    case Intrinsic::donothing:
    case Intrinsic::pseudoprobe:
      if (intrinsic->use_empty())
        intrinsic->eraseFromParent();
      break;
    case Intrinsic::expect:
    case Intrinsic::expect_with_probability:
    case Intrinsic::ssa_copy:
    case Intrinsic::launder_invariant_group:
    case Intrinsic::strip_invariant_group:
      intrinsic->replaceAllUsesWith(intrinsic->getArgOperand(0));
      intrinsic->eraseFromParent();
      break;
    default:
      break;
    }
  }
}

// A branch whose two ways are one block carries no condition.
void mergeEqualTargets(Function &function) {
  for (BasicBlock &block : function)
    if (auto *branch = dyn_cast<BranchInst>(block.getTerminator());
        branch && branch->isConditional() && branch->getSuccessor(0) == branch->getSuccessor(1)) {
      BasicBlock *target = branch->getSuccessor(0);
      target->removePredecessor(&block, /*KeepOneInputPHIs=*/true);
      BranchInst *simple = BranchInst::Create(target, branch->getIterator());
      simple->setDebugLoc(branch->getDebugLoc());
      branch->eraseFromParent();
    }
}

// One latch for each loop. LoopSimplify would do it, but tries first to make nested loops of it,
// and LLVM 22 goes wrong there with what FixIrreducible leaves.
void mergeLatches(Function &function, FunctionAnalysisManager &analyses) {
  SmallVector<std::pair<BasicBlock *, SmallVector<BasicBlock *, 4>>, 8> headers;
  for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder()) {
    SmallVector<BasicBlock *, 4> latches;
    loop->getLoopLatches(latches);
    if (latches.size() > 1)
      headers.push_back({loop->getHeader(), latches});
  }
  for (auto &[header, latches] : headers)
    SplitBlockPredecessors(header, latches, ".latch");
  if (!headers.empty())
    analyses.invalidate(function, PreservedAnalyses::none());
}

bool hasLoopWithoutExit(Function &function, LoopInfo &loops) {
  for (Loop *loop : loops.getLoopsInPreorder())
    if (loop->hasNoExitBlocks())
      return true;
  return false;
}

// Clang calls every function of OpenCL C convergent. Of those that regions may hold, only functions
// from elsewhere can mean it: nothing that the module defines or that only computes does.
bool dependsOnOtherLanes(const CallBase &call) {
  if (!call.isConvergent() || isa<IntrinsicInst>(call) || subGroupOperation(call) ||
      call.doesNotAccessMemory())
    return false;
  const Function *callee = call.getCalledFunction();
  return !callee || (callee->isDeclaration() && vectorOverload(callee->getName(), 4).empty());
}

} // namespace

bool checkSupported(Function &function, bool is_called, std::string &failure) {
  Type *type = function.getReturnType();
  if (function.isDeclaration() || function.isVarArg())
    failure = "not a plain function with a body";
  else if (!is_called && !type->isVoidTy() && !type->isIntegerTy())
    failure = "the result is not an integer";
  for (BasicBlock &block : function) {
    const Instruction *end = block.getTerminator();
    if (!isa<BranchInst, SwitchInst, ReturnInst, UnreachableInst>(end))
      failure = std::string("unsupported terminator: ") + end->getOpcodeName();
    if (block.isEHPad() || block.hasAddressTaken())
      failure = "a block's address is taken, or it handles exceptions";
    for (Instruction &instruction : block) {
      if (auto *alloca = dyn_cast<AllocaInst>(&instruction);
          alloca && (!alloca->isStaticAlloca() || alloca->isSwiftError()))
        failure = "private memory of a size known only at run time";
      if (isa<VAArgInst>(instruction) || instruction.getType()->isTokenTy())
        failure = std::string("unsupported instruction: ") + instruction.getOpcodeName();
      if (instruction.getType()->isScalableTy() || isOfOneTarget(*instruction.getType()))
        failure = "unsupported type";
      auto *call = dyn_cast<CallBase>(&instruction);
      if (!call)
        continue;
      if (dependsOnOtherLanes(*call))
        failure = "a call that work-items have to make together";
      if (call->isInlineAsm())
        failure = "inline assembly";
      if (call->isMustTailCall() || call->hasOperandBundles())
        failure = "unsupported kind of call";
      switch (call->getIntrinsicID()) {
      case Intrinsic::stacksave:
      case Intrinsic::stackrestore:
      case Intrinsic::localescape:
      case Intrinsic::vastart:
      case Intrinsic::returnaddress:
      case Intrinsic::frameaddress:
        failure = "an intrinsic that speaks of the stack";
        break;
      default:
        break;
      }
    }
  }
  return failure.empty();
}

bool prepareLoops(Function &function, FunctionAnalysisManager &analyses, std::string &failure) {
  runPass(function, analyses, LoopSimplifyPass());
  runPass(function, analyses, UnifyLoopExitsPass());
  mergeEqualTargets(function);
  analyses.invalidate(function, PreservedAnalyses::none());
  runPass(function, analyses, LoopSimplifyPass());
  runPass(function, analyses, LCSSAPass());
  // The block that all lanes leave from must not be part of a loop's exit.
  unsigned returns = 0;
  for (BasicBlock &block : function)
    returns += isa<ReturnInst>(block.getTerminator());
  if (returns != 1) {
    failure = "control flow that never returns";
    return false;
  }
  std::string problem;
  raw_string_ostream problems(problem);
  if (verifyFunction(function, &problems)) {
    failure = "preparation failed: " + StringRef(problem).split('\n').first.str();
    return false;
  }
  return true;
}

bool prepareRegion(Function &function, unsigned width, FunctionAnalysisManager &analyses,
                   std::string &failure) {
  dropHints(function);
  returnFromUnreachable(function);
  removeUnreachableBlocks(function);
  for (BasicBlock &block : make_early_inc_range(function))
    MergeBlockIntoPredecessor(&block);
  analyses.invalidate(function, PreservedAnalyses::none());
  runPass(function, analyses, SROAPass(SROAOptions::ModifyCFG));
  if (expandIntrinsics(function))
    analyses.invalidate(function, PreservedAnalyses::none());
  runPass(function, analyses, ScalarizerPass());
  if (!layOutPrivateMemory(function, width, failure))
    return false;
  analyses.invalidate(function, PreservedAnalyses::none());
  runPass(function, analyses, LowerSwitchPass());
  runPass(function, analyses, UnifyFunctionExitNodesPass());
  removeUnreachableBlocks(function);
  mergeEqualTargets(function);
  analyses.invalidate(function, PreservedAnalyses::none());
  if (hasLoopWithoutExit(function, analyses.getResult<LoopAnalysis>(function))) {
    failure = "a loop without exit";
    return false;
  }
  runPass(function, analyses, FixIrreduciblePass());
  mergeLatches(function, analyses);
  return prepareLoops(function, analyses, failure);
}

} // namespace weft
