// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rewrites of IR as a plugin of LLVM's opt, for tests: each by its name in rewrites.def.
#include "compiler/llvm_patches/rewrites.h"

#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Target/TargetMachine.h"

namespace weft {
namespace {

struct RewritePass : llvm::PassInfoMixin<RewritePass> {
  void (*rewrite)(llvm::Function &, const llvm::TargetMachine &);

  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
    std::string error;
    const llvm::Triple &triple = function.getParent()->getTargetTriple();
    const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
    if (!target)
      llvm::reportFatalUsageError(llvm::StringRef(error));
    // Functions say what CPU they are for.
    std::unique_ptr<llvm::TargetMachine> machine(
        target->createTargetMachine(triple, "", "", {}, std::nullopt));
    rewrite(function, *machine);
    return llvm::PreservedAnalyses::none();
  }
};

bool addPass(llvm::StringRef wanted, llvm::FunctionPassManager &passes,
             llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
#define WEFT_LOOP_REWRITE(function, name, ...)                                                     \
  if (wanted == name)                                                                              \
    return passes.addPass(LoopRewritePass{{}, name, function}), true;
#define WEFT_REWRITE(function, name, ...)                                                          \
  if (wanted == name)                                                                              \
    return passes.addPass(RewritePass{{}, function}), true;
#include "compiler/llvm_patches/rewrites.def"
  return false;
}

} // namespace
} // namespace weft

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {
      LLVM_PLUGIN_API_VERSION, "weft-rewrites", LLVM_VERSION_STRING,
      [](llvm::PassBuilder &builder) { builder.registerPipelineParsingCallback(weft::addPass); }};
}
