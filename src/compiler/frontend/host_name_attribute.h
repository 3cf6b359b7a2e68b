// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The attribute by which a front end says how the host calls a variable, whatever its linkage.
#ifndef WEFT_COMPILER_FRONTEND_HOST_NAME_ATTRIBUTE_H
#define WEFT_COMPILER_FRONTEND_HOST_NAME_ATTRIBUTE_H

#include "llvm/ADT/StringRef.h"

namespace weft {

constexpr llvm::StringLiteral HostName = "weft-host-name";

} // namespace weft
#endif
