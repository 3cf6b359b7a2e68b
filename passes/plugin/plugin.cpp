// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes as a plugin of LLVM's opt, for tests and for looking at what a pass does.
#include "passes/lowering/lower_kernels.h"
#include "passes/lowering/safe_conversions.h"
#include "passes/lowering/safe_division.h"
#include "passes/plugin/region_passes.h"
#include "passes/plugin/vectorize_passes.h"
#include "passes/plugin/work_item_passes.h"
#include "passes/target/target_info.h"
#include "passes/transforms/array_loops.h"
#include "passes/transforms/broadcast_loads.h"
#include "passes/transforms/disjoint_sums.h"
#include "passes/transforms/estimates.h"
#include "passes/transforms/gather_addresses.h"
#include "passes/transforms/index_extension.h"
#include "passes/transforms/iteration_order.h"
#include "passes/transforms/loop_versions.h"
#include "passes/transforms/non_temporal_stores.h"
#include "passes/transforms/scalar_loops.h"
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
    std::vector<LoweredKernel> kernels = lowerKernels(module, errors);
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

void registerPasses(llvm::PassBuilder &builder) {
  builder.registerAnalysisRegistrationCallback([](llvm::FunctionAnalysisManager &analyses) {
    analyses.registerPass([] { return TargetInfoAnalysis(); });
  });
  builder.registerPipelineParsingCallback([](llvm::StringRef wanted,
                                             llvm::ModulePassManager &passes,
                                             llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
#define WEFT_MODULE_PASS(name, pass)                                                               \
  if (wanted == name) {                                                                            \
    passes.addPass(pass);                                                                          \
    return true;                                                                                   \
  }
#include "passes/pass_registry.def"
    return false;
  });
  builder.registerPipelineParsingCallback([](llvm::StringRef wanted,
                                             llvm::FunctionPassManager &passes,
                                             llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
#define WEFT_FUNCTION_PASS(name, pass)                                                             \
  if (wanted == name) {                                                                            \
    passes.addPass(pass);                                                                          \
    return true;                                                                                   \
  }
#include "passes/pass_registry.def"
    return false;
  });
  builder.registerPipelineParsingCallback([](llvm::StringRef wanted, llvm::LoopPassManager &passes,
                                             llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
#define WEFT_LOOP_PASS(name, pass)                                                                 \
  if (wanted == name) {                                                                            \
    passes.addPass(pass);                                                                          \
    return true;                                                                                   \
  }
#include "passes/pass_registry.def"
    return false;
  });
}

} // namespace
} // namespace weft

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "weft", LLVM_VERSION_STRING, weft::registerPasses};
}
