// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many work-items run side by side: as many as values of the type that the kernel mostly
// computes with fit into one register of the target.
#ifndef WEFT_PASSES_EMITTERS_VECTOR_WIDTH_H
#define WEFT_PASSES_EMITTERS_VECTOR_WIDTH_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class Function;
} // namespace llvm

namespace weft {

// A power of two from 2 to 64, or 1 where the target has no vectors. `register_bits`: size of the
// target's vector registers.
unsigned chooseWidth(llvm::ArrayRef<llvm::Function *> regions, unsigned register_bits);

} // namespace weft
#endif
