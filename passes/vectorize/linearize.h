// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Partial control-flow linearisation of one level (Moll, Hack, PLDI 2018): which branches are kept,
// in which order blocks under divergent branches run one after the other, and which of them are
// jumped over when no lane wants them.
//
//        a            a             At a divergent branch both ways run, in order, under masks: the
//       / \           |             block that comes later is deferred. Uniform branches stay, but
//      b   c    =>    b             go to the earliest block that is still to run: a deferred one,
//       \ /           |             or their target.
//        d            c
//                     |             A loop that lanes leave in different iterations turns around
//                     d             while any lane is left.
#ifndef WEFT_PASSES_VECTORIZE_LINEARIZE_H
#define WEFT_PASSES_VECTORIZE_LINEARIZE_H

#include "passes/analysis/shape_analysis.h"

#include "llvm/ADT/BitVector.h"

#include <vector>

namespace weft {

struct NodePlan {
  enum class Mask {
    Level, // all lanes of the level
    Idom,  // as the immediate dominator
    Merge, // the union of the edges that lead here
  };
  static constexpr unsigned None = ~0u - 2;

  Mask mask = Mask::Merge;
  bool keeps_branch = false;                // it ends in a uniform two-way branch
  unsigned next[2] = {None, None};          // [0] alone unless keeps_branch; node, Back or Exit
  bool back_tests_mask[2] = {false, false}; // next is Back, and lanes may wait at Exit
  unsigned skip = None;                     // where to go instead if no lane wants this node
  bool non_empty = false;                   // some lane is active, where `skip` is not taken
  llvm::BitVector reaches;                  // nodes that may run after it in an iteration
};

struct LevelPlan {
  std::vector<NodePlan> nodes;
  // Lanes leave the loop in different iterations: it carries a mask of those that are still in it.
  bool live_mask = false;
};

// What the planner needs of a block. `needs_lane`: it must not run without an active lane.
struct BlockCost {
  unsigned cost = 0;
  bool needs_lane = false;
};

// Whether `condition` compares affine values, such as local_id < stride: few vectors have lanes on
// both sides.
bool isBound(const llvm::Value *condition, const ShapeInfo &shapes);

// Whether in most vectors all lanes have `condition` == `value`, or none: at bounds, and where an
// equality keeps single lanes away.
bool keepsWhole(const llvm::Value *condition, bool value, const ShapeInfo &shapes);

LevelPlan planLevel(const FlowLevel &level, const ShapeInfo &shapes,
                    llvm::function_ref<BlockCost(const llvm::BasicBlock &)> cost_of);

void printPlan(const FlowLevel &level, const LevelPlan &plan, llvm::raw_ostream &out);

} // namespace weft
#endif
