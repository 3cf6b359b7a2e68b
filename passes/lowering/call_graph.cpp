// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/analysis/sub_group_operations.h"
#include "passes/lowering/steps.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/MathExtras.h"

namespace weft {
namespace {

// What makes a function one that cannot be called, in the words of an error; empty if nothing.
llvm::StringRef whyInlined(const llvm::Function &callee) {
  if (!callee.isDeclaration())
    return "";
  if (callee.getName() == BarrierName || isSourceBarrier(callee))
    return "a barrier";
  if (itemQuery(callee))
    return "a work-item function";
  if (pointerQuery(callee))
    return "a question about an address space";
  if (groupMemory(callee))
    return "a work-group function";
  if (isChildrenQuery(callee))
    return "device-side enqueue";
  if (callee.getName().starts_with(SubGroupPrefix))
    return "a sub-group function";
  return isPrintf(callee) ? "printf" : "";
}

class CallGraphPlanner {
public:
  CallGraphPlanner(llvm::Module &module, Errors &errors) : module(module), errors(errors) {}

  CallGraphPlan run(llvm::ArrayRef<llvm::Function *> kernels) {
    for (llvm::Function &function : module)
      if (!function.isIntrinsic() && !whyInlined(function).empty() && !isQuery(function))
        markUsers(function, whyInlined(function));
    for (llvm::GlobalVariable &variable : module.globals())
      if (variable.getAddressSpace() == AddressSpace::Local)
        markUsers(variable, "a __local variable");
    for (llvm::Function *kernel : kernels)
      mark(*kernel, "");
    propagate();
    // What is left may be called once it is told where the work-item is.
    const llvm::DenseSet<const llvm::Function *> of_kernel = plan.must_inline;
    for (llvm::Function &function : module)
      if (isQuery(function))
        markUsers(function, whyInlined(function));
    propagate();
    for (const llvm::Function *function : plan.must_inline)
      if (!of_kernel.contains(function))
        plan.only_ask.insert(function);
    for (llvm::Function *kernel : kernels)
      visit(*kernel);
    for (llvm::Function *kernel : kernels)
      countCalls(*kernel);
    for (llvm::Function *kernel : kernels)
      countCopies(*kernel);
    return std::move(plan);
  }

private:
  static bool isNumber(const llvm::Value *argument) {
    return llvm::isa<llvm::ConstantInt, llvm::ConstantFP>(argument);
  }

  static bool isQuery(const llvm::Function &function) {
    return function.isDeclaration() && itemQuery(function);
  }

  void mark(llvm::Function &function, llvm::StringRef why) {
    if (plan.must_inline.insert(&function).second) {
      reason[&function] = why;
      pending.push_back(&function);
    }
  }

  // Marks the functions that use `value`, through whatever constant expressions.
  void markUsers(llvm::Value &value, llvm::StringRef why) {
    for (llvm::User *user : value.users()) {
      auto *instruction = llvm::dyn_cast<llvm::Instruction>(user);
      if (instruction)
        mark(*instruction->getFunction(), why);
      else if (llvm::isa<llvm::Constant>(user) && !llvm::isa<llvm::GlobalValue>(user))
        markUsers(*user, why);
      else
        errors.push_back(("'" + value.getName() + "': its address is kept in a variable, but " +
                          why + " cannot be reached through a pointer")
                             .str());
    }
  }

  // What calls a function that cannot be called cannot be called either.
  void propagate() {
    while (!pending.empty()) {
      llvm::Function *function = pending.pop_back_val();
      for (llvm::User *user : function->users()) {
        auto *call = llvm::dyn_cast<llvm::CallBase>(user);
        if (call && call->getCalledOperand() == function) {
          mark(*call->getFunction(), reason[function]);
          continue;
        }
        errors.push_back(describe(*function) + ": its address is taken, but " +
                         contains(*function) + " and must therefore be called by name");
      }
    }
  }

  std::string contains(const llvm::Function &function) {
    llvm::StringRef why = reason[&function];
    return why.empty() ? "it is a kernel" : ("it contains " + why).str();
  }

  // As if there were no other kernel: each may be translated by itself.
  void countCalls(llvm::Function &kernel) {
    llvm::DenseSet<const llvm::Function *> called;
    llvm::SmallVector<llvm::Function *> todo = {&kernel};
    while (!todo.empty())
      for (llvm::Function *callee : calls[todo.pop_back_val()]) {
        if (called.insert(callee).second)
          todo.push_back(callee);
        else
          plan.called_often.insert(callee);
      }
  }

