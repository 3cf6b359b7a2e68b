// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/emitters/nests.h"

#include "passes/budget.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

#include <algorithm>

namespace weft {

unsigned depthOfNests(llvm::Function &region) {
  unsigned deepest = 0;
  const llvm::LoopInfo loops{llvm::DominatorTree(region)};
  for (const llvm::BasicBlock &block : region)
    deepest = std::max(deepest, loops.getLoopDepth(&block));
  return deepest;
}

std::string whyNotWidened(const KernelState &kernel) {
  if (!kernel.mayTakeCheaper())
    return {};
  auto beyond = [](size_t number, llvm::StringRef what, size_t most) {
    return (llvm::Twine(number) + " " + what + " are too many to be widened in a build " +
            "that is waited for, which are " + llvm::Twine(most))
        .str();
  };
  if (kernel.plan.regions.size() > budget::MostRegionsToWiden)
    return beyond(kernel.plan.regions.size(), "regions", budget::MostRegionsToWiden);
  unsigned deepest = 0;
  for (llvm::Function *function : kernel.functions())
    deepest = std::max(deepest, depthOfNests(*function));
  return deepest > budget::DeepestNestToWiden
             ? beyond(deepest, "loops within each other", budget::DeepestNestToWiden)
             : std::string();
}

} // namespace weft
