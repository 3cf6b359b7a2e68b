// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects of C++ for OpenCL that are variables of a program have constructors, which run before
// anything else of the program does. Clang lists them in llvm.global_ctors; they become one kernel,
// so that whatever they call is lowered as everything else is, and the device runs it as one
// work-item when it has loaded the code (Artifact::constructors).
#ifndef WEFT_COMPILER_CONSTRUCTORS_H
#define WEFT_COMPILER_CONSTRUCTORS_H

#include "compiler/frontend/diagnostics.h"
#include "support/artifact.h"

#include "llvm/IR/Module.h"

namespace weft {

// Whether llvm.global_ctors, where there is one, has nothing but functions that can be called.
bool constructorsAreSound(const llvm::Module &program);

// Requires: constructorsAreSound, and all of the program is there.
// Guarantees: no llvm.global_ctors; a kernel that calls what was in there, in order of priority and
// then of appearance, if there was anything.
void gatherConstructors(llvm::Module &program);

// Moves that kernel from `artifact.kernels` to where it belongs.
void setConstructorsApart(Artifact &artifact, Log &log);

} // namespace weft
#endif
