// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/target/tuning.h"

namespace weft {

Tuning tuningFor(llvm::Triple::ArchType arch, llvm::StringRef model) {
  Tuning tuning;
#define WEFT_TUNING(of_arch, name_of_model, name, value)                                           \
  if (arch == llvm::Triple::of_arch && model == name_of_model)                                     \
    tuning.name = value;
#include "passes/target/tuning.def"
  return tuning;
}

} // namespace weft
