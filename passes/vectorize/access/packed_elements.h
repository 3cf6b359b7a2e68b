// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectors of integers that hold several elements of a lane each (packedType() in access.h).
#ifndef WEFT_PASSES_VECTORIZE_ACCESS_PACKED_ELEMENTS_H
#define WEFT_PASSES_VECTORIZE_ACCESS_PACKED_ELEMENTS_H

#include "passes/vectorize/widener.h"

namespace weft {

// The elements that are packed in each integer.
Widener::Elements unpack(Widener &core, llvm::Value *packed, llvm::Type *element);

// The elements of `value`, a vector of the scalar function, packed to one integer for each lane.
llvm::Value *pack(Widener &core, const llvm::Value *value, llvm::IntegerType *type);

} // namespace weft
#endif
