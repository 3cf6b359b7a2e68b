// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a region function computes from its arguments alone: that can be had outside of it as well,
// for a work-item, or once for a row of them or for a group.
#ifndef WEFT_PASSES_ANALYSIS_ARGUMENT_EXPRESSIONS_H
#define WEFT_PASSES_ANALYSIS_ARGUMENT_EXPRESSIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"

namespace weft {

enum class SameFor { Item, Row, Group };

// Whether `value`, an integer or a pointer, is an expression without side effects that takes, for a
// row, no local id in x, nor, for a group, any other, and reads nothing but the launch.
bool isOfArguments(const llvm::Value *value, SameFor items);

class ArgumentExpressions {
public:
  // `arguments`: those of a call of the region function.
  ArgumentExpressions(llvm::IRBuilderBase &builder, llvm::ArrayRef<llvm::Value *> arguments)
      : builder(builder), arguments(arguments) {}

  // Requires isOfArguments(). At the builder's point, which must dominate that of later calls.
  llvm::Value *make(const llvm::Value *value);

private:
  llvm::IRBuilderBase &builder;
  llvm::ArrayRef<llvm::Value *> arguments;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> made;
};

} // namespace weft
#endif
