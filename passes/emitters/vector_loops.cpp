// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/emitters/vector_loops.h"

#include "passes/transforms/work_item_loop_loads.h"

namespace weft {
namespace {

class VectorLoops {
public:
  VectorLoops(llvm::IRBuilderBase &builder, const VectorLoop &loop, RunVector run)
      : builder(builder), loops(builder), loop(loop), width(loop.width), run(run) {}

  void emit(const ItemRange &range, llvm::Value *is_known) {
    llvm::Value *begin = roundDown(range.first), *full_end = roundDown(range.end);
    const bool starts_full = begin == range.first, ends_full = full_end == range.end;
    if (loop.code_once && !(starts_full && ends_full))
      return loops.when(builder.CreateICmpSLT(range.first, range.end), "vectors", [&] {
        forEach(begin, range.end, [&](llvm::Value *first) {
          run({first, lanesOf(first, range), range, llvm::Attribute::None, false});
        });
      });
    llvm::Value *full = begin;
    if (!starts_full)
      full = roundDown(builder.CreateAdd(range.first, builder.getInt64(width - 1), "", true, true));
    if (is_known)
      full_end = builder.CreateSelect(is_known, full_end, full);
    runFull(full, full_end, range, is_known != nullptr);
    // What is left before these and behind them.
    if (!starts_full)
      full_end = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, full_end, full);
    llvm::Value *left = full_end;
    if (!starts_full)
      left = builder.CreateSelect(builder.CreateICmpULT(begin, full), begin, full_end);
    loops.when(builder.CreateAnd(builder.CreateICmpSLT(left, range.end),
                                 starts_full ? builder.getTrue()
                                             : builder.CreateICmpSLT(range.first, range.end)),
               "rest", [&] {
                 if (starts_full && !is_known)
                   return runLeft(left, range);
                 llvm::PHINode *first = loops.open("left", left);
                 runLeft(first, range);
                 llvm::Value *next = following(first);
                 if (!starts_full)
                   next = builder.CreateSelect(builder.CreateICmpEQ(next, full), full_end, next);
                 loops.closeAt(first, next, range.end);
               });
  }

  void emitAhead(const ItemRange &range, llvm::Value *ahead, llvm::Value *is_known) {
    loops.when(builder.CreateICmpSLT(range.first, range.end), "aligned", [&] {
      // Of the first vector the end, and of the full ones behind it.
      llvm::Value *full = builder.CreateAdd(range.first, ahead, "", true, true);
      full = roundDown(builder.CreateAdd(full, builder.getInt64(width - 1), "", true, true));
      full = builder.CreateSub(full, ahead, "", false, true);
      llvm::Value *stop = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smin, full, range.end);
      llvm::Value *full_end = builder.CreateSub(range.end, stop, "", true, true);
      full_end = builder.CreateAdd(stop, roundDown(full_end), "", true, true);
      if (is_known)
        full_end = builder.CreateSelect(is_known, full_end, stop);
      runFull(stop, full_end, range, is_known != nullptr);
      // The first one does not reach into what the next one stores, but where that would be before
      // all ids.
      llvm::Value *begin = builder.CreateSub(full, builder.getInt64(width), "", false, true);
      begin = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, begin, builder.getInt64(0));
      llvm::Value *left =
          builder.CreateSelect(builder.CreateICmpSLT(range.first, stop), begin, full_end);
      loops.when(builder.CreateICmpSLT(left, range.end), "rest", [&] {
        llvm::PHINode *at = loops.open("left", left);
        llvm::Value *is_first = builder.CreateICmpSLT(at, stop);
        llvm::Value *end = builder.CreateSelect(is_first, stop, range.end);
        runLeft(at, {range.first, end, range.exact});
        loops.closeAt(at, builder.CreateSelect(is_first, full_end, following(at)), range.end);
      });
    });
  }

