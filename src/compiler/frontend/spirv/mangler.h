// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of the OpenCL C library's overloads, as Clang mangles them (Itanium C++ ABI, with its
// substitutions of types that were named before).
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_MANGLER_H
#define WEFT_COMPILER_FRONTEND_SPIRV_MANGLER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace weft::spirv {

enum class Sign { Unsigned, Signed };

struct MangledType {
  std::string base; // of a builtin type, or with its length a named one: "i", "9ocl_event"
  bool is_named = false;
  unsigned elements = 1; // of a vector
  bool is_pointer = false;
  std::string qualifiers; // of what it points to: "U3AS1K"
};

std::string mangle(llvm::StringRef name, llvm::ArrayRef<MangledType> params);

} // namespace weft::spirv
#endif
