// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/analysis/tiles.h"

#include "passes/analysis/vector_address.h"
#include "passes/work_item_function.h"

#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace weft {

bool reusesColumns(const Function &wide) {
  return any_of(instructions(wide), [&](const Instruction &instruction) {
    const Value *address = vectorAddress(instruction, /*neighbours=*/false);
    return address && mayDependOn(address, wide.getArg(ItemParam::LocalId)) &&
           !mayDependOn(address, wide.getArg(ItemParam::LocalId + 1)) &&
           !mayDependOn(address, wide.getArg(ItemParam::LocalId + 2));
  });
}

} // namespace weft
