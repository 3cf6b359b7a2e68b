// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/emitters/item_loops.h"

#include "passes/analysis/tiles.h"
#include "passes/emitters/parallel_accesses.h"
#include "passes/emitters/vector_loops.h"

#include "llvm/IR/MDBuilder.h"

namespace weft {
namespace {

// Instructions of a function of which a copy is less code than calls, with what they save and pass.
// Measured by the time that builds take; beyond, functions are also translated side by side.
constexpr unsigned SmallFunction = 70;

// Full vectors that make up for one more that is not, each by the access that it saves.
constexpr unsigned VectorsInLongRow = 12;

// Of calls for what full vectors leave.
llvm::Attribute::AttrKind ofRest(const llvm::Function &function) {
  return function.getInstructionCount() <= SmallFunction ? llvm::Attribute::AlwaysInline
                                                         : llvm::Attribute::NoInline;
}

VectorLoop vectorLoop(const RegionForm &form, const llvm::Function &wide) {
  return {form.width, form.code_once, ofRest(wide)};
}

class ItemLoops : RegionValues {
public:
  explicit ItemLoops(const RegionValues &values)
      : RegionValues(values), loops(builder), entry(*builder.GetInsertBlock()->getParent()),
        context(builder.getContext()) {}

  void run(const Region &region, bool choice) {
    const RegionForm &form = forms[region.number - 1];
    if (!form.wide && !form.flat)
      return emitScalarRows(region, choice, llvm::Attribute::AlwaysInline);
    if (form.few_items)
      return whether(
          builder.CreateICmpULE(group.local_size[0], builder.getInt64(form.few_items)), "few",
          [&] { emitScalarRows(region, choice, ofRest(*region.function)); }, "many",
          [&] { emitRows(region, choice); });
    if (!form.flat)
      return emitRows(region, choice);
    llvm::Value *rows = countRows();
    if (!form.wide)
      return emitFlat(form, rows, choice);
    // Whether vectors within rows are runs of the linear order.
    llvm::Value *beyond = builder.CreateAnd(group.local_size[0], builder.getInt64(form.width - 1));
    llvm::Value *in_rows = builder.CreateOr(builder.CreateICmpEQ(rows, builder.getInt64(1)),
                                            builder.CreateIsNull(beyond));
    whether(
        in_rows, "rows", [&] { emitRows(region, choice); }, "flat",
        [&] { emitFlat(form, rows, choice); });
  }

private:
  // Either runs; what is known not to is not emitted.
  void whether(llvm::Value *condition, const llvm::Twine &name, llvm::function_ref<void()> body,
               const llvm::Twine &other_name, llvm::function_ref<void()> other) {
    if (auto *known = llvm::dyn_cast<llvm::ConstantInt>(condition))
      return known->isOne() ? body() : other();
    auto *then = llvm::BasicBlock::Create(context, name, &entry);
    auto *otherwise = llvm::BasicBlock::Create(context, other_name, &entry);
    auto *after = llvm::BasicBlock::Create(context, "", &entry);
    builder.CreateCondBr(condition, then, otherwise);
    builder.SetInsertPoint(then);
    body();
    builder.CreateBr(after);
    builder.SetInsertPoint(otherwise);
    other();
    builder.CreateBr(after);
    builder.SetInsertPoint(after);
  }

  llvm::Value *countRows() {
    return builder.CreateMul(group.local_size[1], group.local_size[2], "rows", true, true);
  }

  void emitFlat(const RegionForm &form, llvm::Value *rows, bool choice) {
    llvm::Value *items = builder.CreateMul(rows, group.local_size[0], "items", true, true);
    llvm::Value *none = builder.getInt64(0);
    emitVectors(builder, vectorLoop(form, *form.flat), wholeRow(items), /*is_known=*/nullptr,
                [&](const VectorCall &vector) {
                  callRegion(form.flat, {vector.first, none, none}, vector.lanes, choice,
                             vector.inlining);
                });
  }

  void emitScalarRows(const Region &region, bool choice, llvm::Attribute::AttrKind inlining) {
    forEachRow([&](llvm::Value *y, llvm::Value *z) {
      llvm::Value *items = activeItems(forms[region.number - 1], y, z);
      emitScalarRow(region, items, y, z, choice, nullptr, inlining);
    });
  }

