// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops over the work-items of a row, one by one or as vectors.
#ifndef WEFT_PASSES_EMITTERS_VECTOR_LOOPS_H
#define WEFT_PASSES_EMITTERS_VECTOR_LOOPS_H

#include "passes/transforms/row_conditions.h"

namespace weft {

// Adds loops, and code under a condition, at a builder's point.
class LoopBuilder {
public:
  explicit LoopBuilder(llvm::IRBuilderBase &builder) : builder(builder) {}

  // Opens a loop of one iteration or more. Its counter, i64, in the block that begins an iteration.
  llvm::PHINode *open(const llvm::Twine &name, llvm::Value *first = nullptr);
  // Closes the loop, which goes on with `next` if that is below `end`. Returns the branch back.
  llvm::Instruction *closeAt(llvm::PHINode *counter, llvm::Value *next, llvm::Value *end);
  llvm::Instruction *close(llvm::PHINode *counter, unsigned step, llvm::Value *end);
  void when(llvm::Value *condition, const llvm::Twine &name, llvm::function_ref<void()> body);

private:
  llvm::IRBuilderBase &builder;
};

// Metadata for the branch back of a work-item loop that LLVM must not vectorise.
llvm::MDNode *asWorkItemLoop(llvm::LLVMContext &context);
// Metadata of a loop with these properties.
llvm::MDNode *loopWith(llvm::LLVMContext &context, llvm::ArrayRef<llvm::Metadata *> properties);

// One call of a widened function.
struct VectorCall {
  llvm::Value *first, *lanes; // arguments
  ItemRange range;            // it runs the work-items of this range that `lanes` has
  llvm::Attribute::AttrKind inlining;
  bool is_known; // its assumptions are known to hold (row_check.h)
};
using RunVector = llvm::function_ref<void(const VectorCall &call)>;

struct VectorLoop {
  unsigned width;
  bool code_once;                          // all vectors run under a mask, in one copy of the code
  llvm::Attribute::AttrKind rest_inlining; // of calls for vectors that are not full
};

// Runs the range's work-items in vectors that begin at multiples of the width. Calls for full ones
// are inlined, so that their constant mask folds; calls for others are out of line unless the
// function is small. `is_known`: i1, whether the function's assumptions hold for the whole row; if
// not, all calls are out of line. Null: full ones are inlined, and VectorCall::is_known is false.
void emitVectors(llvm::IRBuilderBase &builder, const VectorLoop &loop, const ItemRange &range,
                 llvm::Value *is_known, RunVector run);

// The same, but full vectors begin `ahead` work-items (i64, 0 to the width - 1) before multiples of
// the width, and what is before the first is a vector of its own. Not with `code_once`.
void emitVectorsAhead(llvm::IRBuilderBase &builder, const VectorLoop &loop, const ItemRange &range,
                      llvm::Value *ahead, llvm::Value *is_known, RunVector run);

} // namespace weft
#endif
