// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads from constant tables that vector registers hold.
#ifndef WEFT_PASSES_VECTORIZE_SMALL_TABLE_H
#define WEFT_PASSES_VECTORIZE_SMALL_TABLE_H

#include "llvm/IR/Instructions.h"

#include <optional>

namespace weft {

// Of elements as large as what is loaded: the one that a load takes is number `first` + `index`.
struct SmallTable {
  const llvm::GlobalVariable *variable;
  const llvm::Value *index; // i64
  uint64_t first;
  uint64_t count; // of elements, no more than two registers hold

  // Of the targets that have the permutations, AVX-512's.
  static constexpr unsigned RegisterBits = 512;
  // Bits of what the target's permutations move: no less than 32.
  static unsigned permutedBits(const llvm::Type &type);
};

std::optional<SmallTable> findSmallTable(const llvm::LoadInst &load);

} // namespace weft
#endif
