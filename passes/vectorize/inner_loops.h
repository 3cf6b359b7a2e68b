// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that become vectors where work-items run one by one: of each work-item's own iterations, by
// LLVM's loop vectoriser.
#ifndef WEFT_PASSES_VECTORIZE_INNER_LOOPS_H
#define WEFT_PASSES_VECTORIZE_INNER_LOOPS_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"

namespace weft {

// Bits of the widest value that a loop without branches loads or stores if all that it does is to
// join elements that lie side by side, such as to add them, or to make others of them that do;
// 0 for other loops.
unsigned bitsOfElementsInRow(llvm::Loop &loop, llvm::ScalarEvolution &evolution);

} // namespace weft
#endif
