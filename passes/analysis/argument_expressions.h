// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expressions of a region function that depend on its arguments alone. They can be evaluated
// outside of it: for a work-item, once for a row of work-items, or once for a group.
#ifndef WEFT_PASSES_ANALYSIS_ARGUMENT_EXPRESSIONS_H
#define WEFT_PASSES_ANALYSIS_ARGUMENT_EXPRESSIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"

namespace weft {

enum class SameFor { Item, Row, Group };

// Whether `value`, an integer or a pointer, is computed without side effects from arguments,
// constants and invariant loads of the launch record alone. SameFor::Row: not from the local id in
// x. SameFor::Group: from no local id.
bool isOfArguments(const llvm::Value *value, SameFor items);

class ArgumentExpressions {
public:
  // `arguments`: of a call of the region function.
  ArgumentExpressions(llvm::IRBuilderBase &builder, llvm::ArrayRef<llvm::Value *> arguments)
      : builder(builder), arguments(arguments) {}

  // Requires isOfArguments(). At the builder's point, which must dominate those of later calls.
  llvm::Value *make(const llvm::Value *value);

private:
  llvm::IRBuilderBase &builder;
  llvm::ArrayRef<llvm::Value *> arguments;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> made;
};

} // namespace weft
#endif
