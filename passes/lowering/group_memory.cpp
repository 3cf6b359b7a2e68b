// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory for the library's collective functions (runtime-stdlib/src/work_group_collectives.cl). An
// array with an element for each work-item, whose size only the launch knows, is the first context
// array; what a group has once is a __local variable.
#include "passes/lowering/steps.h"

#include "weft/kernel_abi.h"

#include "llvm/IR/InstIterator.h"

namespace weft {
namespace {

// What the array has for each work-item: an element of each size, 8, 4 and 2, and padding.
constexpr uint64_t ElementBytes = 16;
constexpr uint64_t Results = 2;

class GroupMemoryLowering {
public:
  explicit GroupMemoryLowering(llvm::Function &item) : item(item) {}

  uint64_t run() {
    for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(item))) {
      auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
      std::optional<GroupMemory> memory =
          callee && callee->isDeclaration() ? groupMemory(*callee) : std::nullopt;
      if (!memory)
        continue;
      call->replaceAllUsesWith(*memory == GroupMemory::Values ? valuesArray() : resultsVariable());
      call->eraseFromParent();
    }
    return values ? ElementBytes : 0;
  }

private:
  llvm::Value *valuesArray() {
    if (values)
      return values;
    llvm::IRBuilder<> builder(&entryPlace(item));
    llvm::LoadInst *context =
        loadField(builder, item.getArg(ItemParam::Thread), offsetof(weft_thread, context),
                  builder.getPtrTy(), "group.values");
    llvm::Metadata *align = llvm::ConstantAsMetadata::get(builder.getInt64(WEFT_ABI_ALIGNMENT));
    context->setMetadata(llvm::LLVMContext::MD_align,
                         llvm::MDNode::get(item.getContext(), {align}));
    // All work-items see it: as local memory it is not taken for private.
    return values = builder.CreateAddrSpaceCast(context, builder.getPtrTy(AddressSpace::Local));
  }

  llvm::Value *resultsVariable() {
    if (!results) {
      auto *type = llvm::ArrayType::get(llvm::Type::getInt64Ty(item.getContext()), Results);
      results = new llvm::GlobalVariable(
          *item.getParent(), type, /*isConstant=*/false, llvm::GlobalValue::InternalLinkage,
          llvm::PoisonValue::get(type), item.getName() + ".group.results", nullptr,
          llvm::GlobalValue::NotThreadLocal, AddressSpace::Local);
    }
    return results;
  }

  llvm::Function &item;
  llvm::Value *values = nullptr;
  llvm::GlobalVariable *results = nullptr;
};

} // namespace

uint64_t lowerGroupMemory(llvm::Function &item) { return GroupMemoryLowering(item).run(); }

} // namespace weft
