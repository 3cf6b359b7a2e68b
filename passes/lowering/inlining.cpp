// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inlines bottom up: a callee is complete, and simplified once, before it is inlined. The size of a
// function is limited, as a chain of n functions that each call the next one twice has 2^n calls.
// So is the depth of a chain (D = DepthLimit), as each level copies and simplifies all levels below
// it:
//
//   depth  1   2        D     1
//          f1  f2 ... fD | fD+1 ...
//
// fD stays a call in fD+1. If it may not, it is left to the kernel, which inlines fD once it has
// inlined its caller.
#include "passes/lowering/inlining.h"

#include "passes/analysis/sub_group_operations.h"
#include "passes/analysis/waiting_loops.h"
#include "passes/budget.h"
#include "passes/check_marks.h"
#include "passes/lowering/unrolled_size.h"
#include "weft/check_abi.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Transforms/Scalar/DCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Mem2Reg.h"

namespace weft {
namespace {

// Instructions. A function of the program is inlined up to OwnFunctionLimit, as even a large one
// gains from being vectorised with its caller, or up to CalledOnceLimit if its kernel calls it
// once. One of the library is inlined up to LibraryFunctionLimit, as the vectoriser has better
// versions of larger ones, unless it only moves elements or has results behind pointers. A caller
// beyond CallerLimit takes only what it must; beyond CodeLimit the build fails. A function that
// asks for ids has to be inlined up to CalledOnceLimit, or OwnFunctionLimit if it is noinline.
constexpr unsigned OwnFunctionLimit = 2000;
constexpr unsigned CalledOnceLimit = 10000;
constexpr unsigned LibraryFunctionLimit = 25;
constexpr unsigned CallerLimit = 50000;
constexpr unsigned CodeLimit = 2000000;
// Less than this a call does not save.
constexpr size_t LeastInCopies = 200;

// Depth of chains of calls. Hand-written programs have a dozen, generated wrappers some more.
constexpr unsigned DepthLimit = 64;

// Attribute of a function that stays a call where others are inlined: the reason, for people.
constexpr llvm::StringLiteral StaysCall = "weft-stays-call";

// Whether it computes nothing but which element goes where, as shuffle() of 16 elements does: what
// is left of it where the caller knows that is one operation.
bool movesElements(const llvm::Function &function) {
  return llvm::all_of(llvm::instructions(function), [](const llvm::Instruction &instruction) {
    return llvm::isa<llvm::ExtractElementInst, llvm::InsertElementInst, llvm::ShuffleVectorInst,
                     llvm::CastInst, llvm::ReturnInst>(instruction) ||
           instruction.getOpcode() == llvm::Instruction::And;
  });
}

struct TakeOutMissesPass : llvm::PassInfoMixin<TakeOutMissesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
    takeOutMisses(function);
    return llvm::PreservedAnalyses::none();
  }
};

class Inlining {
public:
  Inlining(llvm::Module &module, llvm::ArrayRef<llvm::Function *> kernels,
           const CallGraphPlan &plan, const LoweringOptions &options, Errors &errors)
      : kernels(kernels.begin(), kernels.end()), plan(plan), errors(errors),
        limits_copies(options.limits_copies),
        sub_groups(llvm::any_of(module, hasSubGroupOperations)) {
    const uint32_t checks = options.checks;
    if (checks) {
      // Nothing that takes accesses to be right, or drops them.
      simplification.addPass(llvm::PromotePass());
      if (checks & WEFT_CHECK_MEMORY)
        simplification.addPass(TakeOutMissesPass());
    }
    simplification.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    if (!checks) {
      simplification.addPass(llvm::EarlyCSEPass());
      simplification.addPass(
          llvm::DCEPass()); // ids that are parts of vectors, of which one is used
    }
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
      if (const size_t in_copies = sizeInCopies(*function))
        keepCalls(*function,
                  llvm::formatv("in copies it would be {0} instructions of a kernel, too "
                                "many for a build that is waited for",
                                in_copies));
      analyses.clear();
      // The library's loops end by themselves: none waits for what another work-item does.
      if (sub_groups && !isLibraryFunction(*function) && !findWaitingLoops(*function).empty())
        may_wait.insert(function);
      size[function] = function->getInstructionCount();
      if (llvm::Function *told = maySeparate(*function) ? passQueries(*function) : nullptr) {
        const unsigned told_size = size[function], told_depth = depth[function];
        size[told] = told_size;
        depth[told] = told_depth;
        function = told;
        keepCalls(*function, "it has " + std::to_string(told_size) + " instructions");
      }
      if (depth[function] >= DepthLimit && !isRequired(*function))
        keepCalls(*function, "calls within it are " + std::to_string(DepthLimit) + " deep");
    }
  }

