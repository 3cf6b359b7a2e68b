// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lanes that have two places each, together a row of elements, as in the short steps of a sorting
// network or of a butterfly:
//
//   left = id / d * 2 * d + id % d        lane    0   1   0   1   2   3   2   3 ..
//   a = keys[left], b = keys[left + d]            a   a   b   b   a   a   b   b      (d = 2)
//   ...
//
// The row is loaded as two vectors, permuted into a and b, and back for the stores. Where lane 0
// begins a block, what the lanes' places are from its own on is the same for all vectors, so the
// permutations are made once in front of the loop over these.
#ifndef WEFT_PASSES_VECTORIZE_ACCESS_EXCHANGE_H
#define WEFT_PASSES_VECTORIZE_ACCESS_EXCHANGE_H

#include "passes/vectorize/widener_part.h"

namespace weft {

// A way to write a version (versions.h), of all its accesses together.
class Exchange : WidenerPart {
public:
  using WidenerPart::WidenerPart;

  // Whether the accesses among `written` are those of two places: both are loaded, then both
  // stored; nothing else is done to memory. Only what source and shapes say.
  bool find(llvm::ArrayRef<const llvm::Instruction *> written);

  // What has to be tested, and what the permutations are; null if that is not known to be the same
  // for all vectors. Place 0 is taken to be the lower one. Requires: find().
  llvm::Value *prepare();

  // Requires: what prepare() has returned holds where the code is written.
  bool isAccess(const llvm::Instruction &instruction) const {
    return found.places.contains(&instruction);
  }
  void emit(const llvm::Instruction &access);
  // What the places are made of: lane 0's value, and a vector that is the same everywhere. False
  // if it is something else.
  bool emitFromLaneZero(const llvm::Instruction &instruction);

private:
  struct BlockStart {
    const llvm::Value *value; // affine
    const llvm::Value *bound; // of which lane 0 holds a multiple; null: of 2^n above all lanes
    bool is_signed;
    bool operator==(const BlockStart &) const = default;
  };
  struct Row {
    llvm::SmallDenseMap<const llvm::Instruction *, unsigned, 4> places; // of the accesses: 0, 1
    const llvm::Instruction *first = nullptr;                           // access
    const llvm::Value *indices[2] = {};                                 // of the places
    bool is_narrow = false, is_signed = false; // whether addresses take them extended, and how
    uint64_t bytes = 0;                        // of an element
    llvm::SmallVector<BlockStart, 2> starts;   // that have to hold
    llvm::SmallDenseMap<const llvm::Value *, llvm::Value *, 8> each; // values from lane 0's on
    llvm::Value *start = nullptr;                                    // index of the row
    llvm::Value *row = nullptr;                                      // address
    llvm::Value *from[2] = {}; // which of its elements are at each place
    llvm::Value *back[2] = {}; // which of both places' are in each half
    llvm::Value *loaded[2] = {}, *stored[2] = {};
  };
  llvm::Value *fromLaneZero(const llvm::Value *value, unsigned depth = 0);
  llvm::Value *makeFromLaneZero(const llvm::Value *value, unsigned depth);
  llvm::Value *startsBlock(const BlockStart &start);

  Row found;
};

} // namespace weft
#endif
