// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/emitters/entry_function.h"

#include "weft/kernel_abi.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/Alignment.h"

#include <iterator>

namespace weft {
namespace {

// Of what the launcher has written: the same during the launch, and no freeze of it is of any use.
llvm::LoadInst *loadConstant(llvm::IRBuilderBase &builder, llvm::Type *type, llvm::Value *base,
                             uint64_t offset, llvm::Align align, const llvm::Twine &name = "") {
  llvm::Value *address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset);
  llvm::LoadInst *load = builder.CreateAlignedLoad(type, address, align, name);
  llvm::MDNode *empty = llvm::MDNode::get(builder.getContext(), {});
  load->setMetadata(llvm::LLVMContext::MD_invariant_load, empty);
  load->setMetadata(llvm::LLVMContext::MD_noundef, empty);
  return load;
}

// Of a row's groups the last may be smaller than the others.
llvm::Value *localSizeX(llvm::IRBuilderBase &builder, const LoweredKernel &kernel,
                        const GroupValues &group) {
  if (uint64_t fixed = kernel.fixed_local_size[0])
    return builder.getInt64(fixed);
  auto loadX = [&](uint64_t sizes, const char *name) {
    return loadConstant(builder, builder.getInt64Ty(), group.launch, sizes, llvm::Align(8), name);
  };
  llvm::Value *global = loadX(offsetof(weft_launch, global_size), "global.x");
  llvm::Value *local = loadX(offsetof(weft_launch, local_size), "local.x");
  llvm::Value *before = builder.CreateMul(group.group_id[0], local, "", true, true);
  llvm::Value *left = builder.CreateSub(global, before, "", true, true);
  return builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, local, left, {}, "size.x");
}

llvm::Value *loadArgument(llvm::IRBuilderBase &builder, const LoweredKernel::Arg &arg,
                          llvm::Argument &param, llvm::Value *args, llvm::Value *thread) {
  llvm::Align align = llvm::commonAlignment(llvm::Align(WEFT_ABI_ALIGNMENT), arg.offset);
  switch (arg.kind) {
  case LoweredKernel::Arg::Value:
    return loadConstant(builder, param.getType(), args, arg.offset, align, param.getName());
  case LoweredKernel::Arg::LocalPointer: {
    llvm::Value *offset = loadConstant(builder, builder.getInt64Ty(), args, arg.offset, align);
    llvm::Value *local = loadThreadField(builder, thread, ThreadField::LocalMemory);
    llvm::Value *address = builder.CreateInBoundsGEP(builder.getInt8Ty(), local, offset);
    return builder.CreateAddrSpaceCast(address, param.getType(), param.getName());
  }
  case LoweredKernel::Arg::ByAddress: {
    llvm::Value *address =
        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), args, arg.offset);
    return builder.CreateAddrSpaceCast(address, param.getType(), param.getName());
  }
  }
  llvm_unreachable("a kind of argument");
}

} // namespace

llvm::Value *loadThreadField(llvm::IRBuilderBase &builder, llvm::Value *thread, ThreadField field) {
  static constexpr uint64_t offsets[] = {
      offsetof(weft_thread, local_memory), offsetof(weft_thread, context),
      offsetof(weft_thread, print),        offsetof(weft_thread, run_items),
      offsetof(weft_thread, item_barrier), offsetof(weft_thread, item_yield),
      offsetof(weft_thread, group_y),      offsetof(weft_thread, group_z),
      offsetof(weft_thread, size_y),       offsetof(weft_thread, size_z)};
  static_assert(std::size(offsets) == size_t(ThreadField::SizeZ) + 1);
  const uint64_t offset = offsets[size_t(field)];
  llvm::Type *type = builder.getPtrTy();
  if (field >= ThreadField::GroupY)
    type = builder.getInt64Ty();
  llvm::LoadInst *load = loadConstant(builder, type, thread, offset, llvm::Align(8));
  if (field == ThreadField::LocalMemory || field == ThreadField::Context) {
    auto *align = llvm::ConstantAsMetadata::get(builder.getInt64(WEFT_ABI_ALIGNMENT));
    load->setMetadata(llvm::LLVMContext::MD_align,
                      llvm::MDNode::get(builder.getContext(), {align}));
  }
  return load;
}

llvm::SmallVector<llvm::Value *, 32>
GroupValues::itemArguments(llvm::ArrayRef<llvm::Value *> local_id) const {
  llvm::SmallVector<llvm::Value *, 32> values{launch, thread};
  values.append(std::begin(group_id), std::end(group_id));
  values.append(std::begin(local_size), std::end(local_size));
  values.append(local_id.begin(), local_id.end());
  values.append(args.begin(), args.end());
  return values;
}

llvm::Value *countItems(llvm::IRBuilderBase &builder, const GroupValues &group) {
  llvm::Value *plane = builder.CreateMul(group.local_size[0], group.local_size[1], "", true, true);
  return builder.CreateMul(plane, group.local_size[2], "items", true, true);
}

