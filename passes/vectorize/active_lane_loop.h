// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop over the lanes that are set in a mask:
//
//   while (bits) { lane = lowest bit; ...; bits &= bits - 1; }
#ifndef WEFT_PASSES_VECTORIZE_ACTIVE_LANE_LOOP_H
#define WEFT_PASSES_VECTORIZE_ACTIVE_LANE_LOOP_H

#include "passes/vectorize/widener_part.h"

namespace weft {

class ActiveLaneLoop : WidenerPart {
public:
  // Leaves the builder in the loop's body.
  ActiveLaneLoop(Widener &core, llvm::Value *mask);

  llvm::Value *lane() const { return number; } // i64
  // A loop-carried value, `initial` at first; usable in the body and behind the loop.
  llvm::PHINode *carried(llvm::Value *initial);
  // Leaves the builder behind the loop. `next`: the carried values at the end of the body.
  void end(llvm::ArrayRef<llvm::Value *> next = {});

private:
  llvm::SmallVector<llvm::PHINode *, 4> phis;
  llvm::PHINode *left;
  llvm::BasicBlock *before, *head, *after;
  llvm::Value *number;
};

} // namespace weft
#endif
