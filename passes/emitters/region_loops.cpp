// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/emitters/region_loops.h"

#include "passes/address_space.h"
#include "passes/emitters/entry_function.h"
#include "passes/emitters/tiles.h"
#include "passes/regions/large_allocas.h"

#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

namespace weft {
namespace {

// Whether an address may lead to one of the region's own allocas, which all turns of the loop
// share.
class SharedMemory {
public:
  explicit SharedMemory(llvm::Function &region) {
    for (llvm::Instruction &instruction : llvm::instructions(region))
      if (llvm::isa<llvm::AllocaInst>(instruction))
        escapes |= llvm::PointerMayBeCaptured(&instruction, /*ReturnCaptures=*/false);
  }

  bool mayHold(const llvm::Value *pointer) const {
    llvm::SmallVector<const llvm::Value *, 4> objects;
    llvm::getUnderlyingObjects(pointer, objects, nullptr, /*MaxLookup=*/0);
    return llvm::any_of(objects, [&](const llvm::Value *object) {
      if (llvm::isa<llvm::AllocaInst>(object))
        return true;
      // An address out of memory or of a computation; global, constant and local ones are named so.
      return escapes && llvm::isa<llvm::Instruction>(object) &&
             mayLeadToPrivate(object->getType()->getPointerAddressSpace());
    });
  }

private:
  bool escapes = false; // some alloca's address is kept where it cannot be followed
};

// Marks what different work-items may do in any order.
llvm::MDNode *markParallel(llvm::Function &region) {
  llvm::MDNode *group = llvm::MDNode::getDistinct(region.getContext(), {});
  SharedMemory shared(region);
  for (llvm::Instruction &instruction : llvm::instructions(region)) {
    if (!instruction.mayReadOrWriteMemory())
      continue;
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      if (llvm::any_of(call->args(), [&](llvm::Value *arg) {
            return arg->getType()->isPointerTy() && shared.mayHold(arg);
          }))
        continue;
    } else if (const llvm::Value *pointer = llvm::getLoadStorePointerOperand(&instruction);
               pointer && shared.mayHold(pointer)) {
      continue;
    }
    instruction.setMetadata(llvm::LLVMContext::MD_access_group, group);
  }
  return group;
}

class RegionLoops {
public:
  RegionLoops(llvm::IRBuilderBase &builder, const GroupValues &group, const RegionPlan &plan,
              llvm::ArrayRef<RegionForm> forms, bool parallel)
      : builder(builder), group(group), plan(plan), forms(forms), parallel(parallel),
        entry(*builder.GetInsertBlock()->getParent()), context(builder.getContext()) {}

  void run() {
    llvm::Instruction *top = &*entry.getEntryBlock().getFirstInsertionPt();
    llvm::IRBuilder<> at_top(top);
    uniforms = at_top.CreateAlloca(plan.uniforms, nullptr, "uniforms");
    next = at_top.CreateAlloca(builder.getInt32Ty(), nullptr, "next");
    context_base = loadThreadField(builder, group.thread, ThreadField::Context);
    context_items = countContextItems(builder, group);

    end = llvm::BasicBlock::Create(context, "group.end", &entry);
    for (const Region &region : plan.regions)
      heads.push_back(
          llvm::BasicBlock::Create(context, "region" + llvm::Twine(region.number), &entry));
    builder.CreateBr(heads.front());
    for (const Region &region : plan.regions)
      emitRegion(region);
    builder.SetInsertPoint(end);
  }

private:
  llvm::BasicBlock *headOf(unsigned number) {
    return number == EndRegion ? end : heads[number - 1];
  }

