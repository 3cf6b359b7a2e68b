// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory accesses of several lanes in widened functions, and what their addresses depend on.
#ifndef WEFT_PASSES_ANALYSIS_VECTOR_ADDRESS_H
#define WEFT_PASSES_ANALYSIS_VECTOR_ADDRESS_H

#include "llvm/IR/Instructions.h"

namespace weft {

// The address of a load of several lanes, or a vector of addresses; null for all else.
// `neighbours`: only of consecutive elements, no gathers.
const llvm::Value *vectorAddress(const llvm::Instruction &instruction, bool neighbours);

// The address of a store of several consecutive lanes; null for all else.
const llvm::Value *vectorAddressOfStore(const llvm::Instruction &instruction);

// Whether `mask` is the argument of widened functions that says which lanes run at all.
bool isLanesArgument(const llvm::Value *mask);

// Whether `value` may depend on `wanted`. Conservative: true after a bounded search.
bool mayDependOn(const llvm::Value *value, const llvm::Value *wanted);

} // namespace weft
#endif
