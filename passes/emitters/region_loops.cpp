// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/emitters/region_loops.h"

#include "passes/analysis/tiles.h"
#include "passes/budget.h"
#include "passes/emitters/entry_function.h"
#include "passes/emitters/parallel_accesses.h"
#include "passes/emitters/vector_loops.h"
#include "passes/regions/large_allocas.h"
#include "passes/transforms/joined_rows.h"

#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"

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

class RegionLoops {
public:
  RegionLoops(llvm::IRBuilderBase &builder, const GroupValues &group, const RegionPlan &plan,
              llvm::ArrayRef<RegionForm> forms, bool parallel)
      : builder(builder), loops(builder), group(group), plan(plan), forms(forms),
        parallel(parallel), entry(*builder.GetInsertBlock()->getParent()),
        context(builder.getContext()) {}

  void run() {
    llvm::Instruction *top = &*entry.getEntryBlock().getFirstInsertionPt();
    llvm::IRBuilder<> at_top(top);
    uniforms = at_top.CreateAlloca(plan.uniforms, nullptr, "uniforms");
    next = at_top.CreateAlloca(builder.getInt32Ty(), nullptr, "next");
    context_base = loadThreadField(builder, group.thread, ThreadField::Context);
    context_items = countContextItems(builder, group);

    end = llvm::BasicBlock::Create(context, "group.end", &entry);
    if (plan.regions.size() > budget::MostRegionsInFunction) {
      runParts();
    } else {
      createHeads(plan.regions);
      builder.CreateBr(heads.front());
      for (const Region &region : plan.regions)
        emitRegion(region);
    }
    builder.SetInsertPoint(end);
  }

private:
  void createHeads(llvm::ArrayRef<Region> regions) {
    first_number = regions.front().number;
    for (const Region &region : regions)
      heads.push_back(
          llvm::BasicBlock::Create(context, "region" + llvm::Twine(region.number), &entry));
  }

  // Of a region that another function holds, what tells its caller to go on there.
  llvm::BasicBlock *headOf(unsigned number) {
    if (number == EndRegion)
      return end;
    if (number - first_number < heads.size())
      return heads[number - first_number];
    llvm::BasicBlock *&leave = leaves[number];
    if (!leave) {
      leave = llvm::BasicBlock::Create(context, "leave", &entry);
      llvm::ReturnInst::Create(context, builder.getInt32(number), leave);
    }
    return leave;
  }

  //   for (number = 1; number; number = part of the number's regions(..., number));
  void runParts() {
    constexpr size_t most = budget::MostRegionsInFunction;
    llvm::ArrayRef<Region> regions = plan.regions;
    llvm::BasicBlock *before = builder.GetInsertBlock();
    auto *loop = llvm::BasicBlock::Create(context, "parts", &entry);
    builder.CreateBr(loop);
    builder.SetInsertPoint(loop);
    llvm::PHINode *number = builder.CreatePHI(builder.getInt32Ty(), 2, "number");
    number->addIncoming(builder.getInt32(EntryRegion), before);
    auto *again = llvm::BasicBlock::Create(context, "part.ended", &entry);
    llvm::PHINode *following = llvm::PHINode::Create(builder.getInt32Ty(), 2, "following", again);
    llvm::Value *part =
        builder.CreateUDiv(builder.CreateSub(number, builder.getInt32(regions.front().number)),
                           builder.getInt32(most));
    llvm::SwitchInst *choose = nullptr;
    for (size_t first = 0; first < regions.size(); first += most) {
      auto *block = llvm::BasicBlock::Create(context, "part", &entry);
      if (choose)
        choose->addCase(builder.getInt32(unsigned(first / most)), block);
      else
        choose = builder.CreateSwitch(part, block, unsigned(regions.size() / most));
      llvm::IRBuilder<> in_part(block);
      llvm::Value *none = builder.getInt64(0); // local ids, which nobody asks for
      llvm::SmallVector<llvm::Value *, 32> args = regionArguments({none, none, none});
      args.push_back(number);
      llvm::Function *holder = createPart(regions.slice(first).take_front(most));
      following->addIncoming(in_part.CreateCall(holder, args), block);
      in_part.CreateBr(again);
    }
    number->addIncoming(following, again);
    builder.SetInsertPoint(again);
    builder.CreateCondBr(builder.CreateIsNull(following), end, loop);
  }

