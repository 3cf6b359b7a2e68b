// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The widener's state of each level that it writes.
#ifndef WEFT_PASSES_VECTORIZE_WIDENER_LEVELS_H
#define WEFT_PASSES_VECTORIZE_WIDENER_LEVELS_H

#include "passes/vectorize/widener.h"

namespace weft {

struct Widener::LevelState {
  const FlowLevel *level;
  LevelPlan plan;
  llvm::Value *mask = nullptr;       // of the lanes that are in the level
  llvm::Value *enter_mask = nullptr; // of those that entered it
  llvm::Value *back_mask = nullptr;  // of those that turn around
  llvm::PHINode *live = nullptr;     // `mask`, where lanes leave in different iterations
  llvm::BasicBlock *outside = nullptr, *latch = nullptr; // the wide header's predecessors
  std::vector<llvm::Value *> node_masks;
  std::vector<bool> nodes_mostly_whole; // as Widener::mostly_whole
  bool mostly_whole = false;            // those that are in the level
  std::vector<unsigned> edges_to;       // of each node, in the level
};

// A phi of a loop's header. Its operands are added when all code is written.
struct Widener::HeaderPhi {
  const llvm::PHINode *scalar;
  llvm::PHINode *wide;
  unsigned element;
  bool is_scalar;
  llvm::BasicBlock *outside, *latch; // predecessors in the scalar function
  LevelState *state;
};

} // namespace weft
#endif
