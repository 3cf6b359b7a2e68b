// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function's blocks as nested levels: the function itself, and each loop's body. A level is an
// acyclic graph whose nodes are blocks and inner loops (taken whole):
//
//   entry ──► preheader ──► (loop) ──► exit ──► ret        level of the function
//                            │
//                 header ──► body ──► latch ──► Back       level of the loop; a branch out of the
//                    └──────────────────────► Exit         loop goes to Exit
//
// Requires: a reducible function in which every loop has a preheader, one latch and one exit block
// with no other predecessors; branches are `br`; one `ret`. (passes/vectorize/prepare.h)
// Guarantees: nodes of a level are numbered in an order that is topological, keeps each inner loop
// right behind its preheader, and keeps what a node dominates right behind the node, as partial
// control-flow linearisation wants it (Moll, Hack, PLDI 2018).
#ifndef WEFT_PASSES_ANALYSIS_FLOW_LEVELS_H
#define WEFT_PASSES_ANALYSIS_FLOW_LEVELS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"

#include <memory>
#include <string>
#include <vector>

namespace weft {

struct FlowLevel {
  // Numbers that stand for the way back to the loop's header and the way out of the level; they
  // follow all nodes.
  static constexpr unsigned Back = ~0u - 1;
  static constexpr unsigned Exit = ~0u;

  struct Node {
    llvm::BasicBlock *block = nullptr;    // for a loop: its header
    FlowLevel *inner = nullptr;           // the loop's level, or null for a block
    llvm::SmallVector<unsigned, 2> succs; // in the order of the branch; may name Back and Exit
    llvm::SmallVector<unsigned, 4> preds;
    unsigned idom = 0;
    // Post-dominates idom within one iteration, so it runs for the same lanes.
    bool like_idom = false;
    // Nodes [own number, dominated_end) are dominated by this one.
    unsigned dominated_end = 0;
  };

  llvm::Loop *loop = nullptr; // null: the function
  FlowLevel *parent = nullptr;
  unsigned number_in_parent = 0;
  llvm::BasicBlock *exit_block = nullptr;                     // of the loop
  std::vector<Node> nodes;                                    // nodes[0] is the entry or header
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> numbers; // inner loops: by header
};

class FlowLevels {
public:
  // Null and a reason if the function is not in the required form.
  static std::unique_ptr<FlowLevels> build(llvm::Function &function, llvm::LoopInfo &loops,
                                           std::string &failure);

  FlowLevel &top() const { return *levels.front(); }
  // All levels, outer before inner.
  llvm::ArrayRef<std::unique_ptr<FlowLevel>> all() const { return levels; }
  FlowLevel &levelOf(const llvm::BasicBlock &block) const { return *level_of.lookup(&block); }

private:
  bool buildLevel(FlowLevel &level, llvm::Function &function, llvm::LoopInfo &loops,
                  std::string &failure);

  std::vector<std::unique_ptr<FlowLevel>> levels;
  llvm::DenseMap<const llvm::BasicBlock *, FlowLevel *> level_of;
};

} // namespace weft
#endif
