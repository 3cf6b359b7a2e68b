// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_FENCE_H
#define WEFT_COMPILER_CODEGEN_FENCE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Instruction.h"

namespace weft {

// The users that `sees_bits` picks are compiled without a look at what `value` is made of: a vector
// of whole 32 bits, of numbers. Nothing is computed for that. Before code is generated, as other
// passes do not know what it is for.
void fence(llvm::Instruction &value, llvm::function_ref<bool(const llvm::User &user)> sees_bits);

} // namespace weft
#endif
