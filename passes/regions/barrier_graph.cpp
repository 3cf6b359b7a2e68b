// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/regions/barrier_graph.h"

#include "passes/work_item_function.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

namespace weft {

void splitAtBarriers(llvm::Function &function) {
  llvm::removeUnreachableBlocks(function);
  std::vector<llvm::Instruction *> barriers;
  for (llvm::BasicBlock &block : function)
    for (llvm::Instruction &instruction : block)
      if (isBarrier(instruction))
        barriers.push_back(&instruction);
  for (llvm::Instruction *barrier : barriers)
    barrier->getParent()->splitBasicBlock(std::next(barrier->getIterator()), "after.barrier");
}

BarrierGraph findRegions(llvm::Function &function) {
  BarrierGraph graph;
  graph.regions.push_back({EntryRegion, &function.getEntryBlock(), {}, {}});
  for (llvm::BasicBlock &block : function) {
    llvm::Instruction *terminator = block.getTerminator();
    if (terminator == &block.front() || !isBarrier(*terminator->getPrevNode()))
      continue;
    auto number = unsigned(graph.regions.size() + 1);
    graph.behind[&block] = number;
    graph.regions.push_back({number, terminator->getSuccessor(0), {}, {}});
  }
  for (RegionBlocks &region : graph.regions) {
    region.blocks.insert(region.start);
    // The set grows while it is walked.
    for (size_t i = 0; i < region.blocks.size(); ++i) {
      llvm::BasicBlock *block = region.blocks[i];
      if (auto found = graph.behind.find(block); found != graph.behind.end()) {
        region.next.insert(found->second);
        continue;
      }
      if (llvm::isa<llvm::ReturnInst>(block->getTerminator()))
        region.next.insert(EndRegion);
      for (llvm::BasicBlock *successor : llvm::successors(block))
        region.blocks.insert(successor);
    }
  }
  return graph;
}

} // namespace weft