  void countCopies(llvm::Function &kernel) {
    llvm::DenseMap<const llvm::Function *, unsigned> copies = {{&kernel, 1}};
    for (const llvm::Function *caller : llvm::reverse(plan.bottom_up))
      if (const unsigned of_caller = copies.lookup(caller))
        for (const auto &[callee, sites] : calls_without_numbers[caller])
          copies[callee] = llvm::SaturatingMultiplyAdd(of_caller, sites, copies[callee]);
    for (const auto &[function, number] : copies)
      plan.copies[function] = std::max(plan.copies[function], number);
  }

  // Depth first, callees before callers. An explicit stack, for programs may nest calls deeply.
  void visit(llvm::Function &root) {
    struct Frame {
      llvm::Function *function;
      llvm::SmallVector<llvm::Function *, 8> callees; // to do, in reverse
    };
    std::vector<Frame> stack;
    auto enter = [&](llvm::Function &function) {
      if (function.isDeclaration() || !visited.insert(&function).second)
        return;
      active.insert(&function);
      stack.push_back({&function, callees(function)});
    };
    enter(root);
    while (!stack.empty()) {
      Frame &top = stack.back();
      if (top.callees.empty()) {
        plan.bottom_up.push_back(top.function);
        active.pop_back();
        stack.pop_back();
        continue;
      }
      llvm::Function *callee = top.callees.pop_back_val();
      if (active.contains(callee))
        foundCycle(*callee);
      else
        enter(*callee);
    }
  }

  llvm::SmallVector<llvm::Function *, 8> callees(llvm::Function &function) {
    llvm::SetVector<llvm::Function *> result;
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (!call)
        continue;
      // Not getCalledFunction(), which wants the types to agree.
      auto *callee = llvm::dyn_cast<llvm::Function>(call->getCalledOperand());
      if (callee && !callee->isDeclaration())
        calls[&function].push_back(callee);
      if (callee && !callee->isDeclaration() && llvm::none_of(call->args(), isNumber))
        ++calls_without_numbers[&function][callee];
      if (callee && callee->getFunctionType() != call->getFunctionType()) {
        errors.push_back(describe(function) + ": declares '" + plainName(*callee) +
                         "' with another type than it is defined with");
      } else if (callee) {
        result.insert(callee);
        // The build reports C names that no library has; mangled ones could only be OpenCL C's.
        if (callee->isDeclaration() && callee->getName().starts_with("_Z") &&
            whyInlined(*callee).empty() && undefined.insert(callee).second)
          errors.push_back(describe(function) + ": calls the undefined " + describe(*callee));
      }
    }
    auto list = result.takeVector();
    return {list.rbegin(), list.rend()};
  }

  // Calls lead from the active functions since `first` back to `first`.
  void foundCycle(llvm::Function &first) {
    auto begin = llvm::find(active, &first);
    for (auto function = begin; function != active.end(); ++function)
      plan.recursive.insert(*function);
    if (!plan.must_inline.contains(&first) || !reported.insert(&first).second)
      return;
    std::string path = "'" + plainName(first) + "'";
    for (auto function = std::next(begin); function != active.end(); ++function)
      path += " calls '" + plainName(**function) + "'";
    errors.push_back(describe(first) + ": recursion (" + path + " calls '" + plainName(first) +
                     "') is not supported, as " + contains(first));
  }

  llvm::Module &module;
  Errors &errors;
  CallGraphPlan plan;
  llvm::DenseMap<const llvm::Function *, llvm::StringRef> reason; // of plan.must_inline's
  // Whom a function calls, once for each call.
  llvm::DenseMap<const llvm::Function *, llvm::SmallVector<llvm::Function *, 8>> calls;
  llvm::DenseMap<const llvm::Function *, llvm::MapVector<llvm::Function *, unsigned>>
      calls_without_numbers;
  llvm::SmallVector<llvm::Function *> pending;
  llvm::DenseSet<const llvm::Function *> visited, reported, undefined;
  llvm::SetVector<llvm::Function *> active; // from the root to the function being visited
};

} // namespace

CallGraphPlan planCalls(llvm::Module &module, llvm::ArrayRef<llvm::Function *> kernels,
                        Errors &errors) {
  return CallGraphPlanner(module, errors).run(kernels);
}

} // namespace weft
