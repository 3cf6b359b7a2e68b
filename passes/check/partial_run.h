// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a function as far as its values are known, without running it: instructions whose operands
// are known are folded, branches whose conditions are known are taken, loops as often as they run.
// Where a condition is not known, each successor that the watcher follows is looked at up to where
// all ways meet again, and what was made on these ways is not known from there on:
//
//   a                 known: a
//   if (n > 4)        not known
//     b               looked at, `way()` is (this branch, 0)
//   else
//     c               looked at, `way()` is (this branch, 1)
//   d                 of b and c nothing is known any more
//
// A loop whose end is not known is looked at once, for what its first iteration does. Memory is not
// followed: what is loaded is known of constants only. So all that is come to with an empty way is
// surely executed, and the rest is if its way is taken.
#ifndef WEFT_PASSES_CHECK_PARTIAL_RUN_H
#define WEFT_PASSES_CHECK_PARTIAL_RUN_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace weft {

class PartialRun {
public:
  // A branch whose condition is not known, and the successor that is looked at.
  struct Turn {
    const llvm::Instruction *branch;
    unsigned successor;
    bool operator==(const Turn &) const = default;
  };
  using Way = llvm::SmallVector<Turn, 4>; // outermost first
  using Blocks = llvm::SmallPtrSet<llvm::BasicBlock *, 8>;

  class Watcher {
  public:
    virtual ~Watcher() = default;
    virtual bool follows(const llvm::Instruction &branch, unsigned successor) = 0;
    virtual void at(llvm::Instruction &instruction, const PartialRun &run) = 0;
    // A successor is about to be looked at.
    virtual void turns(const llvm::Instruction &) {}
    // The ways from `branch` on have met again; `between` are the blocks of all of them.
    virtual void joins(const llvm::Instruction &, const Blocks &, bool /*all_followed*/) {}
  };

  PartialRun(llvm::Function &function, const llvm::PostDominatorTree &post_dominators,
             Watcher &watcher)
      : function(function), post_dominators(post_dominators), watcher(watcher) {}

  // Before run(): what a value is, whatever its instruction says.
  void know(const llvm::Value &value, llvm::Constant *constant) { given[&value] = constant; }
  // Whether it came to the function's end. Not if that takes too many steps.
  bool run();

  // Null: not known.
  llvm::Constant *known(const llvm::Value *value) const;
  const llvm::ConstantInt *knownInt(const llvm::Value *value) const {
    return llvm::dyn_cast_or_null<llvm::ConstantInt>(known(value));
  }
  const Way &way() const { return turns; }

private:
  enum class End { Reached, Returned, Repeated, GivenUp };

  // From `block`, come to from `from`, up to `end`.
  End walk(llvm::BasicBlock *from, llvm::BasicBlock *block, const llvm::BasicBlock *end);
  // Looks at what is between the block's branch and `join`, where all ways from it meet.
  End explore(llvm::BasicBlock &block, llvm::BasicBlock *join);
  void enter(llvm::BasicBlock &block, llvm::BasicBlock *from);
  llvm::Constant *fold(llvm::Instruction &instruction) const;
  llvm::BasicBlock *knownSuccessor(llvm::Instruction &branch) const;
  void set(const llvm::Instruction &instruction, llvm::Constant *constant);
  const Blocks &between(llvm::BasicBlock &block, const llvm::BasicBlock *join);

  llvm::Function &function;
  const llvm::PostDominatorTree &post_dominators;
  Watcher &watcher;
  llvm::DenseMap<const llvm::Value *, llvm::Constant *> given, values;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> visits;
  llvm::DenseMap<const llvm::BasicBlock *, Blocks> regions;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 8> explored; // blocks whose branches are looked at
  Way turns;
  uint64_t steps = 0;
};

} // namespace weft
#endif