  void emitRows(const Region &region, bool choice) {
    const RegionForm &form = forms[region.number - 1];
    // Vectors below each other one after the other. Elsewhere, long rows are what memory is good
    // at.
    if (form.row_conditions.empty() && plan.haveTiles() && reusesColumns(*form.wide) &&
        (!form.joined || rowsDivide(form))) {
      ItemRange range = wholeRow(group.local_size[0]);
      // Operations of several rows that wait for nothing of each other.
      if (form.joined && !form.joined_check && form.bounds.empty())
        return emitVectors(builder, vectorLoop(form, *form.joined), range, builder.getTrue(),
                           [&](const VectorCall &vector) {
                             forEachRow(form.joined_rows, [&](llvm::Value *y, llvm::Value *z) {
                               callRegion(form.joined, {vector.first, y, z}, vector.lanes, choice,
                                          vector.inlining);
                             });
                           });
      return emitVectors(builder, vectorLoop(form, *form.wide), range, /*is_known=*/nullptr,
                         [&](const VectorCall &vector) {
                           forEachRow([&](llvm::Value *y, llvm::Value *z) {
                             runVector(region, vector, {y, z, nullptr}, choice);
                           });
                         });
    }
    if (form.joined)
      return emitJoinedRows(region, choice);
    forEachRow([&](llvm::Value *y, llvm::Value *z) { emitRow(region, y, z, choice); });
  }

  struct Row {
    llvm::Value *y, *z;
    llvm::Value *is_known; // whether all of it may run in vectors; null: not known
  };

  // Whether groups are known to consist of joined rows.
  bool rowsDivide(const RegionForm &form) const {
    auto *rows = llvm::dyn_cast<llvm::ConstantInt>(group.local_size[1]);
    return rows && rows->getZExtValue() % form.joined_rows == 0;
  }

  // As many work-items as full vectors have.
  llvm::Value *fullVectors(const RegionForm &form, llvm::Value *items) {
    const unsigned beyond = form.width - 1;
    return builder.CreateAnd(builder.CreateAdd(items, builder.getInt64(beyond), "", true, true),
                             builder.getInt64(-int64_t(form.width)));
  }

  // Several rows at a time where all of their work-items run, else one by one.
  void emitJoinedRows(const Region &region, bool choice) {
    const RegionForm &form = forms[region.number - 1];
    llvm::Value *size = group.local_size[0], *none = builder.getInt64(0);
    llvm::Value *count = builder.getInt64(form.joined_rows);
    forEachRow(form.joined_rows, [&](llvm::Value *y, llvm::Value *z) {
      auto rowAt = [&](llvm::Value *i) { return builder.CreateAdd(y, i, "", true, true); };
      llvm::Value *whole = builder.getTrue(), *rows = count;
      if (!rowsDivide(form)) {
        llvm::Value *left = builder.CreateSub(group.local_size[1], y, "", true, true);
        whole = builder.CreateICmpUGE(left, count);
        rows = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, left, count);
      }
      // What is asked of rows that the group has not may be nothing at all.
      auto demand = [&](llvm::Value *holds) { whole = builder.CreateLogicalAnd(whole, holds); };
      if (llvm::Value *fits = checkRow(form.joined_check, none, y, z, fullVectors(form, size)))
        demand(fits);
      for (unsigned i = 0; i < form.joined_rows; ++i) {
        ItemRange range = rangeOf(form, rowAt(builder.getInt64(i)), z);
        demand(builder.CreateICmpSLE(range.first, none));
        demand(builder.CreateICmpSGE(range.end, size));
        if (range.exact)
          demand(range.exact);
      }
      auto *joined = llvm::BasicBlock::Create(context, "joined", &entry);
      auto *single = llvm::BasicBlock::Create(context, "single", &entry);
      auto *after = llvm::BasicBlock::Create(context, "", &entry);
      builder.CreateCondBr(whole, joined, single);
      builder.SetInsertPoint(joined);
      emitVectors(builder, vectorLoop(form, *form.joined), wholeRow(size), builder.getTrue(),
                  [&](const VectorCall &vector) {
                    callRegion(form.joined, {vector.first, y, z}, vector.lanes, choice,
                               vector.inlining);
                  });
      builder.CreateBr(after);
      builder.SetInsertPoint(single);
      llvm::PHINode *i = loops.open("row");
      emitRow(region, rowAt(i), z, choice);
      loops.close(i, 1, rows);
      builder.CreateBr(after);
      builder.SetInsertPoint(after);
    });
  }

  // The work-items of a row that have to run.
  ItemRange rangeOf(const RegionForm &form, llvm::Value *y, llvm::Value *z) {
    llvm::Value *size = group.local_size[0], *none = builder.getInt64(0);
    ItemRange range = wholeRow(size);
    if (!form.bounds.empty())
      range.end = rowSize(form, y, z);
    if (form.row_conditions.empty())
      return range;
    ItemRange bounded =
        findItems(builder, form.row_conditions, size, regionArguments({none, y, z}));
    bounded.end = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smin, bounded.end, range.end);
    if (llvm::Value *exact = bounded.exact) {
      if (bounded.first != none)
        bounded.first = builder.CreateSelect(exact, bounded.first, none);
      bounded.end = builder.CreateSelect(exact, bounded.end, range.end);
    }
    return bounded;
  }

