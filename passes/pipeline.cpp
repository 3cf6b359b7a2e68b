// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/pipeline.h"

#include "passes/analysis/effects.h"
#include "passes/analysis/float_work.h"
#include "passes/analysis/waiting_loops.h"
#include "passes/check/checks.h"
#include "passes/check/unlikely_blocks.h"
#include "passes/emitters/emitter.h"
#include "passes/emitters/entry_function.h"
#include "passes/lowering/blocks.h"
#include "passes/lowering/contractions.h"
#include "passes/lowering/inlining.h"
#include "passes/lowering/lower_kernels.h"
#include "passes/optimizer.h"
#include "passes/transforms/non_temporal_stores.h"
#include "passes/vectorize/line_report.h"

#include "llvm/Analysis/ScalarEvolution.h"
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
    vector.generic_width = options.generic_width;
    vector.exceeds_caches = options.exceeds_caches;
    vector.left_out = options.left_out;
    vector.steps = options.steps;
    vector.report = options.report;
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

// Of emitters that run one work-item at a time.
KernelReport reportWorkItem(llvm::Function &function, const PipelineOptions &options,
                            Optimizer &optimizer) {
  KernelReport report;
  report.regions.push_back(reportOneByOne(
      function, targetOf(function, optimizer.functionAnalyses()).costs(), report.files));
  report.regions.back().why_single = options.emitter == Emitter::Fibers
                                         ? "each work-item has a stack of its own"
                                     : options.opt_level == 0 ? "optimisation is disabled"
                                                              : "so the emitter 'loops' runs them";
  return report;
}

KernelPlan plan(const LoweredKernel &kernel, PipelineOptions options, Optimizer &optimizer,
                std::vector<std::string> &errors) {
  const Emitter wanted = std::exchange(options.emitter, emitterOf(kernel, options));
  const uint64_t private_bytes = privateBytes(*kernel.function);
  const uint64_t stored_bytes = bytesStored(*kernel.function);
  const bool uses_barriers = llvm::any_of(llvm::instructions(*kernel.function), isBarrier);
  const bool enqueues = kernel.function->hasFnAttribute(EnqueuesKernels);
  const llvm::DISubprogram *subprogram = kernel.function->getSubprogram();
  const llvm::SmallVector<bool> written =
      kernel.written ? *kernel.written : findWrittenParameters(*kernel.function);
  const std::vector<std::string> calls = describeCalls(*kernel.function);
  llvm::FunctionAnalysisManager &analyses = optimizer.functionAnalyses();
  bool work_assumed = false;
  std::vector<FloatWork> work = countFloatWork(
      *kernel.function, unsigned(kernel.args.size()),
      analyses.getResult<llvm::LoopAnalysis>(*kernel.function),
      analyses.getResult<llvm::ScalarEvolutionAnalysis>(*kernel.function), work_assumed);
  KernelReport report;
  if (options.report)
    report = reportWorkItem(*kernel.function, options, optimizer);
  analyses.clear(*kernel.function, kernel.function->getName()); // it is about to change
  EmittedKernel emitted = emit(kernel, options, optimizer);
  KernelPlan plan;
  static_cast<KernelFacts &>(plan) = emitted;
  plan.name = kernel.name;
  if (options.report)
    plan.report =
        options.emitter == Emitter::Vector ? std::move(emitted.report) : std::move(report);
  plan.report.name = kernel.name;
  if (options.report)
    plan.report.at = sourceLine(subprogram, plan.report.files);
  plan.args.assign(kernel.args.begin(), kernel.args.end());
  for (auto [arg, is_written] : llvm::zip_equal(plan.args, written))
    arg.is_written = is_written;
  plan.symbol = emitted.entry->getName().str();
  plan.args_size = kernel.args_size;
  plan.local_bytes = kernel.local_bytes;
  plan.private_bytes = private_bytes;
  plan.uses_barriers = uses_barriers;
  plan.uses_fibers = options.emitter == Emitter::Fibers;
  plan.transposed = kernel.transposed;
  plan.enqueues = enqueues;
  plan.reaches_by_arguments = kernel.reaches_by_arguments;
  plan.float_work = std::move(work);
  plan.float_work_assumed = work_assumed;
  plan.hints.grouping = kernel.grouping;
  plan.hints.stored_bytes = stored_bytes;
  plan.hints.rows_of_tile = kernel.rows_of_tile;
  if (options.emitter == Emitter::Loops)
    emitted.remarks.insert(emitted.remarks.begin(),
                           options.opt_level == 0
                               ? "one work-item at a time: optimisation is disabled"
                               : "one work-item at a time: so the emitter 'loops' runs them");
  if (options.emitter == Emitter::Fibers && wanted != Emitter::Fibers)
    emitted.remarks.push_back("sub-groups of one work-item: they may wait for each other in a loop "
                              "(-cl-no-subgroup-ifp says that they do not)");
  llvm::append_range(emitted.remarks, calls);
  plan.explain = lines(emitted.remarks);
  if (kernel.sub_groups && kernel.sub_group_size && plan.simd_width != kernel.sub_group_size)
    errors.push_back("kernel '" + kernel.name + "': sub-groups of " +
                     std::to_string(kernel.sub_group_size) + " work-items are not possible:\n" +
                     plan.explain);
  return plan;
}

