// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/llvm_patches/rewrites.h"

#include "passes/steps.h"

#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"

namespace weft {
namespace {

#define WEFT_ANY_REWRITE(function, name, kind, versions, ...)                                      \
  static_assert(versions == LLVM_VERSION_MAJOR,                                                    \
                name " is for another LLVM: see docs/llvm-patches.md");
#include "compiler/llvm_patches/rewrites.def"

constexpr Rewrite rewrites[] = {
#define WEFT_REWRITE(function, name, kind, versions, issue, shows, reason)                         \
  {Rewrite::kind, name, reason, function},
#include "compiler/llvm_patches/rewrites.def"
};

template <bool (*Rewrite)(llvm::MachineFunction &)>
struct CodeRewrite final : llvm::MachineFunctionPass {
  static inline char ID = 0;
  CodeRewrite() : MachineFunctionPass(ID) {}
  void getAnalysisUsage(llvm::AnalysisUsage &usage) const override {
    usage.setPreservesCFG();
    MachineFunctionPass::getAnalysisUsage(usage);
  }
  bool runOnMachineFunction(llvm::MachineFunction &code) override { return Rewrite(code); }
};

} // namespace

llvm::ArrayRef<Rewrite> rewritesForSelection() { return rewrites; }

void rewriteForSelection(llvm::Module &program, const llvm::TargetMachine &machine,
                         const LeftOut &left_out, StepLog *log) {
  if (!RewritesAreOn)
    return;
  for (const Rewrite &rewrite : rewrites) {
    if (left_out.contains(rewrite.name))
      continue;
    for (llvm::Function &function : program)
      if (!function.isDeclaration())
        rewrite.run(function, machine);
    if (log)
      log->ran(rewrite.name, rewrite.reason, program);
  }
}

void addLoopRewrites(llvm::FunctionPassManager &passes) {
  if (!RewritesAreOn)
    return;
#define WEFT_LOOP_REWRITE(function, name, ...) passes.addPass(LoopRewritePass{{}, name, function});
#include "compiler/llvm_patches/rewrites.def"
}

void addCodeRewrites() {
  if (!RewritesAreOn)
    return;
  static const llvm::RegisterTargetPassConfigCallback callback(
      [](llvm::TargetMachine &, llvm::PassManagerBase &, llvm::TargetPassConfig *passes) {
#define WEFT_CODE_REWRITE(function, name, kind, versions, issue, shows, reason, behind)            \
  passes->insertPass(&llvm::behind, new CodeRewrite<function>());
#include "compiler/llvm_patches/rewrites.def"
      });
}

} // namespace weft