  void emitRow(const Region &region, llvm::Value *y, llvm::Value *z, bool choice) {
    const RegionForm &form = forms[region.number - 1];
    llvm::Value *size = group.local_size[0], *none = builder.getInt64(0);
    Row row = {y, z, nullptr};
    const bool aligned = form.row_store.address != nullptr;
    // Nothing is left of a row of full vectors, so that these need not be known beforehand.
    auto *fixed = llvm::dyn_cast<llvm::ConstantInt>(size);
    if (!fixed || fixed->getZExtValue() % form.width || !form.row_conditions.empty()) {
      const unsigned beyond = form.width - 1; // lanes that do not run shall not wrap either
      llvm::Value *items = builder.CreateAdd(size, builder.getInt64(beyond), "", true, true);
      if (!aligned)
        items = builder.CreateAnd(items, builder.getInt64(-int64_t(form.width)));
      row.is_known = checkRow(form.row_check, none, y, z, items);
    }
    const ItemRange range = rangeOf(form, y, z);
    if (llvm::Value *exact = range.exact)
      row.is_known = row.is_known ? builder.CreateAnd(exact, row.is_known) : exact;
    const auto run = [&](const VectorCall &vector) { runVector(region, vector, row, choice); };
    const VectorLoop loop = vectorLoop(form, *form.wide);
    if (aligned)
      emitVectorsAhead(builder, loop, range, itemsAhead(form, range, y, z), row.is_known, run);
    else
      emitVectors(builder, loop, range, row.is_known, run);
  }

  // By how many work-items vectors begin ahead of where those of a whole row do.
  llvm::Value *itemsAhead(const RegionForm &form, const ItemRange &range, llvm::Value *y,
                          llvm::Value *z) {
    llvm::Value *none = builder.getInt64(0);
    llvm::Value *is_long =
        builder.CreateICmpSGE(builder.CreateSub(range.end, range.first, "", true, true),
                              builder.getInt64(uint64_t(form.width) * VectorsInLongRow));
    llvm::Value *behind =
        itemsBehindLine(builder, form.row_store, form.width, regionArguments({none, y, z}));
    return builder.CreateSelect(is_long, behind, none);
  }

  ItemRange wholeRow(llvm::Value *size) { return {builder.getInt64(0), size, nullptr}; }

  // Whether what the widened function assumes of `items` work-items from `first` on is so; null: it
  // assumes nothing.
  llvm::Value *checkRow(llvm::Function *row_check, llvm::Value *first, llvm::Value *y,
                        llvm::Value *z, llvm::Value *items) {
    if (!row_check)
      return nullptr;
    llvm::SmallVector<llvm::Value *, 32> args = regionArguments({first, y, z});
    args.push_back(items);
    llvm::CallInst *check = builder.CreateCall(row_check, args, "fits");
    check->addFnAttr(llvm::Attribute::AlwaysInline);
    return check;
  }

  // Work-item by work-item if it may not run as a vector.
  void runVector(const Region &region, const VectorCall &vector, const Row &row, bool choice) {
    const RegionForm &form = forms[region.number - 1];
    const auto *all = llvm::dyn_cast<llvm::Constant>(vector.lanes);
    const bool is_full = all && all->isAllOnesValue();
    if (form.rest_by_items && !is_full)
      return runItems(region, vector, row, choice);
    auto runWide = [&] {
      callRegion(form.wide, {vector.first, row.y, row.z}, vector.lanes, choice, vector.inlining);
    };
    llvm::Value *width = builder.getInt64(form.width);
    llvm::Value *fits =
        vector.is_known ? nullptr : checkRow(form.row_check, vector.first, row.y, row.z, width);
    if (fits && vector.range.exact)
      fits = builder.CreateAnd(vector.range.exact, fits);
    if (fits && row.is_known)
      fits = builder.CreateOr(row.is_known, fits);
    if (!fits && !vector.is_known)
      fits = vector.range.exact;
    if (!fits)
      return runWide();
    auto *wide = llvm::BasicBlock::Create(context, "wide", &entry);
    auto *lanes = llvm::BasicBlock::Create(context, "lanes", &entry);
    auto *after = llvm::BasicBlock::Create(context, "", &entry);
    builder.CreateCondBr(fits, wide, lanes, llvm::MDBuilder(context).createLikelyBranchWeights());
    builder.SetInsertPoint(wide);
    runWide();
    builder.CreateBr(after);
    builder.SetInsertPoint(lanes);
    runItems(region, vector, row, choice);
    builder.CreateBr(after);
    builder.SetInsertPoint(after);
  }

