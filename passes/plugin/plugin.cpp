// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes as a plugin of LLVM's opt, for tests and for looking at what a pass does.
#include "passes/lowering/lower_kernels.h"
#include "passes/lowering/safe_conversions.h"
#include "passes/lowering/safe_division.h"
#include "passes/plugin/step_passes.h"
#include "passes/plugin/vectorize_passes.h"
#include "passes/plugin/work_item_passes.h"
#include "passes/target/target_info.h"
#include "passes/transforms/array_loops.h"
#include "passes/transforms/broadcast_loads.h"
#include "passes/transforms/claimed_alignment.h"
#include "passes/transforms/compared_multiples.h"
#include "passes/transforms/index_extension.h"
#include "passes/transforms/loop_versions.h"
#include "passes/transforms/non_temporal_stores.h"
#include "passes/transforms/scope_declarations.h"
#include "passes/transforms/thread_local_atomics.h"
#include "passes/transforms/unswitch.h"
#include "passes/transforms/work_item_loop_loads.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/raw_ostream.h"

namespace weft {
namespace {

const char *kindName(LoweredKernel::Arg::Kind kind) {
  switch (kind) {
  case LoweredKernel::Arg::Value:
    return "value";
  case LoweredKernel::Arg::LocalPointer:
    return "local pointer";
  case LoweredKernel::Arg::ByAddress:
    return "by address";
  }
  return "?";
}

void printKernel(const LoweredKernel &kernel, llvm::raw_ostream &stream) {
  stream << "kernel '" << kernel.name << "': " << kernel.args_size << " bytes of arguments, "
         << kernel.local_bytes << " bytes of local memory";
  if (kernel.context_bytes_per_item)
    stream << ", " << kernel.context_bytes_per_item << " bytes of context per work-item";
  stream << "\n";
  for (const auto &[i, arg] : llvm::enumerate(kernel.args))
    stream << "  argument " << i << ": " << kindName(arg.kind) << " at " << arg.offset << ", "
           << arg.slot_size << " bytes\n";
}

struct LowerKernelsPass : llvm::PassInfoMixin<LowerKernelsPass> {
  explicit LowerKernelsPass(llvm::raw_ostream *stream = nullptr) : stream(stream) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
    std::vector<std::string> errors;
    std::vector<LoweredKernel> kernels =
        lowerKernels(module, errors, {.left_out = {}, .limits_copies = true});
    for (const std::string &error : errors)
      module.getContext().emitError(error);
    if (stream)
      for (const LoweredKernel &kernel : kernels)
        printKernel(kernel, *stream);
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }

  llvm::raw_ostream *stream; // for the kernels' layouts, or null
};

struct SafeConversionsPass : llvm::PassInfoMixin<SafeConversionsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
    return makeConversionsSafe(function) ? llvm::PreservedAnalyses::none()
                                         : llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

struct SafeDivisionPass : llvm::PassInfoMixin<SafeDivisionPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
    return makeDivisionSafe(function) ? llvm::PreservedAnalyses::none()
                                      : llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

// Registers a pass that is made anew each time it is asked for.
template <typename ManagerT, typename MakeT>
void add(llvm::PassBuilder &builder, llvm::StringRef name, MakeT make) {
  builder.registerPipelineParsingCallback(
      [name, make](llvm::StringRef wanted, ManagerT &passes,
                   llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
        if (wanted != name)
          return false;
        passes.addPass(make());
        return true;
      });
}

// What production runs, from the lines that it is run by.
void addSteps(llvm::PassBuilder &builder) {
  for (const KernelStep &step : kernelSteps())
    add<llvm::ModulePassManager>(builder, nameOf(step.step), [&step] { return StepPass(step); });
#define WEFT_FUNCTION_PASS(id, name, pass, shows, gain)                                            \
  add<llvm::FunctionPassManager>(builder, name, [] { return pass; });
#define WEFT_LOOP_PASS(id, name, pass, shows, gain)                                                \
  add<llvm::LoopPassManager>(builder, name, [] { return pass; });
#include "passes/pipeline.def"
}

// Parts of steps, whole emitters, and what analyses find.
void addOthers(llvm::PassBuilder &builder) {
  auto function = [&](llvm::StringRef name, auto make) {
    add<llvm::FunctionPassManager>(builder, name, make);
  };
  auto module = [&](llvm::StringRef name, auto make) {
    add<llvm::ModulePassManager>(builder, name, make);
  };
  module("weft-lower-kernels", [] { return LowerKernelsPass(); });
  module("print<weft-lower-kernels>", [] { return LowerKernelsPass(&llvm::errs()); });
  module("weft-name-block-kernels", [] { return NameBlockKernelsPass(); });
  function("weft-safe-conversions", [] { return SafeConversionsPass(); });
  function("weft-safe-division", [] { return SafeDivisionPass(); });

  // These take work-item functions (passes/work_item_function.h) as they stand in the module.
  function("print<weft-uniformity>", [] { return PrintUniformityPass(); });
  function("print<weft-item-bounds>", [] { return PrintItemBoundsPass(); });
  function("print<weft-row-stores>", [] { return PrintRowStoresPass(); });
  function("print<weft-barrier-graph>", [] { return PrintBarrierGraphPass(); });
  module("weft-form-regions", [] { return FormRegionsPass(); });
  module("print<weft-form-regions>", [] { return FormRegionsPass(&llvm::errs()); });
  module("weft-emit-loops", [] { return EmitPass(emitWith<emitLoops>); });
  module("weft-emit-fibers", [] { return EmitPass(emitWith<emitFibers>); });
  module("weft-emit-vector", [] { return EmitPass(emitVectors); });
  module("print<weft-emit-loops>", [] { return EmitPass(emitWith<emitLoops>, &llvm::errs()); });
  module("print<weft-emit-fibers>", [] { return EmitPass(emitWith<emitFibers>, &llvm::errs()); });

  // These take functions with lane parameters (passes/plugin/vectorize_passes.h).
  function("weft-prepare", [] { return PreparePass(); });
  function("print<weft-shapes>", [] { return PrintShapesPass(); });
  function("print<weft-addresses>", [] { return PrintAddressesPass(); }); // regions' functions, too
  function("print<weft-linearization>", [] { return PrintLinearizationPass(); });
  function("print<weft-accesses>", [] { return PrintAccessesPass(); });
  module("weft-vectorize", [] { return VectorizePass(); });
  module("weft-vectorize<if-cheaper>", [] { return VectorizePass(/*only_if_cheaper=*/true); });
}

void registerPasses(llvm::PassBuilder &builder) {
  builder.registerAnalysisRegistrationCallback([](llvm::FunctionAnalysisManager &analyses) {
    analyses.registerPass([] { return TargetInfoAnalysis(); });
  });
  addSteps(builder);
  addOthers(builder);
}

} // namespace
} // namespace weft

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "weft", LLVM_VERSION_STRING, weft::registerPasses};
}
