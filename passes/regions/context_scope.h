// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// No pointer of the program leads to where the context keeps values across barriers. Said as an
// alias scope, so that what a region reads again and again need not be read again after each
// work-item has stored its values.
#ifndef WEFT_PASSES_REGIONS_CONTEXT_SCOPE_H
#define WEFT_PASSES_REGIONS_CONTEXT_SCOPE_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Function.h"

namespace weft {

class ContextScope {
public:
  // For the regions of `kernel`.
  explicit ContextScope(const llvm::Function &kernel);
  // An access of what the context keeps.
  void add(llvm::Instruction &access);
  // One that goes away.
  void remove(const llvm::Instruction &access) { accesses.erase(&access); }
  // Says of all other loads and stores of the region that they do not.
  void excludeOthers(llvm::Function &region);

private:
  llvm::MDNode *scope; // a list of one
  llvm::DenseSet<const llvm::Instruction *> accesses;
};

} // namespace weft
#endif
