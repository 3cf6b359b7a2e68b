// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CPU of a host whose reported model may be wrong.
#ifndef WEFT_PASSES_TARGET_X86_PRESUMED_CPU_H
#define WEFT_PASSES_TARGET_X86_PRESUMED_CPU_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace weft::x86 {

// The CPU that a host most likely has. Virtual machines may report an older model of Intel's than
// their instructions tell; then it is the first model that has these. All other hosts have the
// model that they report. `name`, `features`: what LLVM says of the host.
std::string presumedCpu(llvm::StringRef name, const llvm::StringMap<bool> &features);

} // namespace weft::x86
#endif
