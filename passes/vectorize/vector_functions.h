// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which functions of the OpenCL C library work element by element on vectors, and the mangled names
// of their overloads: "_Z3powff" has "_Z3powDv16_fS_" beside it (OpenCL C 3.0, section 6.15.2 and
// following; Itanium C++ ABI, section 5.1).
#ifndef WEFT_PASSES_VECTORIZE_VECTOR_FUNCTIONS_H
#define WEFT_PASSES_VECTORIZE_VECTOR_FUNCTIONS_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace weft {

// The overload of `mangled` for vectors of `width` elements, which must be 2, 4, 8 or 16; "" where
// there is none. `mangled` is a function on scalars, or one on vectors that computes each element
// from the same element of its arguments and from its scalar arguments: then the overload computes
// one element for `width` work-items.
std::string vectorOverload(llvm::StringRef mangled, unsigned width);

} // namespace weft
#endif
