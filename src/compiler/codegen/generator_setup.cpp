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

// What only an option says. Nobody else sees the options of this copy of LLVM.
struct WantedOption {
  llvm::StringLiteral name, value;
  llvm::cl::Option *noted = nullptr;
};
constinit WantedOption Wanted[] = {
    // Loops over work-items have one counter, which addresses scale.
    {"disable-lsr", "true"},
    // Blocks that lead to one are compared with each other, pair by pair. LLVM does so with up to
    // 150 of them, which takes most of the time to compile deep nests of loops.
    {"tail-merge-threshold", "40"},
};

llvm::cl::Option *findOption(const WantedOption &wanted) {
  if (wanted.noted)
    return wanted.noted;
  auto &registered = llvm::cl::getRegisteredOptions();
  auto found = registered.find(wanted.name);
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
  for (const WantedOption &wanted : Wanted) {
    llvm::cl::Option *option = findOption(wanted);
    if (!option)
      return ("LLVM has no option '" + wanted.name + "'").str();
    option->addOccurrence(0, wanted.name, wanted.value);
    // lld gives each option of the table its default again when it links.
    if (!wanted.noted)
      option->removeArgument();
  }
  return {};
}

void noteOption(llvm::cl::Option &option) {
  for (WantedOption &wanted : Wanted)
    if (option.ArgStr == wanted.name)
      wanted.noted = &option;
}

} // namespace weft
