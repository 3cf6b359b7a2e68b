// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// __local variables become addresses in the memory that the running thread lends to a work-group.
// Each kernel has its own layout of the variables that it uses itself or through functions that
// were inlined into it: the largest alignments first, so that there are no gaps.
#include "passes/lowering/steps.h"

#include "passes/check_marks.h"
#include "passes/named_barriers.h"
#include "weft/kernel_abi.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/ReplaceConstant.h"

#include <map>

namespace weft {
namespace {

bool usedIn(const llvm::Value &value, const llvm::Function &function) {
  return llvm::any_of(value.users(), [&](const llvm::User *user) {
    if (auto *instruction = llvm::dyn_cast<llvm::Instruction>(user))
      return instruction->getFunction() == &function;
    return llvm::isa<llvm::ConstantExpr, llvm::ConstantAggregate>(user) && usedIn(*user, function);
  });
}

// For checks, which ask what an address belongs to.
void noteVariable(llvm::Instruction &address, const llvm::GlobalVariable &variable,
                  llvm::Align align) {
  llvm::LLVMContext &context = address.getContext();
  auto number = [&](uint64_t value) {
    return llvm::ConstantAsMetadata::get(
        llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), value));
  };
  const llvm::DataLayout &layout = variable.getParent()->getDataLayout();
  address.setMetadata(
      LocalVariableKind,
      llvm::MDNode::get(context, {llvm::MDString::get(context, variable.getName()),
                                  number(layout.getTypeAllocSize(variable.getValueType())),
                                  number(align.value())}));
}

} // namespace

bool hasNamedBarriers(const llvm::Function &item) {
  return llvm::any_of(item.getParent()->globals(), [&](const llvm::GlobalVariable &variable) {
    return variable.hasAttribute(NamedBarrierAttribute) && usedIn(variable, item);
  });
}

uint64_t lowerLocalVariables(llvm::Function &item) {
  llvm::Module &module = *item.getParent();
  const llvm::DataLayout &layout = module.getDataLayout();
  std::vector<llvm::GlobalVariable *> variables;
  for (llvm::GlobalVariable &variable : module.globals())
    if (variable.getAddressSpace() == AddressSpace::Local && usedIn(variable, item))
      variables.push_back(&variable);
  if (variables.empty())
    return 0;

  auto alignment = [&](const llvm::GlobalVariable *variable) {
    return layout.getValueOrABITypeAlignment(variable->getAlign(), variable->getValueType());
  };
  std::map<llvm::Align, std::vector<llvm::GlobalVariable *>, std::greater<>> by_alignment;
  for (llvm::GlobalVariable *variable : variables)
    by_alignment[alignment(variable)].push_back(variable);
  std::vector<llvm::Constant *> constants(variables.begin(), variables.end());
  llvm::convertUsersOfConstantsToInstructions(constants, &item, /*RemoveDeadConstants=*/true,
                                              /*IncludeSelf=*/false);

  llvm::IRBuilder<> builder(&entryPlace(item));
  llvm::LoadInst *memory =
      loadField(builder, item.getArg(ItemParam::Thread), offsetof(weft_thread, local_memory),
                builder.getPtrTy(), "local.memory");
  llvm::MDNode *align = llvm::MDNode::get(
      item.getContext(), llvm::ConstantAsMetadata::get(builder.getInt64(WEFT_ABI_ALIGNMENT)));
  memory->setMetadata(llvm::LLVMContext::MD_align, align);
  memory->setMetadata(llvm::LLVMContext::MD_nonnull, llvm::MDNode::get(item.getContext(), {}));
  llvm::Value *base = builder.CreateAddrSpaceCast(memory, builder.getPtrTy(AddressSpace::Local));

  uint64_t end = 0;
  for (const auto &[align, same_alignment] : by_alignment)
    for (llvm::GlobalVariable *variable : same_alignment) {
      // Of local memory no more than this is known to be aligned.
      const bool beyond = align > llvm::Align(WEFT_ABI_ALIGNMENT);
      uint64_t offset = llvm::alignTo(end, std::min(align, llvm::Align(WEFT_ABI_ALIGNMENT)));
      end =
          offset + layout.getTypeAllocSize(variable->getValueType()) + (beyond ? align.value() : 0);
      llvm::Value *address = offset ? builder.CreateConstInBoundsGEP1_64(
                                          builder.getInt8Ty(), base, offset, variable->getName())
                                    : base;
      if (beyond)
        address = alignAddress(builder, address, align);
      if (auto *made = llvm::dyn_cast<llvm::Instruction>(address))
        noteVariable(*made, *variable, align);
      variable->replaceUsesWithIf(address, [&](const llvm::Use &use) {
        auto *instruction = llvm::dyn_cast<llvm::Instruction>(use.getUser());
        return instruction && instruction->getFunction() == &item;
      });
    }
  return end;
}

} // namespace weft
