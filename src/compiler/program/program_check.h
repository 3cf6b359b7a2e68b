// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What OpenCL C has no use for, but Clang lets through, and what then runs code when a program is
// loaded, or ends the process in LLVM. Looked for in the IR, so that it makes no difference whether
// a program comes as source, by pragma, or in a binary.
#ifndef WEFT_COMPILER_PROGRAM_PROGRAM_CHECK_H
#define WEFT_COMPILER_PROGRAM_PROGRAM_CHECK_H

#include "compiler/frontend/diagnostics.h"

#include "llvm/IR/Module.h"

namespace weft {

// The largest alignment that a variable, a parameter or a function may ask for: a page, beyond
// which neither loaders nor allocators give any.
constexpr uint64_t MaxAlignment = 4096;

// Reports what the program must not contain. Drops what only promises larger alignments.
void checkProgram(llvm::Module &program, Log &log);

} // namespace weft
#endif