  // Those of a vector's work-items that are in the range; some are.
  void runItems(const Region &region, const VectorCall &vector, const Row &row, bool choice) {
    llvm::Value *width = builder.getInt64(forms[region.number - 1].width);
    llvm::Value *first =
        builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, vector.first, vector.range.first);
    llvm::Value *end = builder.CreateBinaryIntrinsic(
        llvm::Intrinsic::smin, builder.CreateAdd(vector.first, width), vector.range.end);
    emitScalarRow(region, end, row.y, row.z, choice, first, ofRest(*region.function));
  }

  using RunRow = llvm::function_ref<void(llvm::Value *y, llvm::Value *z)>;

  // for each row (z, y). Sizes are at least 1.
  void forEachRow(RunRow body) { forEachRow(1, body); }

  // for each `step`-th.
  void forEachRow(unsigned step, RunRow body) {
    // Most kernels need no ids of theirs, so that of one loop nothing but a counter is left.
    if (step == 1 && !plan.asks_for_row) {
      llvm::Value *rows = countRows();
      llvm::PHINode *y = loops.open("row");
      body(y, builder.getInt64(0));
      loops.close(y, 1, rows);
      return;
    }
    llvm::PHINode *z = loops.open("plane");
    llvm::PHINode *y = loops.open("row");
    body(y, z);
    loops.close(y, step, group.local_size[1]);
    loops.close(z, 1, group.local_size[2]);
  }

  // Of a row, the work-items that have to run.
  llvm::Value *activeItems(const RegionForm &form, llvm::Value *y, llvm::Value *z) {
    llvm::Value *size = group.local_size[0];
    return form.bounds.empty() ? size
                               : countActiveItems(builder, form.bounds, size,
                                                  regionArguments({builder.getInt64(0), y, z}));
  }

  // The same for vectors. Full ones stay full, as what is left runs slower.
  llvm::Value *rowSize(const RegionForm &form, llvm::Value *y, llvm::Value *z) {
    llvm::Value *active = activeItems(form, y, z);
    if (form.bounds.empty() || form.code_once)
      return active;
    unsigned beyond = form.width - 1;
    llvm::Value *vectors = builder.CreateAnd(
        builder.CreateAdd(active, builder.getInt64(beyond), "", true, true), ~uint64_t(beyond));
    return builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, vectors, group.local_size[0]);
  }

  void emitScalarRow(const Region &region, llvm::Value *end, llvm::Value *y, llvm::Value *z,
                     bool choice, llvm::Value *first = nullptr,
                     llvm::Attribute::AttrKind inlining = llvm::Attribute::AlwaysInline) {
    llvm::PHINode *x = loops.open("item", first);
    callRegion(region.function, {x, y, z}, {}, choice, inlining);
    loops.close(x, 1, end)->setMetadata(llvm::LLVMContext::MD_loop,
                                        parallel ? parallelLoop(region) : asWorkItemLoop(context));
  }

  void callRegion(llvm::Function *function, llvm::ArrayRef<llvm::Value *> local_id,
                  llvm::ArrayRef<llvm::Value *> more, bool choice,
                  llvm::Attribute::AttrKind inlining) {
    llvm::SmallVector<llvm::Value *, 32> args = regionArguments(local_id);
    llvm::append_range(args, more);
    if (!more.empty()) // a mask
      args.back() = builder.CreateBitCast(args.back(),
                                          function->getArg(unsigned(args.size()) - 1)->getType());
    llvm::CallInst *call = builder.CreateCall(function, args);
    if (inlining != llvm::Attribute::None)
      call->addFnAttr(inlining);
    if (!choice)
      return;
    llvm::Value *old = builder.CreateLoad(builder.getInt32Ty(), next);
    llvm::Value *ended = builder.CreateICmpEQ(call, builder.getInt32(EndRegion));
    builder.CreateStore(builder.CreateSelect(ended, old, call), next);
  }

  llvm::MDNode *parallelLoop(const Region &region) {
    llvm::Metadata *name = llvm::MDString::get(context, "llvm.loop.parallel_accesses");
    return loopWith(context, llvm::MDNode::get(context, {name, markParallel(*region.function)}));
  }

  LoopBuilder loops;
  llvm::Function &entry;
  llvm::LLVMContext &context;
};

} // namespace

llvm::SmallVector<llvm::Value *, 32>
RegionValues::regionArguments(llvm::ArrayRef<llvm::Value *> local_id) const {
  llvm::SmallVector<llvm::Value *, 32> args = group.itemArguments(local_id);
  args.append({context_base, context_items, uniforms});
  args.append(uniform_values);
  return args;
}

void emitItemLoops(const RegionValues &values, const Region &region, bool choice) {
  ItemLoops(values).run(region, choice);
}

} // namespace weft
