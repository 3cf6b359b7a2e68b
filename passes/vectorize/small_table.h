// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads from constant tables that vector registers hold, where the target permutes these.
#ifndef WEFT_PASSES_VECTORIZE_SMALL_TABLE_H
#define WEFT_PASSES_VECTORIZE_SMALL_TABLE_H

#include "passes/target/target_info.h"

#include "llvm/IR/Instructions.h"

#include <optional>

namespace weft {

// Of elements as large as what is loaded: the one that a load takes is number `first` + `index`.
struct SmallTable {
  const llvm::GlobalVariable *variable;
  const llvm::Value *index; // i64
  uint64_t first;
  uint64_t count; // of elements, no more than two registers hold
};

std::optional<SmallTable> findSmallTable(const llvm::LoadInst &load, const TargetInfo &target);

} // namespace weft
#endif
