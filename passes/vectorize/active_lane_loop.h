// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop that comes once to each lane of a mask, and to no other:
//
//   while (bits) { lane = lowest bit; ...; bits &= bits - 1; }
#ifndef WEFT_PASSES_VECTORIZE_ACTIVE_LANE_LOOP_H
#define WEFT_PASSES_VECTORIZE_ACTIVE_LANE_LOOP_H

#include "passes/vectorize/widener_part.h"

namespace weft {

class ActiveLaneLoop : WidenerPart {
public:
  // What is built next is the loop's body.
  ActiveLaneLoop(Widener &core, llvm::Value *mask);

  llvm::Value *lane() const { return number; } // i64
  // A value that iterations hand on, `initial` before the first: what it is in the body and behind
  // the loop.
  llvm::PHINode *carried(llvm::Value *initial);
  // What is built next is behind the loop; `next` are the carried values at the body's end.
  void end(llvm::ArrayRef<llvm::Value *> next = {});

private:
  llvm::SmallVector<llvm::PHINode *, 4> phis;
  llvm::PHINode *left;
  llvm::BasicBlock *before, *head, *after;
  llvm::Value *number;
};

} // namespace weft
#endif