  // A function of the parameters of regions, less their inputs, and of a region's number: runs that
  // region and those that follow, as long as they are in `regions`. The number of the next one.
  llvm::Function *createPart(llvm::ArrayRef<Region> regions) {
    const llvm::Function &like = *llvm::find_if(plan.regions, [](const Region &region) {
                                    return region.function;
                                  })->function;
    const auto own = unsigned(ItemParam::FirstKernelParam + group.args.size());
    llvm::SmallVector<llvm::Type *, 32> params(
        like.getFunctionType()->params().take_front(own + RegionParam::FirstUniform));
    params.push_back(builder.getInt32Ty());
    auto *part = llvm::Function::Create(
        llvm::FunctionType::get(builder.getInt32Ty(), params, false),
        llvm::GlobalValue::InternalLinkage, entry.getName() + ".part", entry.getParent());
    llvm::SmallVector<llvm::AttributeSet, 32> attributes;
    for (unsigned i = 0; i < own; ++i)
      attributes.push_back(like.getAttributes().getParamAttrs(i));
    part->setAttributes(llvm::AttributeList::get(
        context,
        llvm::AttributeSet::get(context,
                                {llvm::Attribute::get(context, llvm::Attribute::NoInline),
                                 llvm::Attribute::get(context, llvm::Attribute::NoUnwind)}),
        {}, attributes));

    auto groupValue = [&](llvm::Value *outside, unsigned number) {
      return llvm::isa<llvm::Constant>(outside) ? outside : part->getArg(number);
    };
    GroupValues values{
        part->getArg(ItemParam::Launch), part->getArg(ItemParam::Thread), {}, {}, {}};
    for (unsigned d = 0; d < 3; ++d) {
      values.group_id[d] = groupValue(group.group_id[d], ItemParam::GroupId + d);
      values.local_size[d] = groupValue(group.local_size[d], ItemParam::LocalSize + d);
    }
    for (unsigned i = ItemParam::FirstKernelParam; i < own; ++i)
      values.args.push_back(part->getArg(i));
    llvm::IRBuilder<> inside(llvm::BasicBlock::Create(context, "entry", part));
    RegionLoops of_part(inside, values, plan, forms, parallel);
    of_part.next = inside.CreateAlloca(inside.getInt32Ty(), nullptr, "next");
    of_part.context_base = part->getArg(own + RegionParam::Context);
    of_part.context_items = part->getArg(own + RegionParam::ContextItems);
    of_part.uniforms = part->getArg(own + RegionParam::Uniforms);
    of_part.runPart(regions, part->getArg(own + RegionParam::FirstUniform));
    return part;
  }

  void runPart(llvm::ArrayRef<Region> regions, llvm::Value *number) {
    end = llvm::BasicBlock::Create(context, "group.end", &entry);
    llvm::ReturnInst::Create(context, builder.getInt32(EndRegion), end);
    createHeads(regions);
    llvm::SwitchInst *start = builder.CreateSwitch(number, heads.front(), unsigned(regions.size()));
    for (const Region &region : llvm::drop_begin(regions))
      start->addCase(builder.getInt32(region.number), headOf(region.number));
    for (const Region &region : regions)
      emitRegion(region);
  }

