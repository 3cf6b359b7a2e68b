// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops over work-items of a row, one by one or as vectors.
#ifndef WEFT_PASSES_EMITTERS_VECTOR_LOOPS_H
#define WEFT_PASSES_EMITTERS_VECTOR_LOOPS_H

#include "passes/transforms/row_conditions.h"

namespace weft {

// Adds loops, and what runs under a condition, to a function at its builder's point.
class LoopBuilder {
public:
  explicit LoopBuilder(llvm::IRBuilderBase &builder) : builder(builder) {}

  // A loop's counter, i64, in the block that begins an iteration. Runs once at least.
  llvm::PHINode *open(const llvm::Twine &name, llvm::Value *first = nullptr);
  // Goes on with `next` if that is below `end`. The branch back.
  llvm::Instruction *closeAt(llvm::PHINode *counter, llvm::Value *next, llvm::Value *end);
  llvm::Instruction *close(llvm::PHINode *counter, unsigned step, llvm::Value *end);
  void when(llvm::Value *condition, const llvm::Twine &name, llvm::function_ref<void()> body);

private:
  llvm::IRBuilderBase &builder;
};

// For the branch back of a loop over work-items that LLVM is not to vectorise.
llvm::MDNode *asWorkItemLoop(llvm::LLVMContext &context);
// The same of a loop with these properties.
llvm::MDNode *loopWith(llvm::LLVMContext &context, llvm::ArrayRef<llvm::Metadata *> properties);

// One call of a widened function.
struct VectorCall {
  llvm::Value *first, *lanes; // arguments
  ItemRange range;            // work-items of which it runs those that `lanes` has
  llvm::Attribute::AttrKind inlining;
  bool is_known; // that it may run as a vector
};
using RunVector = llvm::function_ref<void(const VectorCall &call)>;

struct VectorLoop {
  unsigned width;
  bool code_once;                          // all vectors run under a mask, in one copy of the code
  llvm::Attribute::AttrKind rest_inlining; // of calls for what full vectors leave
};

// The range's work-items, in vectors that begin where those of a whole row do. Full ones are
// inlined, where their mask of all lanes folds; others run in the same function, out of line
// unless it is small, and so do all if not `is_known`, which may be null.
void emitVectors(llvm::IRBuilderBase &builder, const VectorLoop &loop, const ItemRange &range,
                 llvm::Value *is_known, RunVector run);

// The same, but full vectors begin `ahead` work-items (i64, 0 to the width - 1) before multiples of
// the width; what is before the first of them is a vector of its own. Not for `code_once`.
void emitVectorsAhead(llvm::IRBuilderBase &builder, const VectorLoop &loop, const ItemRange &range,
                      llvm::Value *ahead, llvm::Value *is_known, RunVector run);

} // namespace weft
#endif