void describePasses(llvm::TargetMachine &machine, const PipelineOptions &options, StepLog &log) {
  PassNames names(machine);
  log.passes(Step::SimplifyItem, names.textOf(Optimizer::itemPasses()));
  log.passes(Step::SimplifyRegion, names.textOf(names.regionPasses()));
  log.passes(Step::FoldRegion, names.textOf(Optimizer::foldPasses()));
  log.passes(Step::InlineWidened, names.textOf(Optimizer::inliningPasses()));
  log.passes(Step::OptimizeWidened, names.textOf(Optimizer::widenedPasses(
                                        options.generic_width != 0, options.before_vectoriser)));
}

Emitter emitterFor(const PipelineOptions &options) {
  return options.opt_level == 0 && options.emitter == Emitter::Vector ? Emitter::Loops
                                                                      : options.emitter;
}

// What goes through the steps of programs.
struct ModuleState {
  llvm::Module &module;
  llvm::TargetMachine &machine;
  const PipelineOptions &options;
  const Emitter emitter = emitterFor(options);
  Optimizer optimizer{machine, options.tune, options.left_out, options.before_vectoriser};
  std::vector<LoweredKernel> kernels = {};
  PipelineResult result = {};
};

namespace steps {

bool always(const ModuleState &) { return true; }
bool isOptimized(const ModuleState &program) { return program.options.opt_level > 0; }
bool isChecked(const ModuleState &program) { return program.options.checks != 0; }
bool isWidened(const ModuleState &program) { return program.emitter == Emitter::Vector; }
bool isScalar(const ModuleState &program) { return !isWidened(program); }
bool isCheckedInLanes(const ModuleState &program) {
  return isChecked(program) && isWidened(program);
}

void contractions(ModuleState &program) { decideContractions(program.module, program.machine); }

void check(ModuleState &program) {
  for (LoweredKernel &kernel : program.kernels) {
    checkKernel(kernel, program.options.checks);
    alignPrivateMemory(*kernel.function);
  }
  dropMarks(program.module);
}

void lower(ModuleState &program) {
  const PipelineOptions &options = program.options;
  LoweringOptions lowering = {.left_out = options.left_out, .checks = options.checks};
  lowering.limits_copies =
      options.emitter == Emitter::Vector && options.width == 0 && options.generic_width == 0;
  program.kernels = lowerKernels(program.module, program.result.errors, lowering);
  for (LoweredKernel &kernel : program.kernels)
    if (kernel.sub_groups && options.generic_width)
      kernel.sub_group_size = options.generic_width;
}

void simplifyItems(ModuleState &program) {
  for (LoweredKernel &kernel : program.kernels)
    program.optimizer.simplifyItem(*kernel.function);
}

void emitAll(ModuleState &program) {
  PipelineOptions options = program.options;
  options.emitter = program.emitter;
  for (const LoweredKernel &kernel : program.kernels)
    program.result.kernels.push_back(
        plan(kernel, options, program.optimizer, program.result.errors));
}

void inlineWidened(ModuleState &program) { program.optimizer.inlineWidened(program.module); }

void optimizeWidened(ModuleState &program) {
  program.optimizer.optimizeWidened(program.module, program.options.generic_width != 0);
}

void sinkReports(ModuleState &program) {
  for (llvm::Function &function : program.module)
    sinkIntoUnlikelyBlocks(function);
}

void optimizeScalar(ModuleState &program) {
  program.optimizer.optimizeScalar(program.module, program.options.opt_level);
}

} // namespace steps

struct ModuleStep {
  Step step;
  void (*run)(ModuleState &);
  bool (*when)(const ModuleState &);
};
constexpr ModuleStep moduleSteps[] = {
#define WEFT_MODULE_STEP(id, name, function, when, shows, gain, reason)                            \
  {Step::id, steps::function, steps::when},
#include "passes/pipeline.def"
};

// The steps from one on up to another, or until one finds an error.
void run(ModuleState &program, Step first, Step last) {
  for (const ModuleStep &step : moduleSteps) {
    if (step.step < first || step.step > last || !step.when(program))
      continue;
    step.run(program);
    if (StepLog *log = program.options.steps)
      log->ran(step.step, program.module);
    if (!program.result.errors.empty())
      return;
  }
}

// The last step that sees the whole program; what is left concerns functions one by one.
constexpr Step LastOfProgram = Step::InlineWidened;

} // namespace

PipelineResult emitKernels(llvm::Module &module, llvm::TargetMachine &machine,
                           const PipelineOptions &options) {
  ModuleState program{module, machine, options};
  if (options.steps)
    describePasses(machine, options, *options.steps);
  run(program, Step(0), LastOfProgram);
  return std::move(program.result);
}

void optimizeFunctions(llvm::Module &module, llvm::TargetMachine &machine,
                       const PipelineOptions &options) {
  ModuleState program{module, machine, options};
  run(program, Step(unsigned(LastOfProgram) + 1), Step(unsigned(Step::Count) - 1));
}

} // namespace weft
