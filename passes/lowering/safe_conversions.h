// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions of floating-point numbers to narrow integers that have one result.
//
// OpenCL C ("Explicit Conversions") leaves the result to the implementation where the number is out
// of range; in LLVM it is poison, and vectors come out otherwise than what is converted one by one.
// Programs expect what C's compilers do on x86: the low bits of the number as an int. So this must
// run ahead of all optimisation.
//
//   %i = fptoui float %x to i8    becomes    %int = fptosi float %x to i32
//                                            %i = trunc i32 %int to i8
#ifndef WEFT_PASSES_LOWERING_SAFE_CONVERSIONS_H
#define WEFT_PASSES_LOWERING_SAFE_CONVERSIONS_H

#include "llvm/IR/Function.h"

namespace weft {

// Returns whether it changed anything.
bool makeConversionsSafe(llvm::Function &function);

} // namespace weft
#endif
