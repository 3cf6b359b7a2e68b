// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_BYTE_LOOKUPS_H
#define WEFT_COMPILER_CODEGEN_BYTE_LOOKUPS_H

#include "llvm/IR/Module.h"

namespace weft {

// Gives bytes that are chosen from a vector by computed numbers a vector of eight bytes or more to
// be chosen from. Of eight or sixteen of them LLVM 22 makes one look-up on aarch64, which counts
// bytes; from elements that are wider, or become so as their vector is shorter than a register, it
// takes the wrong ones. Before code is generated.
void widenByteLookups(llvm::Module &module);

} // namespace weft
#endif