private:
  // A kernel's body is all there is to the kernel.
  bool isRequired(const llvm::Function &callee) const {
    return plan.must_inline.contains(&callee) || may_wait.contains(&callee) ||
           callee.getName().starts_with(KernelBodyPrefix);
  }

  // Whether a function that is inlined for what it asks is too large for that. Not if it has left
  // calls to the kernel, which does not look into a function that stays a call.
  bool maySeparate(const llvm::Function &function) {
    if (!plan.only_ask.contains(&function) || may_wait.contains(&function) ||
        function.getName().starts_with(KernelBodyPrefix) ||
        function.hasFnAttribute(llvm::Attribute::AlwaysInline))
      return false;
    return size[&function] > (function.hasFnAttribute(llvm::Attribute::NoInline)
                                  ? OwnFunctionLimit
                                  : CalledOnceLimit) &&
           llvm::none_of(llvm::instructions(function), [&](const llvm::Instruction &instruction) {
             auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
             const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
             return callee && !callee->isDeclaration() && isRequired(*callee);
           });
  }

  // Instructions that copies of a function make of a kernel, as inlining and unrolling leave them,
  // if these alone keep the kernel from being widened (vectorizeRegion()); else 0. One copy for
  // all then does the same in less.
  size_t sizeInCopies(llvm::Function &function) {
    const unsigned copies = plan.copies.lookup(&function);
    if (!limits_copies || copies < 2 || isLibraryFunction(function) || isRequired(function) ||
        function.hasFnAttribute(llvm::Attribute::AlwaysInline))
      return 0;
    const size_t once = unrolledSize(function, analyses);
    return once >= LeastInCopies && once * copies > budget::MostWidenedOperations ? once * copies
                                                                                  : 0;
  }

  // LLVM's inliners would begin where this one has stopped.
  static void keepCalls(llvm::Function &function, const std::string &reason) {
    function.removeFnAttr(llvm::Attribute::AlwaysInline);
    function.addFnAttr(llvm::Attribute::NoInline);
    function.addFnAttr(StaysCall, reason);
  }

  bool worthwhile(const llvm::Function &callee, unsigned caller_size) {
    if (callee.isDeclaration() || plan.recursive.contains(&callee))
      return false;
    if (isRequired(callee) || callee.hasFnAttribute(llvm::Attribute::AlwaysInline))
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
    llvm::SmallVector<llvm::CallBase *> calls;
    for (llvm::Instruction &instruction : llvm::instructions(caller))
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        if (llvm::Function *callee = call->getCalledFunction())
          if (!callee->isDeclaration())
            calls.push_back(call);
    const bool is_kernel = kernels.contains(&caller);
    unsigned caller_size = caller.getInstructionCount();
    unsigned deepest = 0;
    // Grows by what a kernel finds in callees that have left it to the kernel.
    for (size_t i = 0; i < calls.size(); ++i) {
      llvm::CallBase *call = calls[i];
      llvm::Function *callee = call->getCalledFunction();
      if (!worthwhile(*callee, caller_size))
        continue;
      if (depth[callee] >= DepthLimit && !is_kernel) {
        if (may_wait.contains(callee))
          may_wait.insert(&caller);
        continue;
      }
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
      if (!result.isSuccess())
        continue;
      deepest = std::max(deepest, depth[callee]);
      if (is_kernel)
        llvm::copy_if(info.InlinedCallSites, std::back_inserter(calls),
                      [&](const llvm::CallBase *left) {
                        const llvm::Function *function = left->getCalledFunction();
                        return function && !function->isDeclaration() && isRequired(*function);
                      });
    }
    depth[&caller] = deepest + 1;
    return true;
  }

  const llvm::SmallPtrSet<const llvm::Function *, 8> kernels;
  const CallGraphPlan &plan;
  Errors &errors;
  const bool limits_copies;
  const bool sub_groups; // the program has operations of sub-groups
  // Where work-items wait for each other must be seen in the kernel (passes/pipeline.cpp).
  llvm::DenseSet<const llvm::Function *> may_wait;
  // Of completed functions: instructions, and how many calls within each other were inlined.
  llvm::DenseMap<const llvm::Function *, unsigned> size, depth;
  llvm::FunctionAnalysisManager analyses;
  llvm::FunctionPassManager simplification;
};

} // namespace

void inlineCalls(llvm::Module &module, llvm::ArrayRef<llvm::Function *> kernels,
                 const CallGraphPlan &plan, const LoweringOptions &options, Errors &errors) {
  Inlining(module, kernels, plan, options, errors).run();
}

std::vector<std::string> describeCalls(const llvm::Function &item) {
  llvm::SetVector<const llvm::Function *> called;
  for (const llvm::Instruction &instruction : llvm::instructions(item))
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      if (const llvm::Function *callee = call->getCalledFunction();
          callee && callee->hasFnAttribute(StaysCall))
        called.insert(callee);
  std::vector<std::string> remarks;
  for (const llvm::Function *callee : called)
    remarks.push_back(describe(*callee) + " is called for each work-item: " +
                      callee->getFnAttribute(StaysCall).getValueAsString().str());
  return remarks;
}

} // namespace weft
