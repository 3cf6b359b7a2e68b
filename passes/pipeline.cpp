// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/pipeline.h"

#include "passes/emitters/emitter.h"
#include "passes/emitters/entry_function.h"
#include "passes/emitters/round_order.h"
#include "passes/lowering/lower_kernels.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

namespace weft {
namespace {

// The inliner declares a restrict parameter's scope where it inlines; the declaration counts as a
// memory access that no one marked parallel. Our scopes hold for all work-items of the launch, so
// that nothing is lost with it.
struct DropScopeDeclarations : llvm::PassInfoMixin<DropScopeDeclarations> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
    for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function)))
      if (llvm::isa<llvm::NoAliasScopeDeclInst>(instruction))
        instruction.eraseFromParent();
    return llvm::PreservedAnalyses::allInSet<llvm::CFGAnalyses>();
  }
};

// LLVM's pass managers and their analyses, in the order in which they have to be set up.
class Passes {
public:
  explicit Passes(llvm::TargetMachine &machine) : builder(&machine) {
    builder.registerModuleAnalyses(module_analyses);
    builder.registerCGSCCAnalyses(scc_analyses);
    builder.registerFunctionAnalyses(function_analyses);
    builder.registerLoopAnalyses(loop_analyses);
    builder.crossRegisterProxies(loop_analyses, function_analyses, scc_analyses, module_analyses);
    builder.registerVectorizerStartEPCallback(
        [](llvm::FunctionPassManager &passes, llvm::OptimizationLevel) {
          passes.addPass(DropScopeDeclarations());
          passes.addPass(KeepRoundOrderPass());
        });
  }

  // What makes regions small before they are formed. Nothing here may copy a barrier or move one
  // (they are convergent and noduplicate), nor hoist what would then have to survive it.
  void simplify(llvm::Function &function) {
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
    passes.addPass(llvm::SimplifyCFGPass());
    passes.addPass(llvm::InstCombinePass());
    passes.addPass(llvm::ADCEPass());
    passes.addPass(llvm::SimplifyCFGPass());
    passes.run(function, function_analyses);
    function_analyses.clear(function, function.getName());
  }

  void optimize(llvm::Module &module, unsigned level) {
    llvm::ModulePassManager passes =
        level == 0 ? builder.buildO0DefaultPipeline(llvm::OptimizationLevel::O0)
                   : builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2);
    passes.run(module, module_analyses);
  }

private:
  llvm::LoopAnalysisManager loop_analyses;
  llvm::FunctionAnalysisManager function_analyses;
  llvm::CGSCCAnalysisManager scc_analyses;
  llvm::ModuleAnalysisManager module_analyses;
  llvm::PassBuilder builder;
};

uint64_t privateBytes(const llvm::Function &function) {
  uint64_t sum = 0;
  for (const llvm::Instruction &instruction : llvm::instructions(function))
    if (auto *alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
      if (auto size = alloca->getAllocationSize(function.getDataLayout()))
        sum += size->getFixedValue();
  return sum;
}

std::string lines(const std::vector<std::string> &remarks) {
  std::string text;
  for (const std::string &remark : remarks)
    text += remark + "\n";
  return text;
}

KernelPlan emit(const LoweredKernel &kernel, Emitter emitter) {
  KernelPlan plan;
  plan.name = kernel.name;
  plan.args.assign(kernel.args.begin(), kernel.args.end());
  plan.args_size = kernel.args_size;
  plan.local_bytes = kernel.local_bytes;
  plan.private_bytes = privateBytes(*kernel.function);
  plan.uses_barriers = llvm::any_of(llvm::instructions(*kernel.function), isBarrier);
  plan.uses_fibers = emitter == Emitter::Fibers;
  EmittedKernel emitted = plan.uses_fibers ? emitFibers(kernel) : emitLoops(kernel);
  plan.symbol = emitted.entry->getName().str();
  plan.context_bytes_per_item = emitted.context_bytes_per_item;
  plan.context_bytes_per_group = emitted.context_bytes_per_group;
  plan.explain = lines(emitted.remarks);
  return plan;
}

} // namespace

PipelineResult runKernelPipeline(llvm::Module &module, llvm::TargetMachine &machine,
                                 const PipelineOptions &options) {
  PipelineResult result;
  std::vector<LoweredKernel> kernels = lowerKernels(module, result.errors);
  if (!result.errors.empty())
    return result;
  Passes passes(machine);
  for (LoweredKernel &kernel : kernels) {
    if (options.opt_level > 0)
      passes.simplify(*kernel.function);
    result.kernels.push_back(emit(kernel, options.emitter));
  }
  passes.optimize(module, options.opt_level);
  return result;
}

} // namespace weft
