// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The OpenCL C library that the compiler carries, as a pack of small bitcode units (see
// runtime-stdlib/library_pack.h): linking reads what a program uses and nothing else.
#ifndef WEFT_COMPILER_PROGRAM_LIBRARY_PACK_H
#define WEFT_COMPILER_PROGRAM_LIBRARY_PACK_H

#include "compiler/frontend/diagnostics.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Module.h"

namespace weft {

// Whether the library defines `symbol` (a mangled name such as "_Z3sinDv4_f").
bool libraryDefines(llvm::StringRef symbol);

// Defines what `program` declares and the library has, with all that this refers to, as internal
// functions and variables. What the program defines itself is left alone. False with a log entry on
// failure. `shares`: but for shared functions (passes/vectorize/shared_functions.h), which remain
// declared.
bool linkLibrary(llvm::Module &program, Log &log, bool shares = false);

// The same for functions that `program` does not declare yet, such as the vector forms of those it
// calls; names that the library lacks are skipped. May be called when the program has already been
// lowered to the target: the functions then have the C calling convention, as its own have. They
// are internal, hence gone at the next global DCE unless they have been used by then. What is not
// named and is to stay shared does.
bool linkLibraryFunctions(llvm::Module &program, llvm::ArrayRef<std::string> names, Log &log);

} // namespace weft
#endif
