// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What cannot race in local memory: two accesses only race if work-items come to both from one
// barrier to the next one.
//
//   if (lid < stride)                    of 0 .. stride-1: [sums, sums + 4 * stride) is written,
//     sums[lid] += sums[lid + stride];   [sums + 4 * stride, sums + 8 * stride) is read
//   barrier(CLK_LOCAL_MEM_FENCE);
//
// Addresses are linear in the local ids, or so but for a multiple of a number, behind which they
// start again (LinearValues); all else in them is the same for the group, and computed once between
// two barriers. The work-items that come to an access are bounded by the conditions of an id that
// it depends on.
#ifndef WEFT_PASSES_CHECK_GROUP_PROOFS_H
#define WEFT_PASSES_CHECK_GROUP_PROOFS_H

#include "passes/check/linear_values.h"
#include "passes/regions/group_uniformity.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Dominators.h"

#include <optional>

namespace weft {

struct GroupAccess {
  llvm::Instruction *instruction;
  llvm::Value *pointer;
  uint64_t bytes; // 0: not known
  bool writes;
  bool of_group; // by an asynchronous copy
  llvm::SmallPtrSet<llvm::Value *, 2> roots;
};

class GroupProofs {
public:
  // `barriers`: that order local memory. Plans before anything is inserted into `item`.
  GroupProofs(llvm::Function &item, llvm::ArrayRef<llvm::Instruction *> barriers,
              llvm::ArrayRef<GroupAccess> accesses);
  GroupProofs(const GroupProofs &) = delete;

  // By access: i1, whether it meets no access of another work-item, one of both a write; null: that
  // cannot be said. What is known at the entry is made by `start`, which stands there.
  llvm::SmallVector<llvm::Value *> prove(llvm::IRBuilder<> &start);

private:
  // Of the local id in one dimension, where an access is made: at least or below a fixed number.
  struct Bound {
    unsigned dimension;
    const llvm::Value *number;
    bool is_signed, is_upper;
    bool is_next; // the one behind the number
    bool operator==(const Bound &) const = default;
  };
  // What is accessed by one expression. An access of a checked kernel is there twice.
  struct Planned {
    const llvm::Value *pointer;
    uint64_t bytes;
    bool writes;
    bool is_linear;
    llvm::SmallPtrSet<llvm::Value *, 2> roots;
    llvm::SmallVector<llvm::Instruction *, 4> accesses;
    llvm::SmallVector<Bound, 2> bounds; // of all of them
    llvm::BitVector reached;            // by begin: whether work-items come to one from there
    bool may_be_apart = true;
  };
  // By their numbers in `all`; both may be one.
  struct Pair {
    size_t a, b;
    bool is_of_group; // nothing in it changes while the group runs
  };

  void add(const GroupAccess &access);
  void findReached();
  void addPair(size_t a, size_t b);
  bool meet(size_t a, size_t b) const;

  // Whether a value keeps, between two barriers, from its definition to the access.
  bool isKept(const llvm::Instruction &fixed, const llvm::Instruction &access);
  using Reached = llvm::SmallPtrSet<const llvm::Instruction *, 16>;
  Reached reachedFrom(const llvm::Instruction *first, const llvm::Instruction *avoided = nullptr);
  bool reachesItself(const llvm::Instruction &fixed);

  using Bounds = llvm::SmallVector<Bound, 2>;
  Bounds boundsOf(const llvm::Instruction &access);
  void addBounds(Bounds &bounds, const llvm::Value *condition, bool holds, unsigned depth = 0);

  llvm::Instruction *placeOf(const Planned &planned);
  struct Side;
  Side make(llvm::IRBuilderBase &builder, const Planned &planned);
  llvm::Value *makeApart(llvm::IRBuilderBase &builder, const Pair &pair);
  static llvm::Value *makeApartAsWhole(llvm::IRBuilderBase &builder, const Side &a, const Side &b);
  // `multiple`: 0, or bytes behind which addresses may start again.
  llvm::Value *makeApartByItem(llvm::IRBuilderBase &builder, Side a, Side b, uint64_t multiple);

  llvm::Function &item;
  const GroupUniformity uniformity;
  llvm::DominatorTree dominators;
  LinearValues values;
  llvm::SmallPtrSet<const llvm::Instruction *, 8> barriers;
  llvm::SmallVector<const llvm::Instruction *> begins; // of what lies between barriers
  llvm::SmallVector<Planned> all;
  llvm::SmallVector<size_t> planned_of;                         // by access, its number in `all`
  llvm::SmallPtrSet<const llvm::Instruction *, 16> interesting; // accesses, and what they need
  llvm::SmallVector<Reached> reached;                           // by begin
  llvm::DenseMap<std::pair<const llvm::Instruction *, size_t>, Reached> reached_without;
  llvm::DenseMap<const llvm::Instruction *, bool> in_cycle;
  llvm::SmallVector<Pair> pairs;
};

} // namespace weft
#endif
