// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects of C++ for OpenCL that are variables of a program have constructors, which run before
// anything else of the program does. Clang lists them in llvm.global_ctors, as the reader of SPIR-V
// does with a module's initializers; they become one kernel, so that whatever they call is lowered
// as everything else is, and the device runs it as one work-item when it has loaded the code
// (Artifact::constructors). So do a module's finalizers, from llvm.global_dtors, which the device
// runs before it unloads the code (Artifact::destructors).
#ifndef WEFT_COMPILER_CONSTRUCTORS_H
#define WEFT_COMPILER_CONSTRUCTORS_H

#include "compiler/frontend/diagnostics.h"
#include "support/artifact.h"

#include "llvm/IR/Module.h"

namespace weft {

// Whether the lists, where there are any, have nothing but functions that can be called.
bool constructorsAreSound(const llvm::Module &program);

// Requires: constructorsAreSound, and all of the program is there.
// Guarantees: the lists are gone; for each a kernel that calls what was in there, in order of
// priority and then of appearance, if there was anything.
void gatherConstructors(llvm::Module &program);

// Moves those kernels from `artifact.kernels` to where they belong.
void setConstructorsApart(Artifact &artifact, Log &log);

} // namespace weft
#endif
