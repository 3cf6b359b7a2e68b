// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// to_global, to_local, to_private and get_fence: where a generic pointer leads. Mostly that shows
// in what the pointer was made from. Where it does not, it is told by the address: local memory,
// the work-items' contexts and the stack are known ranges (weft_thread), and all else is global.
//
//   local    [local_memory, local_memory_end)
//   private  [context, context_end), [stack pointer, stack_end)
//
// The lower end of the stack is the stack pointer itself and not the limit of the thread's stack:
// a program may run on a stack that lies in the middle of memory that kernels use, and below a
// stack pointer is nothing of anybody's.
#include "passes/lowering/steps.h"
#include "passes/target/target_info.h"

#include "weft/kernel_abi.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"

namespace weft {
namespace {

// cl_mem_fence_flags.
constexpr uint32_t LocalFence = 1, GlobalFence = 2;

// The address space of everything that `pointer` may have been made from, if that is one.
std::optional<unsigned> knownSpace(const llvm::Value &pointer) {
  llvm::SmallVector<const llvm::Value *, 4> objects;
  llvm::getUnderlyingObjects(&pointer, objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  std::optional<unsigned> space;
  for (const llvm::Value *object : objects) {
    unsigned of = object->getType()->getPointerAddressSpace();
    if (of == AddressSpace::Generic || (space && *space != of))
      return std::nullopt;
    space = of;
  }
  return space;
}

class PointerQueryLowering {
public:
  explicit PointerQueryLowering(llvm::Function &item) : item(item) {}

  void run() {
    std::vector<llvm::CallInst *> calls;
    for (llvm::Instruction &instruction : llvm::instructions(item))
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
        if (llvm::Function *callee = call->getCalledFunction())
          if (callee->isDeclaration() && pointerQuery(*callee))
            calls.push_back(call);
    for (llvm::CallInst *call : calls) {
      llvm::IRBuilder<> builder(call);
      llvm::Value *pointer = call->getArgOperand(0);
      llvm::Value *answer =
          lower(builder, *pointer, *pointerQuery(*call->getCalledFunction()), call->getType());
      call->replaceAllUsesWith(answer);
      call->eraseFromParent();
    }
  }

private:
  llvm::Value *lower(llvm::IRBuilder<> &builder, llvm::Value &pointer, PointerQuery query,
                     llvm::Type *type) {
    std::optional<unsigned> known = knownSpace(pointer);
    auto leadsTo = [&](unsigned space) -> llvm::Value * {
      if (known)
        return builder.getInt1(*known == space);
      llvm::Value *address = builder.CreatePtrToInt(&pointer, builder.getInt64Ty());
      if (space == AddressSpace::Local)
        return inLocalMemory(builder, address);
      llvm::Value *in_private = inPrivateMemory(builder, address);
      if (space == AddressSpace::Private)
        return in_private;
      return builder.CreateNot(builder.CreateOr(in_private, inLocalMemory(builder, address)));
    };
    auto pointerTo = [&](unsigned space) {
      return builder.CreateSelect(leadsTo(space), builder.CreateAddrSpaceCast(&pointer, type),
                                  llvm::Constant::getNullValue(type));
    };
    switch (query) {
    case PointerQuery::ToGlobal:
      return pointerTo(AddressSpace::Global);
    case PointerQuery::ToLocal:
      return pointerTo(AddressSpace::Local);
    case PointerQuery::ToPrivate:
      return pointerTo(AddressSpace::Private);
    case PointerQuery::Fence: {
      llvm::Value *elsewhere =
          builder.CreateSelect(leadsTo(AddressSpace::Private), llvm::ConstantInt::get(type, 0),
                               llvm::ConstantInt::get(type, GlobalFence));
      return builder.CreateSelect(leadsTo(AddressSpace::Local),
                                  llvm::ConstantInt::get(type, LocalFence), elsewhere);
    }
    }
    llvm_unreachable("a query about a pointer");
  }

  // Each end is loaded once, where all can use it.
  llvm::Value *field(size_t offset, const char *name) {
    llvm::Value *&loaded = fields[offset];
    if (!loaded) {
      llvm::IRBuilder<> builder(&entryPlace(item));
      loaded =
          loadField(builder, item.getArg(ItemParam::Thread), offset, builder.getInt64Ty(), name);
    }
    return loaded;
  }

  static llvm::Value *within(llvm::IRBuilder<> &builder, llvm::Value *address, llvm::Value *begin,
                             llvm::Value *end) {
    return builder.CreateICmpULT(builder.CreateSub(address, begin), builder.CreateSub(end, begin));
  }

  llvm::Value *inLocalMemory(llvm::IRBuilder<> &builder, llvm::Value *address) {
    return within(builder, address, field(offsetof(weft_thread, local_memory), "local.begin"),
                  field(offsetof(weft_thread, local_memory_end), "local.end"));
  }

  llvm::Value *inPrivateMemory(llvm::IRBuilder<> &builder, llvm::Value *address) {
    llvm::Value *in_context =
        within(builder, address, field(offsetof(weft_thread, context), "context.begin"),
               field(offsetof(weft_thread, context_end), "context.end"));
    llvm::LLVMContext &context = item.getContext();
    llvm::Metadata *name =
        llvm::MDString::get(context, stackPointerName(item.getParent()->getTargetTriple()));
    llvm::Value *stack = builder.CreateIntrinsic(
        llvm::Intrinsic::read_register, {builder.getInt64Ty()},
        {llvm::MetadataAsValue::get(context, llvm::MDNode::get(context, name))});
    llvm::Value *lowest = builder.CreateSub(stack, builder.getInt64(RedZoneBytes));
    return builder.CreateOr(
        in_context,
        within(builder, address, lowest, field(offsetof(weft_thread, stack_end), "stack.end")));
  }

  llvm::Function &item;
  llvm::DenseMap<size_t, llvm::Value *> fields;
};

} // namespace

void lowerPointerQueries(llvm::Function &item) { PointerQueryLowering(item).run(); }

} // namespace weft
