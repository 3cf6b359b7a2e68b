// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen/llvm_compat.h"

#include "compiler/codegen/generator_setup.h"
#include "compiler/codegen/spill_sizes.h"
#include "compiler/llvm_patches/rewrites.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/TargetSelect.h"

#include <mutex>

// lld registers every target that LLVM was configured with; only the machine's own is linked. Its
// name becomes another one here, so that the real one is not defined a second time.
#define WEFT_NO_TARGET(name)                                                                       \
  extern "C" void LLVMInitialize##name##TargetInfo() {}                                            \
  extern "C" void LLVMInitialize##name##Target() {}                                                \
  extern "C" void LLVMInitialize##name##TargetMC() {}                                              \
  extern "C" void LLVMInitialize##name##AsmPrinter() {}                                            \
  extern "C" void LLVMInitialize##name##AsmParser() {}
#define LLVM_TARGET(name) WEFT_NO_TARGET(name)
#if defined(__x86_64__)
#define X86 WeftReplacedTarget
#elif defined(__aarch64__)
#define AArch64 WeftReplacedTarget
#endif
#include "llvm/Config/Targets.def"
#undef X86
#undef AArch64

// Debian's Clang asks for Polly's passes; Weft does without them.
llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "none", LLVM_VERSION_STRING, [](llvm::PassBuilder &) {}, {}};
}

namespace weft {

std::string initializeTargets() {
  static std::once_flag once;
  static std::string error;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    llvm::InitializeNativeTargetAsmParser();
    error = setUpCodeGenerator();
    noteSpillSizes();
    addCodeRewrites();
  });
  return error;
}

} // namespace weft
