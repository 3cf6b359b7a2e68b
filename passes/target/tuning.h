// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is best on one microarchitecture and not on another that has the same instructions. The
// values are data, with where they come from: tuning.def.
#ifndef WEFT_PASSES_TARGET_TUNING_H
#define WEFT_PASSES_TARGET_TUNING_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/TargetParser/Triple.h"

#include <string>

namespace weft {

struct Tuning {
#define WEFT_TUNING_RULE(type, name, usual) type name = usual;
#include "passes/target/tuning.def"
};

// `model`: a CPU's name as LLVM has it, such as "znver5"; one that tuning.def does not know is
// tuned for as it is usual.
Tuning tuningFor(llvm::Triple::ArchType arch, llvm::StringRef model);

// The CPU that a host most likely has. Virtual machines may give theirs the number of an older one,
// which has not all of the instructions: then it is the first of Intel's that does.
// `name`, `features`: what LLVM says of the host.
std::string presumedCpu(llvm::StringRef name, const llvm::StringMap<bool> &features);

} // namespace weft
#endif
