// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_BYTE_MASKS_H
#define WEFT_COMPILER_CODEGEN_BYTE_MASKS_H

#include "llvm/IR/Module.h"

namespace weft {

// Hides masks that take whole bytes out of vectors, such as the digits of a table's index. LLVM
// makes shuffles with zero of these, combines them with others, and comes back to the mask: of a
// cipher more than half of all instructions of a build, and a third of its code. Before code is
// generated; nothing may be combined behind it.
void hideByteMasks(llvm::Module &module);

} // namespace weft
#endif
