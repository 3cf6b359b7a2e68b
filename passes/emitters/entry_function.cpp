// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/emitters/entry_function.h"

#include "weft/kernel_abi.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/Alignment.h"

namespace weft {
namespace {

llvm::LoadInst *loadConstant(llvm::IRBuilderBase &builder, llvm::Type *type, llvm::Value *base,
                             uint64_t offset, llvm::Align align, const llvm::Twine &name = "") {
  llvm::Value *address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset);
  llvm::LoadInst *load = builder.CreateAlignedLoad(type, address, align, name);
  load->setMetadata(llvm::LLVMContext::MD_invariant_load,
                    llvm::MDNode::get(builder.getContext(), {}));
  return load;
}

llvm::Value *loadLaunch(llvm::IRBuilderBase &builder, llvm::Value *launch, uint64_t offset,
                        unsigned dimension, const llvm::Twine &name) {
  return loadConstant(builder, builder.getInt64Ty(), launch, offset + 8 * dimension, llvm::Align(8),
                      name + llvm::Twine("xyz"[dimension]));
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
  uint64_t offset = 0;
  switch (field) {
  case ThreadField::LocalMemory:
    offset = offsetof(weft_thread, local_memory);
    break;
  case ThreadField::Context:
    offset = offsetof(weft_thread, context);
    break;
  case ThreadField::Print:
    offset = offsetof(weft_thread, print);
    break;
  case ThreadField::RunItems:
    offset = offsetof(weft_thread, run_items);
    break;
  case ThreadField::ItemBarrier:
    offset = offsetof(weft_thread, item_barrier);
    break;
  }
  llvm::LoadInst *load =
      loadConstant(builder, builder.getPtrTy(), thread, offset, llvm::Align(alignof(void *)));
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
  first->setName("first_group");
  end->setName("end_group");
  auto readable = [&](llvm::Argument *param, uint64_t bytes) {
    param->addAttr(llvm::Attribute::NoUndef);
    param->addAttr(llvm::Attribute::NonNull);
    param->addAttr(llvm::Attribute::getWithDereferenceableBytes(context, bytes));
  };
  readable(launch, sizeof(weft_launch));
  readable(thread, sizeof(weft_thread));
  if (kernel.args_size) {
    readable(args, kernel.args_size);
    args->addAttr(llvm::Attribute::getWithAlignment(context, llvm::Align(WEFT_ABI_ALIGNMENT)));
  }

  auto *start = llvm::BasicBlock::Create(context, "entry", entry);
  auto *setup = llvm::BasicBlock::Create(context, "setup", entry);
  auto *loop = llvm::BasicBlock::Create(context, "group", entry);
  auto *done = llvm::BasicBlock::Create(context, "done", entry);
  builder.SetInsertPoint(done);
  builder.CreateRetVoid();
  builder.SetInsertPoint(start);
  builder.CreateCondBr(builder.CreateICmpULT(first, end), setup, done);

  builder.SetInsertPoint(setup);
  GroupValues group;
  group.launch = launch;
  group.thread = thread;
  for (size_t i = 0; i < kernel.args.size(); ++i)
    group.args.push_back(loadArgument(
        builder, kernel.args[i],
        *kernel.function->getArg(ItemParam::FirstKernelParam + unsigned(i)), args, thread));
  llvm::Value *global[3], *local[3], *groups[3];
  for (unsigned d = 0; d < 3; ++d) {
    global[d] = loadLaunch(builder, launch, offsetof(weft_launch, global_size), d, "global.");
    local[d] = loadLaunch(builder, launch, offsetof(weft_launch, local_size), d, "local.");
    groups[d] = loadLaunch(builder, launch, offsetof(weft_launch, num_groups), d, "groups.");
  }
  llvm::Value *row = builder.CreateUDiv(first, groups[0]);
  llvm::Value *initial[3] = {builder.CreateURem(first, groups[0]),
                             builder.CreateURem(row, groups[1]),
                             builder.CreateUDiv(row, groups[1])};
  builder.CreateBr(loop);

  builder.SetInsertPoint(loop);
  llvm::PHINode *number = builder.CreatePHI(word, 2, "group");
  number->addIncoming(first, setup);
  llvm::PHINode *id[3];
  for (unsigned d = 0; d < 3; ++d) {
    id[d] = builder.CreatePHI(word, 2, llvm::Twine("group.") + llvm::Twine("xyz"[d]));
    id[d]->addIncoming(initial[d], setup);
    group.group_id[d] = id[d];
  }
  for (unsigned d = 0; d < 3; ++d) {
    if (kernel.fixed_local_size[d]) {
      group.local_size[d] = builder.getInt64(kernel.fixed_local_size[d]);
      continue;
    }
    llvm::Value *before = builder.CreateMul(id[d], local[d], "", true, true);
    llvm::Value *left = builder.CreateSub(global[d], before, "", true, true);
    group.local_size[d] = builder.CreateBinaryIntrinsic(
        llvm::Intrinsic::umin, local[d], left, {}, llvm::Twine("size.") + llvm::Twine("xyz"[d]));
  }
  emit_group(builder, group);

  llvm::BasicBlock *latch = builder.GetInsertBlock();
  llvm::Value *carry = builder.getTrue();
  for (unsigned d = 0; d < 3; ++d) {
    llvm::Value *up = builder.CreateAdd(id[d], builder.CreateZExt(carry, word), "", true, true);
    carry = builder.CreateICmpEQ(up, groups[d]);
    // The last dimension never wraps before the loop ends.
    id[d]->addIncoming(d == 2 ? up : builder.CreateSelect(carry, builder.getInt64(0), up), latch);
  }
  llvm::Value *next = builder.CreateAdd(number, builder.getInt64(1), "", true, true);
  number->addIncoming(next, latch);
  builder.CreateCondBr(builder.CreateICmpULT(next, end), loop, done);
  return entry;
}

} // namespace weft
