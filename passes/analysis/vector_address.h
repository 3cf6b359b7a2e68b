// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where widened functions access memory for several lanes, and what that depends on.
#ifndef WEFT_PASSES_ANALYSIS_VECTOR_ADDRESS_H
#define WEFT_PASSES_ANALYSIS_VECTOR_ADDRESS_H

#include "llvm/IR/Instructions.h"

namespace weft {

// The address, or addresses, of a load of several lanes; null for all else. `neighbours`: only
// where they lie side by side.
const llvm::Value *vectorAddress(const llvm::Instruction &instruction, bool neighbours);

// The address of a store of several lanes side by side; null for all else.
const llvm::Value *vectorAddressOfStore(const llvm::Instruction &instruction);

// Whether `mask` is of the lanes that run at all, which widened functions take as an argument.
bool isLanesArgument(const llvm::Value *mask);

// Whether `value` may be computed from `wanted`; true too where that takes long to find out.
bool mayDependOn(const llvm::Value *value, const llvm::Value *wanted);

} // namespace weft
#endif
