// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What of a program the host may ask for by name: variables in global memory that other modules
// could refer to, or that SPIR-V gives a name for the host (HostAccessINTEL); functions that SPIR-V
// has pointers to, or says are called through some (ReferencedIndirectlyINTEL).
#ifndef WEFT_COMPILER_PROGRAM_HOST_NAMES_H
#define WEFT_COMPILER_PROGRAM_HOST_NAMES_H

#include "support/artifact.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"

namespace weft {

// Attribute of a variable that has an entry in Artifact::variables. The host may write it at any
// time, so all code of the program refers to one symbol, whose value is not known.
constexpr llvm::StringLiteral HostVisible = "weft-host-visible";

// Requires: all of the program is there, and nothing of the library.
// Guarantees: the artifact has the names; the variables have the attribute; functions keep the
// numbers that stand for their addresses.
void nameForHost(llvm::Module &program, Artifact &artifact);

} // namespace weft
#endif
