// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_SHUFFLE_STAGES_H
#define WEFT_COMPILER_CODEGEN_SHUFFLE_STAGES_H

#include "llvm/IR/Module.h"

namespace weft {

// Keeps shuffles of shuffles apart. Those of a transposition come in stages of one instruction
// each; LLVM looks for one instruction for several stages, finds none, and looks again after each
// change: a third of all instructions of a build that transposes sixteen vectors. Before code is
// generated.
void keepShuffleStages(llvm::Module &module);

} // namespace weft
#endif
