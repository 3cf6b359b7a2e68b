// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_WIDE_MASKS_H
#define WEFT_COMPILER_CODEGEN_WIDE_MASKS_H

#include "llvm/IR/Module.h"

namespace llvm {
class TargetMachine;
}

namespace weft {

// For CPUs without mask registers: makes vectors of i1 integers as wide as what is compared, of
// which the sign says the same. The code generator chooses the width of a mask by the number of its
// lanes alone, so that masks of eight lanes are narrowed behind each comparison and widened before
// each use, as soon as they go from block to block. Before code is generated; nothing may be
// combined behind it.
void widenMasks(llvm::Module &module, const llvm::TargetMachine &machine);

} // namespace weft
#endif
