// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How much stack the code generator spills registers to: what CL_KERNEL_SPILL_MEM_SIZE_INTEL says.
#ifndef WEFT_COMPILER_CODEGEN_SPILL_SIZES_H
#define WEFT_COMPILER_CODEGEN_SPILL_SIZES_H

#include <cstdint>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace weft {

// Code generators that are set up after this note it; once per process, however often called.
void noteSpillSizes();
// Bytes, of a function that code was generated for and of those that it calls.
uint64_t spillBytes(const llvm::Function &function);
// Of all functions of a module.
uint64_t spillBytes(const llvm::Module &module);

} // namespace weft
#endif
