// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_PASSES_CHECK_RACE_PROOFS_H
#define WEFT_PASSES_CHECK_RACE_PROOFS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"

#include <vector>

namespace weft {

// What an access is to: an address, or the distance from the object's begin, and bytes, 0 if these
// are not known.
struct Place {
  llvm::Value *at;
  uint64_t bytes;
};

// i1, made by `builder`: whether no two work-items of the launch access the same bytes by any of
// `places`, which are all of one object; null if that cannot be said without running them.
//
//   a[y * pitch + x]        4 >= 4  and  4 * pitch >= 4 * (size_x - 1) + 4
//
// `builder` stands in the entry block of `item`. What wraps around is not thought of.
// Items::OfGroup: no two work-items of a group.
enum class Items { OfLaunch, OfGroup };
llvm::Value *areApart(llvm::IRBuilder<> &builder, llvm::Function &item,
                      llvm::ArrayRef<Place> places, Items items);

// For each place from which work-items of a group go on together, the entry and each of `barriers`,
// the instructions that they may come to before the next one.
std::vector<llvm::SmallPtrSet<const llvm::Instruction *, 16>>
betweenBarriers(llvm::Function &item, llvm::ArrayRef<llvm::Instruction *> barriers);

} // namespace weft
#endif