  void emitRegion(const Region &region) {
    builder.SetInsertPoint(heads[region.number - 1]);
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
    if (!form.flat)
      return emitRows(region, choice);
    llvm::Value *rows = countRows();
    if (!form.wide)
      return emitFlat(form, rows, choice);
    // Whether vectors within rows are runs of the linear order.
    llvm::Value *beyond = builder.CreateAnd(group.local_size[0], builder.getInt64(form.width - 1));
    llvm::Value *in_rows = builder.CreateOr(builder.CreateICmpEQ(rows, builder.getInt64(1)),
                                            builder.CreateIsNull(beyond));
    auto *by_rows = llvm::BasicBlock::Create(context, "rows", &entry);
    auto *flat = llvm::BasicBlock::Create(context, "flat", &entry);
    auto *after = llvm::BasicBlock::Create(context, "", &entry);
    builder.CreateCondBr(in_rows, by_rows, flat);
    builder.SetInsertPoint(by_rows);
    emitRows(region, choice);
    builder.CreateBr(after);
    builder.SetInsertPoint(flat);
    emitFlat(form, rows, choice);
    builder.CreateBr(after);
    builder.SetInsertPoint(after);
  }

  llvm::Value *countRows() {
    return builder.CreateMul(group.local_size[1], group.local_size[2], "rows", true, true);
  }

  void emitFlat(const RegionForm &form, llvm::Value *rows, bool choice) {
    llvm::Value *items = builder.CreateMul(rows, group.local_size[0], "items", true, true);
    llvm::Value *none = builder.getInt64(0);
    emitVectors(form, items,
                [&](llvm::Value *first, llvm::Value *lanes, llvm::Attribute::AttrKind inlining) {
                  callRegion(form.flat, {first, none, none}, lanes, choice, inlining);
                });
  }

  void emitRows(const Region &region, bool choice) {
    const RegionForm &form = forms[region.number - 1];
    if (!form.wide)
      return forEachRow([&](llvm::Value *y, llvm::Value *z) {
        emitScalarRow(region, rowSize(form, y, z), y, z, choice);
      });
    auto call = [&](llvm::Value *first, llvm::Value *y, llvm::Value *z, llvm::Value *lanes,
                    llvm::Attribute::AttrKind inlining) {
      callRegion(form.wide, {first, y, z}, lanes, choice, inlining);
    };
    // Vectors below each other one after the other. Elsewhere, long rows are what memory is good
    // at.
    if (plan.haveTiles() && reusesColumns(*form.wide))
      return emitVectors(
          form, group.local_size[0],
          [&](llvm::Value *first, llvm::Value *lanes, llvm::Attribute::AttrKind inlining) {
            forEachRow([&](llvm::Value *y, llvm::Value *z) { call(first, y, z, lanes, inlining); });
          });
    forEachRow([&](llvm::Value *y, llvm::Value *z) {
      emitVectors(form, rowSize(form, y, z),
                  [&](llvm::Value *first, llvm::Value *lanes, llvm::Attribute::AttrKind inlining) {
                    call(first, y, z, lanes, inlining);
                  });
    });
  }

  // for each row (z, y). Sizes are at least 1.
  void forEachRow(llvm::function_ref<void(llvm::Value *y, llvm::Value *z)> body) {
    llvm::PHINode *y, *z;
    // Most kernels need no ids of theirs, so that of one loop nothing but a counter is left.
    if (!plan.asks_for_row) {
      llvm::Value *rows = countRows();
      llvm::BasicBlock *loop = openLoop("row", y);
      body(y, builder.getInt64(0));
      closeLoop(loop, y, 1, rows);
      return;
    }
    llvm::BasicBlock *planes = openLoop("plane", z);
    llvm::BasicBlock *rows = openLoop("row", y);
    body(y, z);
    closeLoop(rows, y, 1, group.local_size[1]);
    closeLoop(planes, z, 1, group.local_size[2]);
  }

