// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/target/tuning.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/TargetParser/X86TargetParser.h"

namespace weft {

Tuning tuningFor(llvm::Triple::ArchType arch, llvm::StringRef model) {
  Tuning tuning;
#define WEFT_TUNING(of_arch, name_of_model, name, value)                                           \
  if (arch == llvm::Triple::of_arch && model == name_of_model)                                     \
    tuning.name = value;
#include "passes/target/tuning.def"
  return tuning;
}

std::string presumedCpu(llvm::StringRef name, const llvm::StringMap<bool> &features) {
  constexpr llvm::StringRef Tells = "avx512fp16";
  if (!features.lookup(Tells) || name.starts_with("znver"))
    return name.str();
  llvm::SmallVector<llvm::StringRef> known;
  if (llvm::X86::parseArchX86(name) != llvm::X86::CK_None)
    llvm::X86::getFeaturesForCPU(name, known);
  return llvm::is_contained(known, Tells) ? name.str() : "sapphirerapids";
}

} // namespace weft
