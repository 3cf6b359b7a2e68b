// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Alias scopes for the memory in which the context keeps values across barriers. No pointer of the
// program leads there, so that what a region reads repeatedly need not be read again after a
// work-item has stored its values.
#ifndef WEFT_PASSES_REGIONS_CONTEXT_SCOPE_H
#define WEFT_PASSES_REGIONS_CONTEXT_SCOPE_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Function.h"

namespace weft {

class ContextScope {
public:
  // A scope for the regions of `kernel`.
  explicit ContextScope(const llvm::Function &kernel);
  // `access` reads or writes a kept value.
  void add(llvm::Instruction &access);
  // `access` is about to be erased.
  void remove(const llvm::Instruction &access) { accesses.erase(&access); }
  // Marks all other loads and stores of the region as `noalias` to the scope.
  void excludeOthers(llvm::Function &region);

private:
  llvm::MDNode *scope; // a list of one
  llvm::DenseSet<const llvm::Instruction *> accesses;
};

} // namespace weft
#endif
