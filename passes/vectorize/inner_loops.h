// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops inside of a work-item that LLVM's loop vectoriser would vectorise over their own
// iterations, if work-items ran one by one.
#ifndef WEFT_PASSES_VECTORIZE_INNER_LOOPS_H
#define WEFT_PASSES_VECTORIZE_INNER_LOOPS_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"

namespace weft {

// Bits of the widest element that the loop loads or stores, if it has no branches, accesses
// consecutive elements only, and does nothing with them that cannot be vectorised: element-wise
// operations and reductions. 0 for other loops.
unsigned bitsOfElementsInRow(llvm::Loop &loop, llvm::ScalarEvolution &evolution);

} // namespace weft
#endif
