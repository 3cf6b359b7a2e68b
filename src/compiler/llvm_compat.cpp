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

// What takes more of a build than it gives to kernels. Only an option of LLVM's says that the code
// generator shall do without a pass. Nobody else sees the options of this copy of LLVM.
struct PassToLeaveOut {
  llvm::StringLiteral option_name;
  llvm::cl::Option *option;
};
constinit PassToLeaveOut passes_to_leave_out[] = {
    // Loops over work-items have one counter, which addresses scale. A tenth of a small build.
    {"disable-lsr", nullptr},
    // Of loops it moves little but loads of constants, which then take registers: as fast without.
    {"disable-machine-licm", nullptr},
    // CPUs that run AVX2 reorder far more than this pass looks at.
    {"disable-post-ra", nullptr},
};

void leaveOutPasses() {
  for (const PassToLeaveOut &pass : passes_to_leave_out) {
    assert(pass.option && "LLVM renamed it");
    pass.option->addOccurrence(0, pass.option_name, "true");
  }
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

// Instead of the function with which each of LLVM's options adds itself to the table that a
// command line would be looked up in (the library is linked with --wrap for it): there is none, and
// the table takes a fifth of the time to open the library.
extern "C" __attribute__((visibility("hidden"))) void
__wrap__ZN4llvm2cl6Option11addArgumentEv(llvm::cl::Option *option) {
  for (weft::PassToLeaveOut &pass : weft::passes_to_leave_out)
    if (pass.option_name == option->ArgStr)
      pass.option = option;
}