private:
  llvm::Value *roundDown(llvm::Value *id) {
    return builder.CreateAnd(id, builder.getInt64(-int64_t(width)));
  }

  llvm::Value *following(llvm::Value *first) {
    return builder.CreateAdd(first, builder.getInt64(width), "", true, true);
  }

  // From `first` to before `end`, which is above.
  void forEach(llvm::Value *first, llvm::Value *end,
               llvm::function_ref<void(llvm::Value *at)> body) {
    llvm::PHINode *at = loops.open("item", first);
    body(at);
    loops.close(at, width, end)
        ->setMetadata(llvm::LLVMContext::MD_loop, asWorkItemLoop(builder.getContext()));
  }

  void runFull(llvm::Value *first, llvm::Value *end, const ItemRange &range, bool is_known) {
    loops.when(builder.CreateICmpSLT(first, end), "vectors", [&] {
      auto *all =
          llvm::Constant::getAllOnesValue(llvm::FixedVectorType::get(builder.getInt1Ty(), width));
      forEach(first, end, [&](llvm::Value *at) {
        run({at, all, range, llvm::Attribute::AlwaysInline, is_known});
      });
    });
  }

  void runLeft(llvm::Value *first, const ItemRange &range) {
    run({first, lanesOf(first, range), range, loop.rest_inlining, false});
  }

  // The lanes of the vector from `first` on that are of the range; some are.
  llvm::Value *lanesOf(llvm::Value *first, const ItemRange &range) {
    auto *type = llvm::FixedVectorType::get(builder.getInt32Ty(), width);
    llvm::Value *numbers = builder.CreateStepVector(type);
    auto splat = [&](llvm::Value *number) {
      return builder.CreateVectorSplat(width, builder.CreateTrunc(number, builder.getInt32Ty()));
    };
    llvm::Value *left = builder.CreateSub(range.end, first, "left", true, true);
    left = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, left, builder.getInt64(width));
    llvm::Value *before_end = builder.CreateICmpULT(numbers, splat(left), "lanes");
    if (llvm::isa<llvm::Constant>(range.first))
      return before_end;
    llvm::Value *skipped = builder.CreateSub(range.first, first, "skipped", false, true);
    skipped = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, skipped, builder.getInt64(0));
    return builder.CreateAnd(builder.CreateICmpUGE(numbers, splat(skipped)), before_end, "lanes");
  }

  llvm::IRBuilderBase &builder;
  LoopBuilder loops;
  const VectorLoop &loop;
  const unsigned width;
  RunVector run;
};

} // namespace

llvm::PHINode *LoopBuilder::open(const llvm::Twine &name, llvm::Value *first) {
  llvm::BasicBlock *before = builder.GetInsertBlock();
  auto *loop = llvm::BasicBlock::Create(builder.getContext(), name, before->getParent());
  builder.CreateBr(loop);
  builder.SetInsertPoint(loop);
  llvm::PHINode *counter = builder.CreatePHI(builder.getInt64Ty(), 2);
  counter->addIncoming(first ? first : builder.getInt64(0), before);
  return counter;
}

llvm::Instruction *LoopBuilder::closeAt(llvm::PHINode *counter, llvm::Value *next,
                                        llvm::Value *end) {
  llvm::BasicBlock *loop = counter->getParent();
  counter->addIncoming(next, builder.GetInsertBlock());
  auto *after = llvm::BasicBlock::Create(builder.getContext(), "", loop->getParent());
  llvm::Instruction *back = builder.CreateCondBr(builder.CreateICmpULT(next, end), loop, after);
  builder.SetInsertPoint(after);
  return back;
}

llvm::Instruction *LoopBuilder::close(llvm::PHINode *counter, unsigned step, llvm::Value *end) {
  return closeAt(counter, builder.CreateAdd(counter, builder.getInt64(step), "", true, true), end);
}

void LoopBuilder::when(llvm::Value *condition, const llvm::Twine &name,
                       llvm::function_ref<void()> body) {
  if (auto *known = llvm::dyn_cast<llvm::ConstantInt>(condition)) {
    if (known->isOne())
      body();
    return;
  }
  llvm::Function *function = builder.GetInsertBlock()->getParent();
  auto *then = llvm::BasicBlock::Create(builder.getContext(), name, function);
  auto *after = llvm::BasicBlock::Create(builder.getContext(), "", function);
  builder.CreateCondBr(condition, then, after);
  builder.SetInsertPoint(then);
  body();
  builder.CreateBr(after);
  builder.SetInsertPoint(after);
}

llvm::MDNode *loopWith(llvm::LLVMContext &context, llvm::ArrayRef<llvm::Metadata *> properties) {
  llvm::SmallVector<llvm::Metadata *, 3> operands = {nullptr};
  llvm::append_range(operands, properties);
  llvm::MDNode *loop = llvm::MDNode::getDistinct(context, operands);
  loop->replaceOperandWith(0, loop);
  return loop;
}

llvm::MDNode *asWorkItemLoop(llvm::LLVMContext &context) {
  llvm::Metadata *name = llvm::MDString::get(context, "llvm.loop.disable_nonforced");
  return loopWith(context, {llvm::MDNode::get(context, name), workItemLoopProperty(context)});
}

void emitVectors(llvm::IRBuilderBase &builder, const VectorLoop &loop, const ItemRange &range,
                 llvm::Value *is_known, RunVector run) {
  VectorLoops(builder, loop, run).emit(range, is_known);
}

void emitVectorsAhead(llvm::IRBuilderBase &builder, const VectorLoop &loop, const ItemRange &range,
                      llvm::Value *ahead, llvm::Value *is_known, RunVector run) {
  VectorLoops(builder, loop, run).emitAhead(range, ahead, is_known);
}

} // namespace weft
