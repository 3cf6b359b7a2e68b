// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_PASSES_VECTORIZE_ENTRY_EXPRESSIONS_H
#define WEFT_PASSES_VECTORIZE_ENTRY_EXPRESSIONS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"

namespace weft {

// Copies values that ShapeInfo::isEntryComputable() holds for to another function, at the builder's
// point, which must dominate that of later calls. Its parameters are the same, or begin with those
// numbers for each.
class EntryExpressions {
public:
  EntryExpressions(llvm::IRBuilderBase &builder, llvm::Function &function,
                   llvm::ArrayRef<unsigned> params = {})
      : builder(builder), function(function), params(params) {}

  // Without what its instructions say of overflows: lane 0 need not be one that runs.
  llvm::Value *make(const llvm::Value *value);

private:
  llvm::IRBuilderBase &builder;
  llvm::Function &function;
  llvm::ArrayRef<unsigned> params;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> made;
};

} // namespace weft
#endif