  // Of a row, the work-items that have to run. Full vectors stay full, as what is left runs slower.
  llvm::Value *rowSize(const RegionForm &form, llvm::Value *y, llvm::Value *z) {
    llvm::Value *size = group.local_size[0];
    if (form.bounds.empty())
      return size;
    llvm::Value *active =
        countActiveItems(builder, form.bounds, size, regionArguments({builder.getInt64(0), y, z}));
    if (!form.wide || form.code_once)
      return active;
    unsigned beyond = form.width - 1;
    llvm::Value *vectors = builder.CreateAnd(
        builder.CreateAdd(active, builder.getInt64(beyond), "", true, true), ~uint64_t(beyond));
    return builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, vectors, size);
  }

  llvm::BasicBlock *openLoop(const llvm::Twine &name, llvm::PHINode *&counter) {
    llvm::BasicBlock *before = builder.GetInsertBlock();
    auto *loop = llvm::BasicBlock::Create(context, name, &entry);
    builder.CreateBr(loop);
    builder.SetInsertPoint(loop);
    counter = builder.CreatePHI(builder.getInt64Ty(), 2);
    counter->addIncoming(builder.getInt64(0), before);
    return loop;
  }

  llvm::Instruction *closeLoop(llvm::BasicBlock *loop, llvm::PHINode *id, unsigned step,
                               llvm::Value *end) {
    llvm::Value *up = builder.CreateAdd(id, builder.getInt64(step), "", true, true);
    id->addIncoming(up, builder.GetInsertBlock());
    auto *after = llvm::BasicBlock::Create(context, "", &entry);
    llvm::Instruction *back = builder.CreateCondBr(builder.CreateICmpULT(up, end), loop, after);
    builder.SetInsertPoint(after);
    return back;
  }

  void emitScalarRow(const Region &region, llvm::Value *size, llvm::Value *y, llvm::Value *z,
                     bool choice) {
    llvm::PHINode *x;
    llvm::BasicBlock *loop = openLoop("item", x);
    callRegion(region.function, {x, y, z}, nullptr, choice, llvm::Attribute::AlwaysInline);
    closeLoop(loop, x, 1, size)
        ->setMetadata(llvm::LLVMContext::MD_loop, parallel ? parallelLoop(region) : scalarLoop());
  }

