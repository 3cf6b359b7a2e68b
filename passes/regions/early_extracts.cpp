// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/regions/early_extracts.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace weft {
namespace {

// Longer ones are operated on as they are (docs/vectoriser.md), and would be many arrays.
constexpr unsigned MostElements = 4;

// The uses in other blocks, if each takes one element.
SmallVector<ExtractElementInst *, 8> laterExtracts(Instruction &vector) {
  SmallVector<ExtractElementInst *, 8> found;
  for (User *user : vector.users()) {
    auto *extract = dyn_cast<ExtractElementInst>(user);
    if (cast<Instruction>(user)->getParent() == vector.getParent() && !isa<PHINode>(user))
      continue;
    if (!extract || !isa<ConstantInt>(extract->getIndexOperand()))
      return {};
    found.push_back(extract);
  }
  return found;
}

} // namespace

bool extractEarly(ArrayRef<LiveSet> live) {
  bool changed = false;
  SmallPtrSet<Instruction *, 16> seen;
  for (const LiveSet &set : live)
    for (Instruction *value : set) {
      auto *type = dyn_cast<FixedVectorType>(value->getType());
      if (!type || type->getNumElements() > MostElements || !seen.insert(value).second)
        continue;
      const std::optional<BasicBlock::iterator> behind = value->getInsertionPointAfterDef();
      if (!behind)
        continue;
      SmallDenseMap<uint64_t, ExtractElementInst *, MostElements> elements;
      for (ExtractElementInst *extract : laterExtracts(*value)) {
        const uint64_t index = cast<ConstantInt>(extract->getIndexOperand())->getZExtValue();
        if (auto [known, is_first] = elements.try_emplace(index, extract); is_first) {
          extract->moveBefore(*value->getParent(), *behind);
        } else {
          extract->replaceAllUsesWith(known->second);
          extract->eraseFromParent();
        }
        changed = true;
      }
    }
  return changed;
}

} // namespace weft
