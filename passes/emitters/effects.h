// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_PASSES_EMITTERS_EFFECTS_H
#define WEFT_PASSES_EMITTERS_EFFECTS_H

#include "llvm/IR/Instruction.h"

namespace weft {

// Whether anyone but the work-item can tell that it ran: what it does to its own memory is no such
// thing.
bool isSeenByOthers(const llvm::Instruction &instruction);

} // namespace weft
#endif
