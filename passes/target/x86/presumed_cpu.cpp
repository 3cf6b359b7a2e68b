// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/target/x86/presumed_cpu.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/TargetParser/X86TargetParser.h"

namespace weft {

std::string x86::presumedCpu(llvm::StringRef name, const llvm::StringMap<bool> &features) {
  constexpr llvm::StringRef Tells = "avx512fp16";
  if (!features.lookup(Tells) || name.starts_with("znver"))
    return name.str();
  llvm::SmallVector<llvm::StringRef> known;
  if (llvm::X86::parseArchX86(name) != llvm::X86::CK_None)
    llvm::X86::getFeaturesForCPU(name, known);
  return llvm::is_contained(known, Tells) ? name.str() : "sapphirerapids";
}

} // namespace weft
