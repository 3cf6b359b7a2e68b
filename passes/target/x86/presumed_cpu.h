// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which CPU a host has whose number cannot be believed.
#ifndef WEFT_PASSES_TARGET_X86_PRESUMED_CPU_H
#define WEFT_PASSES_TARGET_X86_PRESUMED_CPU_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace weft::x86 {

// The CPU that a host most likely has. Virtual machines may give theirs the number of an older one,
// which has not all of the instructions: then it is the first of Intel's that does. Hosts of other
// architectures have what they say.
// `name`, `features`: what LLVM says of the host.
std::string presumedCpu(llvm::StringRef name, const llvm::StringMap<bool> &features);

} // namespace weft::x86
#endif
