// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What only reports need is computed where they are made:
//
//   outside = offsets >= sizes        ->    if (any) { // unlikely
//   if (any) { // unlikely                    outside = offsets >= sizes
//     if (outside) report(..)                 if (outside) report(..)
//
// Requires    Branches that are hardly ever taken have such weights.
// Guarantees  Of instructions that have no side effects and read no memory that may change, none
//             stands ahead of such a branch that is used behind it alone.
// Why         LICM takes whatever it may out of loops, also if a loop runs once, as rows of groups
//             in one dimension do, and from where hardly anybody comes. LLVM's own LoopSink wants
//             counts of a profile.
#ifndef WEFT_PASSES_CHECK_UNLIKELY_BLOCKS_H
#define WEFT_PASSES_CHECK_UNLIKELY_BLOCKS_H

#include "llvm/IR/Function.h"

namespace weft {

bool sinkIntoUnlikelyBlocks(llvm::Function &function);

} // namespace weft
#endif
