// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel table: what the API has to know about each kernel, read from the metadata that Clang
// leaves on it and from what the passes decided.
#ifndef WEFT_COMPILER_PROGRAM_KERNEL_TABLE_H
#define WEFT_COMPILER_PROGRAM_KERNEL_TABLE_H

#include "compiler/frontend/diagnostics.h"
#include "passes/pipeline.h"
#include "support/artifact.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Module.h"

#include <vector>

namespace weft {

// The kernels of a front end's module, in source order, all but their places in the argument
// buffer. A kernel that takes what the device has not is an error.
std::vector<KernelInfo> readKernels(const llvm::Module &module, Log &log);

// Adds what the pipeline decided. A kernel without a plan, or with a plan for another number of
// arguments, is an error.
void applyPlans(llvm::ArrayRef<KernelPlan> plans, std::vector<KernelInfo> &kernels, Log &log);

// Bytes of program-scope variables in global memory (CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE).
uint64_t globalVariableBytes(const llvm::Module &module, Log &log);

} // namespace weft
#endif
