// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lowering/groups_of_one.h"

#include "passes/analysis/sub_group_operations.h"
#include "passes/lowering/steps.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/ReplaceConstant.h"

namespace weft {
namespace {

llvm::StringRef nameOf(ItemQuery query) {
  switch (query) {
#define WEFT_ITEM_QUERY(kind, name)                                                                \
  case ItemQuery::kind:                                                                            \
    return name;
#include "passes/lowering/opencl_functions.def"
  }
  llvm_unreachable("a query");
}

class Dissolution {
public:
  explicit Dissolution(llvm::Function &item) : item(item) {}

  bool run() {
    if (!canDissolve())
      return false;
    for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(item)))
      if (isBarrier(instruction))
        instruction.eraseFromParent();
      else if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction); call && queryOf(*call))
        lowerQuery(*call, *queryOf(*call));
    makePrivate();
    item.setMetadata("reqd_work_group_size", nullptr);
    item.removeFnAttr("uniform-work-group-size");
    return true;
  }

private:
  static std::optional<ItemQuery> queryOf(const llvm::CallInst &call) {
    const llvm::Function *callee = call.getCalledFunction();
    return callee && callee->isDeclaration() ? itemQuery(*callee) : std::nullopt;
  }

  bool canDissolve() {
    auto is_local = [](const llvm::Value &value) {
      return value.getType()->isPointerTy() &&
             value.getType()->getPointerAddressSpace() == AddressSpace::Local;
    };
    // How large the memory is that they lead to only a launch knows.
    if (llvm::any_of(item.args(), is_local) || hasSubGroupOperations(item) ||
        hasNamedBarriers(item))
      return false;
    for (const llvm::Instruction &instruction : llvm::instructions(item)) {
      // Work-items of other groups may be met in memory, in an order that barriers have a part in.
      if (instruction.isAtomic() || instruction.isVolatile())
        return false;
      auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
      if (callee && callee->isDeclaration() &&
          (groupMemory(*callee) || pointerQuery(*callee) || isChildrenQuery(*callee)))
        return false;
    }
    return findPointers();
  }

  // Whether all that is done to __local variables can be done to private ones.
  bool findPointers() {
    std::vector<llvm::Constant *> variables;
    for (llvm::GlobalVariable &variable : item.getParent()->globals())
      if (variable.getAddressSpace() == AddressSpace::Local)
        variables.push_back(&variable);
    llvm::convertUsersOfConstantsToInstructions(variables, &item, /*RemoveDeadConstants=*/true,
                                                /*IncludeSelf=*/false);
    pointers.insert_range(variables);
    for (size_t i = 0; i < pointers.size(); ++i)
      for (const llvm::Use &use : pointers[i]->uses())
        if (!follow(use))
          return false;
    return llvm::all_of(pointers, [&](llvm::Value *pointer) {
      if (auto *phi = llvm::dyn_cast<llvm::PHINode>(pointer))
        return llvm::all_of(phi->incoming_values(),
                            [&](llvm::Value *value) { return pointers.contains(value); });
      auto *select = llvm::dyn_cast<llvm::SelectInst>(pointer);
      return !select || (pointers.contains(select->getTrueValue()) &&
                         pointers.contains(select->getFalseValue()));
    });
  }

  // Whether the use of a pointer to local memory may be one of private memory as well. Adds what is
  // such a pointer by that.
  bool follow(const llvm::Use &use) {
    auto *user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
    if (!user || user->getFunction() != &item)
      return true; // of a variable, elsewhere
    switch (user->getOpcode()) {
    case llvm::Instruction::Load:
    case llvm::Instruction::PtrToInt:
      return true;
    case llvm::Instruction::Store:
      return use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex();
    case llvm::Instruction::AddrSpaceCast:
      return user->getType()->getPointerAddressSpace() == AddressSpace::Generic;
    case llvm::Instruction::GetElementPtr:
    case llvm::Instruction::PHI:
    case llvm::Instruction::Select:
    case llvm::Instruction::Freeze:
      pointers.insert(user);
      return user->getType()->isPointerTy();
    case llvm::Instruction::Call:
      return llvm::isa<llvm::MemIntrinsic, llvm::AssumeInst>(user);
    default:
      return false;
    }
  }

  void lowerQuery(llvm::CallInst &call, ItemQuery query) {
    llvm::IRBuilder<> builder(&call);
    auto ask = [&](ItemQuery other) {
      return builder.CreateCall(
          item.getParent()->getOrInsertFunction(nameOf(other), call.getFunctionType()),
          {call.getArgOperand(0)});
    };
    llvm::Value *result;
    switch (query) {
    case ItemQuery::WorkDim:
    case ItemQuery::GlobalSize:
    case ItemQuery::GlobalId:
    case ItemQuery::GlobalOffset:
    case ItemQuery::GlobalLinearId:
      return;
    case ItemQuery::LocalSize:
    case ItemQuery::EnqueuedLocalSize:
      result = llvm::ConstantInt::get(call.getType(), 1);
      break;
    case ItemQuery::LocalId:
    case ItemQuery::LocalLinearId:
      result = llvm::ConstantInt::get(call.getType(), 0);
      break;
    case ItemQuery::NumGroups:
      result = ask(ItemQuery::GlobalSize);
      break;
    case ItemQuery::GroupId: {
      llvm::Value *id = ask(ItemQuery::GlobalId);
      result = builder.CreateSub(id, ask(ItemQuery::GlobalOffset), "", /*HasNUW=*/true,
                                 /*HasNSW=*/true);
      break;
    }
    }
    call.replaceAllUsesWith(result);
    call.eraseFromParent();
  }

  // What is made of the variables' addresses changes its type in place.
  void makePrivate() {
    const llvm::DataLayout &layout = item.getParent()->getDataLayout();
    auto *type = llvm::PointerType::get(item.getContext(), AddressSpace::Private);
    llvm::IRBuilder<> builder(&*item.getEntryBlock().getFirstInsertionPt());
    for (llvm::Value *pointer : pointers) {
      auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(pointer);
      if (!variable) {
        pointer->mutateType(type);
        continue;
      }
      llvm::AllocaInst *own = nullptr;
      for (llvm::Use &use : llvm::make_early_inc_range(variable->uses())) {
        auto *user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
        if (!user || user->getFunction() != &item)
          continue;
        if (!own) {
          own = builder.CreateAlloca(variable->getValueType(), nullptr, variable->getName());
          own->setAlignment(
              layout.getValueOrABITypeAlignment(variable->getAlign(), variable->getValueType()));
        }
        use.set(own);
      }
    }
    for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(item)))
      if (auto *bytes = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction))
        remake(*bytes);
  }

  // The names of these functions tell the address spaces.
  static void remake(llvm::MemIntrinsic &bytes) {
    llvm::IRBuilder<> builder(&bytes);
    llvm::CallInst *made;
    if (auto *copy = llvm::dyn_cast<llvm::MemTransferInst>(&bytes))
      made = builder.CreateMemTransferInst(copy->getIntrinsicID(), copy->getRawDest(),
                                           copy->getDestAlign(), copy->getRawSource(),
                                           copy->getSourceAlign(), copy->getLength());
    else
      made =
          builder.CreateMemSet(bytes.getRawDest(), llvm::cast<llvm::MemSetInst>(bytes).getValue(),
                               bytes.getLength(), bytes.getDestAlign());
    made->setAAMetadata(bytes.getAAMetadata());
    bytes.eraseFromParent();
  }

  llvm::Function &item;
  llvm::SetVector<llvm::Value *> pointers; // to __local variables, these among them
};

} // namespace

bool dissolveGroupsOfOne(llvm::Function &item) { return Dissolution(item).run(); }

} // namespace weft
