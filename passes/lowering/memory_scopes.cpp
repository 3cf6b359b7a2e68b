// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Says by alias scopes what address spaces and __local variables say about aliasing, as both are
// lost later: each __local variable and each __local argument is a scope, and all of __global
// memory is one.
//
//   @k.tile                alias.scope {k.tile}      noalias {all others}
//   ptr addrspace(1)       alias.scope {__global}    noalias {all others}
//   ptr addrspace(3)       alias.scope {all __local} noalias {__global}
//
// An access through a generic or a private pointer says nothing. Loads of __constant memory are
// invariant. All this holds between work-items as well, so it may stay when loops over work-items
// are built; barriers have no such metadata and order everything.
#include "passes/lowering/steps.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"

namespace weft {
namespace {

// Beyond this many scopes the lists at each access would cost more than they bring.
constexpr unsigned MostScopes = 32;

using Nodes = llvm::SmallVector<llvm::Metadata *, 8>;

// The address operand of a plain load or store; others are left alone.
llvm::Value *address(llvm::Instruction &instruction) {
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return load->getPointerOperand();
  if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return store->getPointerOperand();
  if (auto *atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    return atomic->getPointerOperand();
  if (auto *atomic = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return atomic->getPointerOperand();
  return nullptr;
}

bool isLocalObject(const llvm::Value &value) {
  return llvm::isa<llvm::GlobalVariable, llvm::Argument>(value) &&
         value.getType()->getPointerAddressSpace() == AddressSpace::Local;
}

class Scopes {
public:
  explicit Scopes(llvm::Function &item) : item(item), builder(item.getContext()) {}

  void run() {
    if (!findObjects())
      return;
    llvm::MDNode *domain = builder.createAnonymousAliasScopeDomain(item.getName());
    global = builder.createAnonymousAliasScope(domain, "__global");
    for (auto &[object, scope] : locals)
      scope = builder.createAnonymousAliasScope(domain, object->getName());
    for (llvm::Instruction &instruction : llvm::instructions(item))
      if (llvm::Value *pointer = address(instruction))
        annotate(instruction, *pointer);
  }

private:
  bool findObjects() {
    bool found_global = false;
    for (llvm::Instruction &instruction : llvm::instructions(item)) {
      llvm::Value *pointer = address(instruction);
      if (!pointer)
        continue;
      unsigned space = pointer->getType()->getPointerAddressSpace();
      found_global |= space == AddressSpace::Global;
      if (space == AddressSpace::Local)
        for (const llvm::Value *object : objects(*pointer))
          if (isLocalObject(*object))
            locals.insert({object, nullptr});
    }
    // There is something to tell apart only where there are two kinds of memory.
    return locals.size() + found_global >= 2 && locals.size() <= MostScopes;
  }

  static llvm::SmallVector<const llvm::Value *, 4> objects(const llvm::Value &pointer) {
    llvm::SmallVector<const llvm::Value *, 4> result;
    llvm::getUnderlyingObjects(&pointer, result, /*LI=*/nullptr, /*MaxLookup=*/0);
    return result;
  }

  void annotate(llvm::Instruction &instruction, const llvm::Value &pointer) {
    unsigned space = pointer.getType()->getPointerAddressSpace();
    Nodes own, others;
    if (space == AddressSpace::Global) {
      own.push_back(global);
      for (auto &[object, scope] : locals)
        others.push_back(scope);
    } else if (space == AddressSpace::Local) {
      llvm::SmallPtrSet<const llvm::Value *, 4> mine;
      for (const llvm::Value *object : objects(pointer))
        if (isLocalObject(*object))
          mine.insert(object);
        else
          mine.insert_range(llvm::make_first_range(locals)); // whichever it is
      others.push_back(global);
      for (auto &[object, scope] : locals)
        (mine.contains(object) ? own : others).push_back(scope);
    } else {
      return;
    }
    add(instruction, llvm::LLVMContext::MD_alias_scope, own);
    add(instruction, llvm::LLVMContext::MD_noalias, others);
  }

  // What restrict has brought is of another domain and stays beside this.
  void add(llvm::Instruction &instruction, unsigned kind, llvm::ArrayRef<llvm::Metadata *> scopes) {
    if (scopes.empty())
      return;
    llvm::MDNode *list = llvm::MDNode::get(item.getContext(), scopes);
    instruction.setMetadata(kind, llvm::MDNode::concatenate(instruction.getMetadata(kind), list));
  }

  llvm::Function &item;
  llvm::MDBuilder builder;
  llvm::MapVector<const llvm::Value *, llvm::MDNode *> locals; // in the order of their first use
  llvm::MDNode *global = nullptr;
};

} // namespace

void describeMemory(llvm::Function &item) {
  Scopes(item).run();
  llvm::MDNode *empty = llvm::MDNode::get(item.getContext(), {});
  for (llvm::Instruction &instruction : llvm::instructions(item)) {
    // The launcher waits for such stores where they are transforms/non_temporal_stores.h's. The
    // program's own would be parts of a vector.
    instruction.setMetadata(llvm::LLVMContext::MD_nontemporal, nullptr);
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
      if (load->getPointerAddressSpace() == AddressSpace::Constant && !load->isVolatile())
        load->setMetadata(llvm::LLVMContext::MD_invariant_load, empty);
  }
}

} // namespace weft
