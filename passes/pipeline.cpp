// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/pipeline.h"

#include "passes/analysis/effects.h"
#include "passes/analysis/waiting_loops.h"
#include "passes/emitters/emitter.h"
#include "passes/emitters/entry_function.h"
#include "passes/lowering/blocks.h"
#include "passes/lowering/contractions.h"
#include "passes/lowering/inlining.h"
#include "passes/lowering/lower_kernels.h"
#include "passes/optimizer.h"
#include "passes/transforms/estimates.h"
#include "passes/transforms/non_temporal_stores.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

#include <utility>

namespace weft {
namespace {

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

EmittedKernel emit(const LoweredKernel &kernel, const PipelineOptions &options,
                   Optimizer &optimizer) {
  switch (options.emitter) {
  case Emitter::Vector: {
    auto simplify = [&](llvm::Function &region) { optimizer.simplifyRegion(region); };
    auto fold = [&](llvm::Function &region) { optimizer.foldRegion(region); };
    VectorOptions vector;
    vector.width = options.width;
    vector.usual_width = options.generic_width;
    vector.exceeds_caches = options.exceeds_caches;
    vector.left_out = options.left_out;
    vector.stages = options.stages;
    vector.simplify = simplify;
    vector.fold = fold;
    vector.link_functions = options.link_functions;
    return emitVector(kernel, vector, optimizer.functionAnalyses());
  }
  case Emitter::Loops:
    return emitLoops(kernel);
  case Emitter::Fibers:
    return emitFibers(kernel);
  }
  llvm_unreachable("an emitter");
}

// Only vectors have sub-groups of more than one work-item. A kernel that has sub-groups wait for
// each other has to know which work-items are in one, so it has such operations.
Emitter emitterOf(const LoweredKernel &kernel, const PipelineOptions &options) {
  if (!kernel.sub_groups)
    return options.emitter;
  if (kernel.named_barriers)
    return Emitter::Fibers;
  if (kernel.sub_group_size > 1)
    return Emitter::Vector;
  return options.independent_sub_groups && !findWaitingLoops(*kernel.function).empty()
             ? Emitter::Fibers
             : options.emitter;
}

KernelPlan plan(const LoweredKernel &kernel, PipelineOptions options, Optimizer &optimizer,
                std::vector<std::string> &errors) {
  const Emitter wanted = std::exchange(options.emitter, emitterOf(kernel, options));
  KernelPlan plan;
  plan.name = kernel.name;
  plan.args.assign(kernel.args.begin(), kernel.args.end());
  for (auto [arg, is_written] : llvm::zip_equal(plan.args, findWrittenParameters(*kernel.function)))
    arg.is_written = is_written;
  plan.args_size = kernel.args_size;
  plan.local_bytes = kernel.local_bytes;
  plan.private_bytes = privateBytes(*kernel.function);
  const uint64_t stored_bytes = bytesStored(*kernel.function);
  plan.uses_barriers = llvm::any_of(llvm::instructions(*kernel.function), isBarrier);
  plan.uses_fibers = options.emitter == Emitter::Fibers;
  plan.transposed = kernel.transposed;
  plan.enqueues = kernel.function->hasFnAttribute(EnqueuesKernels);
  const std::vector<std::string> deep_calls = describeDeepCalls(*kernel.function);
  EmittedKernel emitted = emit(kernel, options, optimizer);
  plan.symbol = emitted.entry->getName().str();
  plan.width = emitted.width;
  plan.hints = emitted.hints;
  plan.hints.grouping = kernel.grouping;
  plan.hints.stored_bytes = stored_bytes;
  plan.hints.rows_of_tile = kernel.rows_of_tile;
  plan.asks_for_separate_buffers = emitted.asks_for_separate_buffers;
  plan.context_bytes_per_item = emitted.context_bytes_per_item;
  plan.context_bytes_per_group = emitted.context_bytes_per_group;
  if (options.emitter == Emitter::Loops)
    emitted.remarks.insert(emitted.remarks.begin(),
                           options.opt_level == 0
                               ? "one work-item at a time: optimisation is disabled"
                               : "one work-item at a time: so the emitter 'loops' runs them");
  if (options.emitter == Emitter::Fibers && wanted != Emitter::Fibers)
    emitted.remarks.push_back("sub-groups of one work-item: they may wait for each other in a loop "
                              "(-cl-no-subgroup-ifp says that they do not)");
  llvm::append_range(emitted.remarks, deep_calls);
  plan.explain = lines(emitted.remarks);
  if (kernel.sub_groups && kernel.sub_group_size && emitted.width != kernel.sub_group_size)
    errors.push_back("kernel '" + kernel.name + "': sub-groups of " +
                     std::to_string(kernel.sub_group_size) + " work-items are not possible:\n" +
                     plan.explain);
  return plan;
}

void describePasses(llvm::TargetMachine &machine, const PipelineOptions &options, StageLog &log) {
  PassNames names(machine);
  log.passes(Stage::SimplifyItem, names.textOf(Optimizer::itemPasses()));
  log.passes(Stage::SimplifyRegion, names.textOf(names.regionPasses()));
  log.passes(Stage::FoldRegion, names.textOf(Optimizer::foldPasses()));
  log.passes(Stage::InlineWidened, names.textOf(Optimizer::inliningPasses()));
  log.passes(Stage::OptimizeWidened,
             names.textOf(Optimizer::widenedPasses(options.generic_width != 0)));
}

Emitter emitterFor(const PipelineOptions &options) {
  return options.opt_level == 0 && options.emitter == Emitter::Vector ? Emitter::Loops
                                                                      : options.emitter;
}

} // namespace

PipelineResult emitKernels(llvm::Module &module, llvm::TargetMachine &machine,
                           const PipelineOptions &options) {
  PipelineResult result;
  noteStage(options.stages, Stage::DecideContractions, module.getName());
  decideContractions(module, machine);
  noteStage(options.stages, Stage::AllowEstimates, module.getName());
  allowEstimates(module);
  noteStage(options.stages, Stage::LowerKernels, module.getName());
  std::vector<LoweredKernel> kernels = lowerKernels(module, result.errors, options.left_out);
  if (!result.errors.empty())
    return result;
  PipelineOptions chosen = options;
  chosen.emitter = emitterFor(options);
  Optimizer optimizer(machine, options.tune, options.left_out);
  for (LoweredKernel &kernel : kernels) {
    if (kernel.sub_groups && options.generic_width)
      kernel.sub_group_size = options.generic_width;
    if (chosen.opt_level > 0) {
      noteStage(options.stages, Stage::SimplifyItem, kernel.name);
      optimizer.simplifyItem(*kernel.function);
    }
    result.kernels.push_back(plan(kernel, chosen, optimizer, result.errors));
  }
  if (options.stages)
    describePasses(machine, options, *options.stages);
  if (chosen.emitter == Emitter::Vector) {
    noteStage(options.stages, Stage::InlineWidened, module.getName());
    optimizer.inlineWidened(module);
  } else
    optimizer.optimizeScalar(module, chosen.opt_level);
  return result;
}

void optimizeFunctions(llvm::Module &module, llvm::TargetMachine &machine,
                       const PipelineOptions &options) {
  if (emitterFor(options) != Emitter::Vector)
    return;
  noteStage(options.stages, Stage::OptimizeWidened, module.getName());
  Optimizer(machine, options.tune, options.left_out)
      .optimizeWidened(module, options.generic_width != 0);
}

} // namespace weft
