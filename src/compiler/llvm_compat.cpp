// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/llvm_compat.h"

#include "compiler/mask_moves.h"
#include "compiler/spill_sizes.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/TargetSelect.h"

#include <cassert>
#include <mutex>

// lld registers every target that LLVM was configured with; only x86 is linked. `X86` becomes
// another name here, so that the real one is not defined a second time.
#define WEFT_NO_TARGET(name)                                                                       \
  extern "C" void LLVMInitialize##name##TargetInfo() {}                                            \
  extern "C" void LLVMInitialize##name##Target() {}                                                \
  extern "C" void LLVMInitialize##name##TargetMC() {}                                              \
  extern "C" void LLVMInitialize##name##AsmPrinter() {}                                            \
  extern "C" void LLVMInitialize##name##AsmParser() {}
#define LLVM_TARGET(name) WEFT_NO_TARGET(name)
#define X86 WeftReplacedX86
#include "llvm/Config/Targets.def"
#undef X86

// Debian's Clang asks for Polly's passes; Weft does without them.
llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "none", LLVM_VERSION_STRING, [](llvm::PassBuilder &) {}, {}};
}

// Of the x86 code generator's own headers.
namespace llvm {
struct X86FoldTableEntry;
const X86FoldTableEntry *lookupUnfoldTable(unsigned opcode);
const X86FoldTableEntry *lookupBroadcastFoldTableBySize(unsigned opcode, unsigned bits);
} // namespace llvm

namespace weft {
namespace {

// Only an option of LLVM's says that the code generator shall do without a pass. Nobody else sees
// the options of this copy of LLVM.
void leaveOut(llvm::StringRef pass_option) {
  llvm::cl::Option *option = llvm::cl::getRegisteredOptions().lookup(pass_option);
  assert(option && "LLVM renamed it");
  option->addOccurrence(0, pass_option, "true");
}

// What takes more of a build than it gives to kernels.
void leaveOutPasses() {
  // Loops over work-items have one counter, which addresses scale. A tenth of a small build.
  leaveOut("disable-lsr");
  // Of loops it moves little but loads of constants, which then take registers: as fast without.
  leaveOut("disable-machine-licm");
  // CPUs that run AVX2 reorder far more than this pass looks at.
  leaveOut("disable-post-ra");
}

} // namespace

void initializeTargets() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMInitializeX86AsmParser();
    leaveOutPasses();
    noteSpillSizes();
    keepMaskMoves();
  });
}

void makeInstructionTables() {
  llvm::lookupUnfoldTable(0);
  llvm::lookupBroadcastFoldTableBySize(0, 32);
}

} // namespace weft
