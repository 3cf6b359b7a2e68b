// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/analysis/sub_group_operations.h"
#include "passes/analysis/waiting_loops.h"
#include "passes/emitters/emitter.h"

#include "passes/emitters/entry_function.h"
#include "passes/lifetime_markers.h"
#include "passes/regions/context_layout.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

namespace weft {
namespace {

// Private memory of a work-item beyond this is not put on its stack. Bytes.
constexpr uint64_t StackLimit = 16 * 1024;

// Has the run time switch to other work-items.
void callSwitch(llvm::Instruction &before, ThreadField field) {
  llvm::IRBuilder<> builder(&before);
  llvm::Value *thread = before.getFunction()->getArg(ItemParam::Thread);
  auto *type = llvm::FunctionType::get(builder.getVoidTy(), {builder.getPtrTy()}, false);
  llvm::CallInst *call =
      builder.CreateCall(type, loadThreadField(builder, thread, field), {thread});
  call->setDebugLoc(before.getDebugLoc());
  call->addFnAttr(llvm::Attribute::NoUnwind);
}

void lowerBarriers(llvm::Function &function) {
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (!isBarrier(instruction))
      continue;
    callSwitch(instruction, ThreadField::ItemBarrier);
    instruction.eraseFromParent();
  }
}

// One work-item may wait for another one of the group, which has to get its turn.
void yieldInWaitingLoops(llvm::Function &function) {
  for (llvm::BasicBlock *header : findWaitingLoops(function))
    callSwitch(*header->getFirstInsertionPt(), ThreadField::ItemYield);
}

// Moves large private variables from the work-item's stack to the context, behind the `in_use`
// bytes per work-item. Returns how many are in use then.
uint64_t moveLargeAllocas(llvm::Function &function, uint64_t in_use) {
  const llvm::DataLayout &data = function.getDataLayout();
  ContextLayout layout(data, in_use);
  uint64_t on_stack = 0;
  std::vector<std::pair<llvm::AllocaInst *, ContextArray>> moved;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    auto *alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (!alloca)
      continue;
    std::optional<llvm::TypeSize> size = alloca->getAllocationSize(data);
    uint64_t bytes = size ? size->getFixedValue() : 0;
    if (on_stack + bytes > StackLimit)
      moved.push_back({alloca, layout.add(bytes, alloca->getAlign())});
    else
      on_stack += bytes;
  }
  if (moved.empty())
    return in_use;
  llvm::IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
  GroupValues group;
  for (unsigned d = 0; d < 3; ++d)
    group.local_size[d] = function.getArg(ItemParam::LocalSize + d);
  llvm::Value *items = countContextItems(builder, group);
  llvm::Value *context =
      loadThreadField(builder, function.getArg(ItemParam::Thread), ThreadField::Context);
  ContextAddress address(builder, function, context, items);
  // All of them ahead of the first removal: the builder may stand before one of the allocas.
  llvm::SmallVector<llvm::Value *, 4> places;
  for (auto &[alloca, array] : moved)
    places.push_back(
        builder.CreateAddrSpaceCast(address.element(array, alloca->getName()), alloca->getType()));
  for (auto [entry, place] : llvm::zip_equal(moved, places)) {
    llvm::AllocaInst *alloca = entry.first;
    eraseLifetimeMarkers(*alloca);
    alloca->replaceAllUsesWith(place);
    alloca->eraseFromParent();
  }
  return layout.bytesPerItem();
}

// What a work-item needs to find its way: the group's values, in one record.
llvm::StructType *frameType(const GroupValues &group) {
  llvm::SmallVector<llvm::Type *, 32> fields;
  for (llvm::Value *value : group.itemArguments({}))
    fields.push_back(value->getType());
  return llvm::StructType::get(group.launch->getContext(), fields);
}

// void fiber(ptr frame, ptr thread, i64 item)
llvm::Function *createItemEntry(llvm::Function &function, llvm::StructType *frame_type) {
  llvm::LLVMContext &context = function.getContext();
  llvm::IRBuilder<> builder(context);
  auto *type = llvm::FunctionType::get(
      builder.getVoidTy(), {builder.getPtrTy(), builder.getPtrTy(), builder.getInt64Ty()}, false);
  llvm::Function *fiber =
      llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage,
                             function.getName() + ".fiber", *function.getParent());
  fiber->addFnAttr(llvm::Attribute::NoUnwind);
  builder.SetInsertPoint(llvm::BasicBlock::Create(context, "entry", fiber));
  llvm::SmallVector<llvm::Value *, 32> args;
  for (unsigned i = 0; i < frame_type->getNumElements(); ++i)
    args.push_back(builder.CreateLoad(frame_type->getElementType(i),
                                      builder.CreateStructGEP(frame_type, fiber->getArg(0), i)));
  llvm::Value *item = fiber->getArg(2);
  llvm::Value *size_x = args[ItemParam::LocalSize], *size_y = args[ItemParam::LocalSize + 1];
  llvm::Value *row = builder.CreateUDiv(item, size_x);
  llvm::Value *id[] = {builder.CreateURem(item, size_x), builder.CreateURem(row, size_y),
                       builder.CreateUDiv(row, size_y)};
  args.insert(args.begin() + ItemParam::LocalId, std::begin(id), std::end(id));
  builder.CreateCall(&function, args);
  builder.CreateRetVoid();
  return fiber;
}

} // namespace

EmittedKernel emitFibers(const LoweredKernel &kernel) {
  EmittedKernel result;
  yieldInWaitingLoops(*kernel.function);
  lowerBarriers(*kernel.function);
  lowerSubGroupsOfOne(*kernel.function);
  result.context_bytes_per_item = moveLargeAllocas(*kernel.function, kernel.context_bytes_per_item);
  result.entry = createEntryFunction(kernel, [&](llvm::IRBuilderBase &builder,
                                                 const GroupValues &group) {
    llvm::StructType *type = frameType(group);
    llvm::Function *fiber = createItemEntry(*kernel.function, type);
    llvm::IRBuilder<> at_top(&*builder.GetInsertBlock()->getParent()->getEntryBlock().begin());
    llvm::Value *frame = at_top.CreateAlloca(type, nullptr, "frame");
    for (auto [number, value] : llvm::enumerate(group.itemArguments({})))
      builder.CreateStore(value, builder.CreateStructGEP(type, frame, unsigned(number)));
    llvm::Value *run = loadThreadField(builder, group.thread, ThreadField::RunItems);
    auto *run_type = llvm::FunctionType::get(
        builder.getVoidTy(),
        {builder.getPtrTy(), builder.getPtrTy(), builder.getPtrTy(), builder.getInt64Ty()}, false);
    builder.CreateCall(run_type, run, {group.thread, fiber, frame, countItems(builder, group)});
  });
  result.remarks.push_back("a stack per work-item");
  return result;
}

} // namespace weft
