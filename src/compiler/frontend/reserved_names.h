// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_RESERVED_NAMES_H
#define WEFT_COMPILER_FRONTEND_RESERVED_NAMES_H

#include "llvm/ADT/StringRef.h"

namespace weft {

// Whether it begins as names do that the compiler gives a meaning: of the library's functions, of
// kernels' entries, of what passes leave for each other. Programs may not have functions, kernels
// and symbols of such names; of others that have "weft" in them they may.
inline bool isReservedName(llvm::StringRef name) {
  return name.starts_with("__weft") || name.starts_with("weft_kernel_") ||
         name.starts_with("weft_shared_") || name.starts_with("weft.");
}

} // namespace weft
#endif