  // Those lanes of a vector that are among the `left` work-items, of which there are any.
  llvm::Value *firstLanes(unsigned width, llvm::Value *left) {
    llvm::Value *most = builder.getInt64(width);
    left = builder.CreateTrunc(builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, left, most),
                               builder.getInt32Ty());
    llvm::Value *numbers =
        builder.CreateStepVector(llvm::FixedVectorType::get(builder.getInt32Ty(), width));
    return builder.CreateICmpULT(numbers, builder.CreateVectorSplat(width, left), "lanes");
  }

  // Runs the vector of work-items from `first` on.
  using RunVector = llvm::function_ref<void(llvm::Value *first, llvm::Value *lanes,
                                            llvm::Attribute::AttrKind inlining)>;

  // `size` work-items, the last vector masked like all others.
  void emitMaskedVectors(unsigned width, llvm::Value *size, RunVector run) {
    llvm::PHINode *first;
    llvm::BasicBlock *loop = openLoop("item", first);
    llvm::Value *left = builder.CreateSub(size, first, "left", true, true);
    run(first, firstLanes(width, left), llvm::Attribute::None);
    closeLoop(loop, first, width, size)->setMetadata(llvm::LLVMContext::MD_loop, scalarLoop());
  }

  // `size` work-items, more than none, that `width` divides.
  void emitFullVectors(unsigned width, llvm::Value *size, RunVector run) {
    auto *lanes = llvm::FixedVectorType::get(builder.getInt1Ty(), width);
    llvm::PHINode *first;
    llvm::BasicBlock *loop = openLoop("item", first);
    run(first, llvm::Constant::getAllOnesValue(lanes), llvm::Attribute::AlwaysInline);
    closeLoop(loop, first, width, size)->setMetadata(llvm::LLVMContext::MD_loop, scalarLoop());
  }

  // `size` work-items. Full vectors are inlined, where their mask of all lanes folds; what is left
  // at the end runs in the same function out of line.
  void emitVectors(const RegionForm &form, llvm::Value *size, RunVector run) {
    const unsigned width = form.width;
    auto *fixed = llvm::dyn_cast<llvm::ConstantInt>(size);
    if (fixed && fixed->getZExtValue() % width == 0)
      return emitFullVectors(width, size, run);
    if (form.code_once)
      return emitMaskedVectors(width, size, run);
    llvm::Value *full = builder.CreateAnd(size, builder.getInt64(-int64_t(width)));
    auto *vectors = llvm::BasicBlock::Create(context, "vectors", &entry);
    auto *rest = llvm::BasicBlock::Create(context, "rest", &entry);
    auto *tail = llvm::BasicBlock::Create(context, "tail", &entry);
    auto *after = llvm::BasicBlock::Create(context, "", &entry);
    builder.CreateCondBr(builder.CreateIsNotNull(full), vectors, rest);

    builder.SetInsertPoint(vectors);
    emitFullVectors(width, full, run);
    builder.CreateBr(rest);

    builder.SetInsertPoint(rest);
    builder.CreateCondBr(builder.CreateICmpULT(full, size), tail, after);
    builder.SetInsertPoint(tail);
    llvm::Value *mask = firstLanes(width, builder.CreateSub(size, full));
    run(full, mask, llvm::Attribute::NoInline);
    builder.CreateBr(after);
    builder.SetInsertPoint(after);
  }

  llvm::SmallVector<llvm::Value *, 32> regionArguments(llvm::ArrayRef<llvm::Value *> local_id) {
    llvm::SmallVector<llvm::Value *, 32> args = group.itemArguments(local_id);
    args.append({context_base, context_items, uniforms});
    args.append(uniform_values);
    return args;
  }

  void callRegion(llvm::Function *function, llvm::ArrayRef<llvm::Value *> local_id,
                  llvm::Value *lanes, bool choice, llvm::Attribute::AttrKind inlining) {
    llvm::SmallVector<llvm::Value *, 32> args = regionArguments(local_id);
    if (lanes)
      args.push_back(lanes);
    llvm::CallInst *call = builder.CreateCall(function, args);
    if (inlining != llvm::Attribute::None)
      call->addFnAttr(inlining);
    if (!choice)
      return;
    llvm::Value *old = builder.CreateLoad(builder.getInt32Ty(), next);
    llvm::Value *ended = builder.CreateICmpEQ(call, builder.getInt32(EndRegion));
    builder.CreateStore(builder.CreateSelect(ended, old, call), next);
  }

  llvm::MDNode *loopWith(llvm::Metadata *property) {
    llvm::MDNode *loop = llvm::MDNode::getDistinct(context, {nullptr, property});
    loop->replaceOperandWith(0, loop);
    return loop;
  }

  llvm::MDNode *parallelLoop(const Region &region) {
    llvm::Metadata *name = llvm::MDString::get(context, "llvm.loop.parallel_accesses");
    return loopWith(llvm::MDNode::get(context, {name, markParallel(*region.function)}));
  }

  llvm::MDNode *scalarLoop() {
    llvm::Metadata *name = llvm::MDString::get(context, "llvm.loop.vectorize.enable");
    llvm::Metadata *no = llvm::ConstantAsMetadata::get(builder.getFalse());
    return loopWith(llvm::MDNode::get(context, {name, no}));
  }

  llvm::IRBuilderBase &builder;
  const GroupValues &group;
  const RegionPlan &plan;
  llvm::ArrayRef<RegionForm> forms;
  const bool parallel;
  llvm::Function &entry;
  llvm::LLVMContext &context;
  llvm::Value *uniforms = nullptr, *next = nullptr;
  llvm::Value *context_base = nullptr, *context_items = nullptr;
  llvm::BasicBlock *end = nullptr;
  std::vector<llvm::BasicBlock *> heads;
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
  if (plan.skips_ended_items)
    result.remarks.push_back("work-items may return while others reach a barrier");
  return result;
}

} // namespace weft
