// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Callees are complete before they are inlined (bottom up), so that each call is inlined once and
// what is inlined has been simplified once. The size of what results is limited: a chain of n
// functions that each call the next one twice has 2^n calls.
#include "passes/analysis/sub_group_operations.h"
#include "passes/analysis/waiting_loops.h"
#include "passes/lowering/steps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/DCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace weft {
namespace {

// Instructions. A program's own functions are inlined up to the first, for even a large one gains
// from being vectorised with its caller, and up to the second if their kernel calls them once; the
// library's up to the third, for the vectoriser has better versions of the others, unless they only
// move elements or have results behind pointers. Beyond the fourth a function takes only what it
// must, and beyond the fifth code is refused.
constexpr unsigned OwnFunctionLimit = 2000;
constexpr unsigned CalledOnceLimit = 10000;
constexpr unsigned LibraryFunctionLimit = 25;
constexpr unsigned CallerLimit = 50000;
constexpr unsigned CodeLimit = 2000000;

// Whether it computes nothing but which element goes where, as shuffle() of 16 elements does: what
// is left of it where the caller knows that is one operation.
bool movesElements(const llvm::Function &function) {
  return llvm::all_of(llvm::instructions(function), [](const llvm::Instruction &instruction) {
    return llvm::isa<llvm::ExtractElementInst, llvm::InsertElementInst, llvm::ShuffleVectorInst,
                     llvm::CastInst, llvm::ReturnInst>(instruction) ||
           instruction.getOpcode() == llvm::Instruction::And;
  });
}

class Inlining {
public:
  Inlining(llvm::Module &module, const CallGraphPlan &plan, Errors &errors)
      : plan(plan), errors(errors), sub_groups(llvm::any_of(module, hasSubGroupOperations)) {
    simplification.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    simplification.addPass(llvm::EarlyCSEPass());
    simplification.addPass(llvm::DCEPass()); // ids that are parts of vectors, of which one is used
    // What generic pointers lead to shows best once they are registers, and callers gain from it:
    // aliasing, and atomics on local memory, are told by the address space.
    simplification.addPass(llvm::InferAddressSpacesPass(AddressSpace::Generic));
    simplification.addPass(llvm::SimplifyCFGPass());
    llvm::PassBuilder().registerFunctionAnalyses(analyses);
  }

  void run() {
    for (llvm::Function *function : plan.bottom_up) {
      if (!inlineInto(*function))
        return;
      // The library comes optimised.
      if (!isLibraryFunction(*function))
        simplification.run(*function, analyses);
      analyses.clear();
      // The library's loops end by themselves: none waits for what another work-item does.
      if (sub_groups && !isLibraryFunction(*function) && !findWaitingLoops(*function).empty())
        may_wait.insert(function);
      size[function] = function->getInstructionCount();
    }
  }

private:
  bool worthwhile(const llvm::Function &callee, unsigned caller_size) {
    if (callee.isDeclaration() || plan.recursive.contains(&callee))
      return false;
    if (plan.must_inline.contains(&callee) || may_wait.contains(&callee) ||
        callee.hasFnAttribute(llvm::Attribute::AlwaysInline))
      return true;
    if (callee.hasFnAttribute(llvm::Attribute::NoInline) || caller_size > CallerLimit)
      return false;
    unsigned callee_size = size[&callee];
    if (!isLibraryFunction(callee))
      return callee_size <=
             (plan.called_often.contains(&callee) ? OwnFunctionLimit : CalledOnceLimit);
    // Results through pointers: only where these are known can the variables become registers.
    bool pointers = llvm::any_of(
        callee.args(), [](const llvm::Argument &arg) { return arg.getType()->isPointerTy(); });
    return callee_size <=
           (pointers || movesElements(callee) ? OwnFunctionLimit : LibraryFunctionLimit);
  }

  bool inlineInto(llvm::Function &caller) {
    std::vector<llvm::CallBase *> calls;
    for (llvm::Instruction &instruction : llvm::instructions(caller))
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        if (llvm::Function *callee = call->getCalledFunction())
          if (!callee->isDeclaration())
            calls.push_back(call);
    unsigned caller_size = caller.getInstructionCount();
    for (llvm::CallBase *call : calls) {
      llvm::Function *callee = call->getCalledFunction();
      if (!worthwhile(*callee, caller_size))
        continue;
      bool required = plan.must_inline.contains(callee);
      caller_size += size[callee];
      if (caller_size > CodeLimit) {
        errors.push_back(describe(caller) + ": inlining " + describe(*callee) +
                         " and others makes it larger than " + llvm::Twine(CodeLimit).str() +
                         " instructions");
        return false;
      }
      llvm::InlineFunctionInfo info;
      llvm::InlineResult result = llvm::InlineFunction(*call, info, /*MergeAttributes=*/true);
      if (!result.isSuccess() && required) {
        errors.push_back(describe(caller) + ": cannot inline " + describe(*callee) + ": " +
                         result.getFailureReason());
        return false;
      }
    }
    return true;
  }

  const CallGraphPlan &plan;
  Errors &errors;
  const bool sub_groups; // the program has operations of sub-groups
  // Where work-items wait for each other must be seen in the kernel (passes/pipeline.cpp).
  llvm::DenseSet<const llvm::Function *> may_wait;
  llvm::DenseMap<const llvm::Function *, unsigned> size; // instructions, of completed functions
  llvm::FunctionAnalysisManager analyses;
  llvm::FunctionPassManager simplification;
};

} // namespace

void inlineCalls(llvm::Module &module, const CallGraphPlan &plan, Errors &errors) {
  Inlining(module, plan, errors).run();
}

} // namespace weft