  void emitRegion(const Region &region) {
    builder.SetInsertPoint(headOf(region.number));
    uniform_values.clear();
    for (unsigned field : region.uniform_inputs)
      uniform_values.push_back(
          builder.CreateLoad(plan.uniforms->getElementType(field),
                             builder.CreateStructGEP(plan.uniforms, uniforms, field)));
    llvm::Value *none = builder.getInt64(0); // for local ids, which these do not ask for
    if (region.choice) {
      llvm::Value *first = builder.CreateCall(region.choice, regionArguments({none, none, none}));
      builder.CreateCondBr(first, headOf(region.next[0]), headOf(region.next[1]));
      return;
    }
    bool choice = region.next.size() > 1;
    if (choice)
      builder.CreateStore(builder.getInt32(EndRegion), next);
    emitItemLoops(region, choice);
    if (region.keep)
      builder.CreateCall(region.keep, regionArguments({none, none, none}));
    if (region.next.empty()) { // it never ends
      builder.CreateUnreachable();
    } else if (!choice) {
      builder.CreateBr(headOf(region.next.front()));
    } else {
      llvm::Value *chosen = builder.CreateLoad(builder.getInt32Ty(), next);
      llvm::SwitchInst *jump =
          builder.CreateSwitch(chosen, headOf(region.next.front()), unsigned(region.next.size()));
      for (unsigned number : llvm::drop_begin(region.next))
        jump->addCase(builder.getInt32(number), headOf(number));
    }
  }

  void emitItemLoops(const Region &region, bool choice) {
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

  llvm::SmallVector<llvm::Value *, 32> regionArguments(llvm::ArrayRef<llvm::Value *> local_id) {
    llvm::SmallVector<llvm::Value *, 32> args = group.itemArguments(local_id);
    args.append({context_base, context_items, uniforms});
    args.append(uniform_values);
    return args;
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

  llvm::IRBuilderBase &builder;
  LoopBuilder loops;
  const GroupValues &group;
  const RegionPlan &plan;
  llvm::ArrayRef<RegionForm> forms;
  const bool parallel;
  llvm::Function &entry;
  llvm::LLVMContext &context;
  llvm::Value *uniforms = nullptr, *next = nullptr;
  llvm::Value *context_base = nullptr, *context_items = nullptr;
  llvm::BasicBlock *end = nullptr;
  std::vector<llvm::BasicBlock *> heads;               // of the function's regions
  unsigned first_number = 0;                           // of the region of the first head
  llvm::DenseMap<unsigned, llvm::BasicBlock *> leaves; // to regions of other functions
  llvm::SmallVector<llvm::Value *, 8> uniform_values;
};

} // namespace

EmittedKernel emitRegionLoops(const LoweredKernel &kernel, const RegionPlan &plan,
                              llvm::ArrayRef<RegionForm> forms, bool parallel) {
  EmittedKernel result;
  unsigned first = unsigned(kernel.function->arg_size());
  auto keep_off_stack = [&](llvm::Function *function) {
    if (function)
      result.context_bytes_per_group =
          std::max(result.context_bytes_per_group,
                   moveLargeAllocas(*function, *function->getArg(first + RegionParam::Context),
                                    *function->getArg(first + RegionParam::ContextItems),
                                    plan.context_bytes_per_item));
  };
  size_t run = 0;
  for (const Region &region : plan.regions) {
    run += region.function != nullptr;
    keep_off_stack(region.function);
    keep_off_stack(forms[region.number - 1].wide);
    keep_off_stack(forms[region.number - 1].flat);
    keep_off_stack(forms[region.number - 1].joined);
  }
  result.entry =
      createEntryFunction(kernel, [&](llvm::IRBuilderBase &builder, const GroupValues &group) {
        RegionLoops(builder, group, plan, forms, parallel).run();
      });
  result.context_bytes_per_item = plan.context_bytes_per_item;
  result.remarks.push_back((llvm::Twine(run) + " regions, " +
                            llvm::Twine(plan.context_bytes_per_item) +
                            " bytes per work-item across barriers")
                               .str());
  if (plan.regions.size() > budget::MostRegionsInFunction)
    result.remarks.push_back((llvm::Twine(plan.regions.size()) +
                              " regions are too many for one function: several hold " +
                              llvm::Twine(budget::MostRegionsInFunction) + " each")
                                 .str());
  if (plan.skips_ended_items)
    result.remarks.push_back("work-items may return while others reach a barrier");
  return result;
}

} // namespace weft
