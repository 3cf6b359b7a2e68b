// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_PASSES_VECTORIZE_ENTRY_EXPRESSIONS_H
#define WEFT_PASSES_VECTORIZE_ENTRY_EXPRESSIONS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"

namespace weft {

// Copies values for which ShapeInfo::isEntryComputable() holds to `function`, at the builder's
// point, which must dominate those of later calls. `params`: for each parameter of the original
// function the number of its first one in `function`; empty: the same numbers.
class EntryExpressions {
public:
  EntryExpressions(llvm::IRBuilderBase &builder, llvm::Function &function,
                   llvm::ArrayRef<unsigned> params = {})
      : builder(builder), function(function), params(params) {}

  // Without flags about overflows: lane 0, for which it is evaluated, need not run.
  llvm::Value *make(const llvm::Value *value);

private:
  llvm::IRBuilderBase &builder;
  llvm::Function &function;
  llvm::ArrayRef<unsigned> params;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> made;
};

} // namespace weft
#endif
