// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What changes most from one LLVM major to the next, in one place.
#ifndef WEFT_COMPILER_CODEGEN_LLVM_COMPAT_H
#define WEFT_COMPILER_CODEGEN_LLVM_COMPAT_H

#include "llvm/Config/llvm-config.h"

#include <string>

#if LLVM_VERSION_MAJOR != 22
#error "Weft is written for LLVM 22"
#endif

namespace weft {

// Registers the machine's own target; once per process, however often called. Returns what LLVM
// lacks that the code generator is set up with, or an empty string.
std::string initializeTargets();

} // namespace weft
#endif
