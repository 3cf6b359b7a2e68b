// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/entry_expressions.h"

using namespace llvm;

namespace weft {

Value *EntryExpressions::make(const Value *value) {
  if (isa<Constant>(value))
    return const_cast<Value *>(value);
  if (auto *argument = dyn_cast<Argument>(value))
    return function.getArg(params.empty() ? argument->getArgNo() : params[argument->getArgNo()]);
  if (Value *known = made.lookup(value))
    return known;
  Instruction *clone = cast<Instruction>(value)->clone();
  for (Use &use : clone->operands())
    use.set(make(use));
  clone->dropPoisonGeneratingFlags();
  clone->setDebugLoc(DebugLoc());
  return made[value] = builder.Insert(clone, value->getName());
}

} // namespace weft
