// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private memory of W lanes: every alloca becomes one that holds the memory of all lanes, and each
// pointer into it is computed from the lane's number (LaneName of shape_analysis.h).
//
//   alloca [8 x float]                 alloca [8 x [W x float]]      element i of lane l at (i, l)
//   gep float, %a, %i          =>      gep float, %a, %i * W + %l
//
// In this layout equal indices of consecutive lanes are consecutive. It is used if all accesses
// have elements of one size and all addresses are plain arithmetic; fills, copies and moves become
// accesses to elements. Otherwise each lane has a copy:
//
//   alloca T                   =>      alloca [W x T], and gep T, %a, %l for the address
//
// The function stays scalar code for lane l; only the addresses depend on the lane. False, with a
// reason, if the memory of all lanes does not fit a stack or has no constant size.
#ifndef WEFT_PASSES_VECTORIZE_PRIVATE_MEMORY_H
#define WEFT_PASSES_VECTORIZE_PRIVATE_MEMORY_H

#include "llvm/IR/Function.h"

#include <string>

namespace weft {

bool layOutPrivateMemory(llvm::Function &function, unsigned width, std::string &failure);

} // namespace weft
#endif