llvm::Value *countContextItems(llvm::IRBuilderBase &builder, const GroupValues &group) {
  llvm::Value *items = countItems(builder, group);
  items =
      builder.CreateAdd(items, builder.getInt64(WEFT_CONTEXT_ITEM_MULTIPLE - 1), "", true, true);
  return builder.CreateAnd(items, builder.getInt64(-int64_t(WEFT_CONTEXT_ITEM_MULTIPLE)),
                           "context.items");
}

std::string entryName(llvm::StringRef kernel) { return ("weft_kernel_" + kernel).str(); }

llvm::Function *createEntryFunction(
    const LoweredKernel &kernel,
    llvm::function_ref<void(llvm::IRBuilderBase &, const GroupValues &)> emit_group) {
  llvm::Module &module = *kernel.function->getParent();
  llvm::LLVMContext &context = module.getContext();
  llvm::IRBuilder<> builder(context);
  llvm::Type *word = builder.getInt64Ty(), *pointer = builder.getPtrTy();
  auto *type =
      llvm::FunctionType::get(builder.getVoidTy(), {pointer, pointer, pointer, word, word}, false);
  llvm::Function *entry = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage,
                                                 entryName(kernel.name), module);
  entry->addFnAttr(llvm::Attribute::NoUnwind);
  llvm::Argument *launch = entry->getArg(0), *args = entry->getArg(1), *thread = entry->getArg(2);
  llvm::Argument *first = entry->getArg(3), *end = entry->getArg(4);
  launch->setName("launch");
  args->setName("args");
  thread->setName("thread");
  for (auto [groups, name] : {std::pair(first, "first_x"), std::pair(end, "end_x")}) {
    groups->setName(name);
    groups->addAttr(llvm::Attribute::NoUndef);
  }
  auto readable = [&](llvm::Argument *param, uint64_t bytes) {
    param->addAttr(llvm::Attribute::NoUndef);
    param->addAttr(llvm::Attribute::NonNull);
    param->addAttr(llvm::Attribute::getWithDereferenceableBytes(context, bytes));
  };
  // So that loads leave loops from under conditions. Of the thread that is not said: LICM would
  // take addresses of gathers from local memory apart and leave vectors of 64 bits in the loop.
  auto aligned = [&](llvm::Argument *param, uint64_t align) {
    param->addAttr(llvm::Attribute::getWithAlignment(context, llvm::Align(align)));
  };
  readable(launch, sizeof(weft_launch));
  aligned(launch, alignof(weft_launch));
  // Nobody writes to it. LICM forgets that of a load (invariant.load) that has left a condition.
  launch->addAttr(llvm::Attribute::NoAlias);
  launch->addAttr(llvm::Attribute::ReadOnly);
  readable(thread, sizeof(weft_thread));
  if (kernel.args_size) {
    readable(args, kernel.args_size);
    aligned(args, WEFT_ABI_ALIGNMENT);
  }

  auto *setup = llvm::BasicBlock::Create(context, "setup", entry);
  auto *loop = llvm::BasicBlock::Create(context, "group", entry);
  auto *done = llvm::BasicBlock::Create(context, "done", entry);
  builder.SetInsertPoint(done);
  builder.CreateRetVoid();
  builder.SetInsertPoint(setup);
  GroupValues group;
  group.launch = launch;
  group.thread = thread;
  for (size_t i = 0; i < kernel.args.size(); ++i)
    group.args.push_back(loadArgument(
        builder, kernel.args[i],
        *kernel.function->getArg(ItemParam::FirstKernelParam + unsigned(i)), args, thread));
  group.group_id[1] = loadThreadField(builder, thread, ThreadField::GroupY);
  group.group_id[2] = loadThreadField(builder, thread, ThreadField::GroupZ);
  auto localSize = [&](unsigned d, ThreadField field, const char *name) -> llvm::Value * {
    if (uint64_t fixed = kernel.fixed_local_size[d])
      return builder.getInt64(fixed);
    llvm::Value *size = loadThreadField(builder, thread, field);
    size->setName(name);
    return size;
  };
  group.local_size[1] = localSize(1, ThreadField::SizeY, "size.y");
  group.local_size[2] = localSize(2, ThreadField::SizeZ, "size.z");
  builder.CreateBr(loop);

  builder.SetInsertPoint(loop);
  llvm::PHINode *id = builder.CreatePHI(word, 2, "group.x");
  id->addIncoming(first, setup);
  group.group_id[0] = id;
  group.local_size[0] = localSizeX(builder, kernel, group);
  emit_group(builder, group);

  llvm::Value *next = builder.CreateAdd(id, builder.getInt64(1), "", true, true);
  id->addIncoming(next, builder.GetInsertBlock());
  builder.CreateCondBr(builder.CreateICmpULT(next, end), loop, done);
  return entry;
}

} // namespace weft
