// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_initialize_memory for private memory: what contexts ask for that are created with
// CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR.
#ifndef WEFT_COMPILER_CLEAR_PRIVATE_H
#define WEFT_COMPILER_CLEAR_PRIVATE_H

#include "llvm/IR/Module.h"

namespace weft {

// Requires: a program as the front ends make it, whose variables are allocas.
// Guarantees: each variable is zeros when its function is called. One that comes to life again in a
// loop has what it had: the extension asks that nothing is seen that comes from elsewhere.
void clearPrivateMemory(llvm::Module &program);

} // namespace weft
#endif
