// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What differs between microarchitectures with the same instructions. The values, with their
// sources, are data: tuning.def.
#ifndef WEFT_PASSES_TARGET_TUNING_H
#define WEFT_PASSES_TARGET_TUNING_H

#include "llvm/ADT/StringRef.h"
#include "llvm/TargetParser/Triple.h"

namespace weft {

struct Tuning {
#define WEFT_TUNING_RULE(type, name, usual) type name = usual;
#include "passes/target/tuning.def"
};

// `model`: LLVM's name of a CPU, such as "znver5"; others get usual values.
Tuning tuningFor(llvm::Triple::ArchType arch, llvm::StringRef model);

} // namespace weft
#endif
