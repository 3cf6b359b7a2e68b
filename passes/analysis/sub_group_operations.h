// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What work-items of a sub-group do together, as calls of declared functions. The library
// (runtime-stdlib/src/sub_groups.cl) calls them __weft_sub_group_*; lowering gives them the names
// by which all passes know them:
//
//   weft.sub_group.lane          i32 ()               number of the work-item in its sub-group
//   weft.sub_group.max_size      i32 ()               work-items of all sub-groups but the last
//   weft.sub_group.ballot        i64 (i1)             bit i: lane i is active, and its value true
//   weft.sub_group.shuffle       T (T, i32)           value of the lane of this number
//   weft.sub_group.reduce.OP     T (T)                of all active lanes
//   weft.sub_group.inclusive.OP  T (T)                of those up to this lane
//   weft.sub_group.exclusive.OP  T (T)                of those before this lane
//   weft.sub_group.clustered.OP  T (T, i32)           of those in the cluster of this size
//   weft.sub_group.barrier       void ()              orders memory within the sub-group
//
// A type may follow. OP is add, mul, min, max (signed, or floating-point), umin, umax, and, or,
// xor.
//
// A sub-group is what the vector emitter runs side by side: W work-items that follow each other in
// the order of their linear local ids, whatever the group's shape; the last may have fewer. A
// ballot has a bit for each of them, so there are at most MostInSubGroup.
#ifndef WEFT_PASSES_ANALYSIS_SUB_GROUP_OPERATIONS_H
#define WEFT_PASSES_ANALYSIS_SUB_GROUP_OPERATIONS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"

#include <optional>

namespace weft {

constexpr unsigned MostInSubGroup = 64; // work-items

constexpr llvm::StringLiteral SubGroupPrefix = "weft.sub_group.";

struct SubGroupOperation {
  enum Kind {
    Lane,
    MaxSize,
    Ballot,
    Shuffle,
    Reduce,
    Inclusive,
    Exclusive,
    Clustered,
    Barrier
  } kind;
  enum Code { None, Add, Mul, Min, Max, UMin, UMax, And, Or, Xor } code = None;

  // Whether it looks at other lanes, or at which are active.
  bool isCollective() const { return kind != Lane && kind != MaxSize; }
  // Requires a code. Combines two values; the value that changes none of them.
  llvm::Value *apply(llvm::IRBuilderBase &builder, llvm::Value *a, llvm::Value *b) const;
  llvm::Constant *identity(llvm::Type *type) const; // of a scalar or a vector
};

std::optional<SubGroupOperation> subGroupOperation(const llvm::Value &call);
// The function of this name, without SubGroupPrefix, as passes know it; and what all such functions
// promise.
llvm::FunctionCallee declareSubGroupOperation(llvm::Module &module, llvm::StringRef name,
                                              llvm::FunctionType *type);
void setSubGroupAttributes(llvm::Function &function);
bool hasSubGroupOperations(const llvm::Function &function);

// Replaces the calls of max_size. `width`: work-items that run side by side.
void lowerSubGroupMaxSize(llvm::Function &function, unsigned width);
// Replaces all operations by what they come to where every sub-group is one work-item.
void lowerSubGroupsOfOne(llvm::Function &function);

} // namespace weft
#endif
