// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is best on one microarchitecture and not on another that has the same instructions. The
// values are data, with where they come from: tuning.def.
#ifndef WEFT_PASSES_TARGET_TUNING_H
#define WEFT_PASSES_TARGET_TUNING_H

#include "llvm/ADT/StringRef.h"
#include "llvm/TargetParser/Triple.h"

namespace weft {

struct Tuning {
#define WEFT_TUNING_RULE(type, name, usual) type name = usual;
#include "passes/target/tuning.def"
};

// `model`: a CPU's name as LLVM has it, such as "znver5"; one that tuning.def does not know is
// tuned for as it is usual.
Tuning tuningFor(llvm::Triple::ArchType arch, llvm::StringRef model);

} // namespace weft
#endif
