// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen/generator_setup.h"

#include "compiler/codegen/short_blocks.h"

#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"

namespace weft {
namespace {

// Loops over work-items have one counter, which addresses scale. Only an option says that loop
// strength reduction is not wanted. Nobody else sees the options of this copy of LLVM.
constexpr llvm::StringLiteral NoLoopStrengthReduction = "disable-lsr";
constinit llvm::cl::Option *noted = nullptr;

llvm::cl::Option *findOption() {
  if (noted)
    return noted;
  auto &registered = llvm::cl::getRegisteredOptions();
  auto found = registered.find(NoLoopStrengthReduction);
  return found == registered.end() ? nullptr : found->second;
}

} // namespace

std::string setUpCodeGenerator() {
  static const llvm::RegisterTargetPassConfigCallback callback(
      [](llvm::TargetMachine &, llvm::PassManagerBase &, llvm::TargetPassConfig *passes) {
        // Of loops it moves little but loads of constants, which then take registers.
        passes->disablePass(&llvm::EarlyMachineLICMID);
        // CPUs that run AVX2 reorder far more than this pass looks at.
        passes->disablePass(&llvm::PostRASchedulerID);
        addBlockCutting(*passes);
      });
  llvm::cl::Option *option = findOption();
  if (!option)
    return ("LLVM has no option '" + NoLoopStrengthReduction + "'").str();
  option->addOccurrence(0, NoLoopStrengthReduction, "true");
  return {};
}

void noteOption(llvm::cl::Option &option) {
  if (option.ArgStr == NoLoopStrengthReduction)
    noted = &option;
}

} // namespace weft
