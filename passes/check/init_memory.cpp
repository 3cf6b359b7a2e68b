// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/check/init_memory.h"

#include "passes/address_space.h"
#include "passes/check_marks.h"
#include "passes/launch_fields.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

#include <cstddef>

using namespace llvm;

namespace weft {

UnwrittenMemory::UnwrittenMemory(const LoweredKernel &kernel, Findings &findings,
                                 Provenance &provenance)
    : kernel(kernel), item(*kernel.function), layout(item.getDataLayout()), findings(findings),
      provenance(provenance) {}

bool isUnwritten(const Value *value) {
  auto *call = dyn_cast<CallInst>(value);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName().starts_with(UnwrittenPrefix);
}

static bool isCheck(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  return callee && callee->getName().starts_with("weft.check.");
}

bool mayWriteBehindArguments(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  if (isa<IntrinsicInst>(call) || (callee && callee->getName().starts_with("weft.")))
    return false;
  return !call.onlyReadsMemory() && !call.onlyAccessesInaccessibleMemory();
}

// Of a variable whose address goes where it is not followed it is not known what is written.
bool UnwrittenMemory::keepsItsAddress(AllocaInst &variable) {
  SmallVector<Value *, 8> left = {&variable};
  SmallPtrSet<Value *, 8> seen;
  while (!left.empty()) {
    Value *pointer = left.pop_back_val();
    if (!seen.insert(pointer).second)
      continue;
    for (User *user : pointer->users()) {
      if (isa<LoadInst, CmpInst, LifetimeIntrinsic, MemIntrinsic>(user))
        continue;
      if (auto *store = dyn_cast<StoreInst>(user); store && store->getValueOperand() != pointer)
        continue;
      if (isa<AtomicRMWInst, AtomicCmpXchgInst>(user) && user->getOperand(0) == pointer)
        continue;
      auto *call = dyn_cast<CallBase>(user);
      // Of checks: reports, and what is still to become one.
      if (call && (call->hasFnAttr(Attribute::Cold) || isCheck(*call)))
        continue;
      // One of several variables: which of them is written shows only when it is.
      if (!user->getType()->isPointerTy() || call || provenance.onlyRoot(user) != &variable)
        return false;
      left.push_back(user);
    }
  }
  return true;
}

static bool isMarked(const AllocaInst &variable) {
  return any_of(variable.users(), [](const User *user) {
    auto *set = dyn_cast<MemSetInst>(user);
    auto *store = dyn_cast<StoreInst>(user);
    return (set && isUnwritten(set->getValue())) ||
           (store && isUnwritten(store->getValueOperand()));
  });
}

void UnwrittenMemory::begin() {
  SmallVector<AllocaInst *> variables;
  SmallVector<CallBase *> calls;
  for (Instruction &instruction : instructions(item)) {
    if (instruction.hasMetadata(LLVMContext::MD_nosanitize))
      continue;
    if (auto *variable = dyn_cast<AllocaInst>(&instruction);
        variable && variable->getAllocationSize(layout) && keepsItsAddress(*variable))
      variables.push_back(variable);
    if (auto *call = dyn_cast<CallBase>(&instruction); call && mayWriteBehindArguments(*call))
      calls.push_back(call);
  }
  for (AllocaInst *variable : variables) {
    IRBuilder<> builder(variable);
    AllocaInst *shadow = builder.CreateAlloca(
        variable->getAllocatedType(), variable->getArraySize(), variable->getName() + ".unwritten");
    shadow->setAlignment(variable->getAlign());
    shadows[variable] = shadow;
    if (isMarked(*variable))
      continue;
    builder.SetInsertPoint(variable->getNextNode());
    builder.CreateMemSet(shadow, builder.getInt8(0),
                         variable->getAllocationSize(layout)->getFixedValue(), shadow->getAlign());
  }
  for (CallBase *call : calls)
    for (Value *argument : call->args()) {
      if (!argument->getType()->isPointerTy() || isa<Constant>(argument))
        continue;
      const Kind kind = kindOf(argument);
      if (kind == Kind::None || kind == Kind::Private)
        continue;
      IRBuilder<> builder(call->getNextNode());
      auto *type =
          FunctionType::get(builder.getVoidTy(), {builder.getPtrTy(), builder.getPtrTy()}, false);
      CallInst *told =
          builder.CreateCall(type, callee(builder, offsetof(weft_check_launch, written)),
                             {builder.CreateAddrSpaceCast(findings.launch(), builder.getPtrTy()),
                              builder.CreateAddrSpaceCast(argument, builder.getPtrTy())});
      told->setDoesNotThrow();
      told->addFnAttr(Attribute::WillReturn);
    }
}

UnwrittenMemory::Kind UnwrittenMemory::kindOf(Value *pointer) {
  SmallPtrSet<Value *, 8> roots;
  provenance.collectRoots(pointer, roots);
  std::optional<Kind> result;
  for (Value *root : roots) {
    if (isa<ConstantPointerNull, UndefValue>(root))
      continue;
    Kind kind = Kind::Global;
    if (auto *variable = dyn_cast<AllocaInst>(root))
      kind = shadows.contains(variable) ? Kind::Private : Kind::None;
    else if (provenance.isLocalVariable(root))
      kind = Kind::Local;
    else if (isa<Constant>(root) || provenance.isUnknown(root))
      kind = Kind::None;
    else if (auto *argument = dyn_cast<Argument>(root)) {
      if (argument->getType()->getPointerAddressSpace() == AddressSpace::Local)
        kind = Kind::Local;
      else if (kernel.args[argument->getArgNo() - ItemParam::FirstKernelParam].kind ==
               LoweredKernel::Arg::ByAddress)
        kind = Kind::None;
    } else {
      kind = Kind::Any;
    }
    result = !result || result == kind ? kind : Kind::Any;
  }
  return result.value_or(Kind::None);
}

bool UnwrittenMemory::isHostVisible(Value *pointer) {
  SmallPtrSet<Value *, 8> roots;
  provenance.collectRoots(pointer, roots);
  return all_of(roots, [&](Value *root) {
    if (isa<ConstantPointerNull, UndefValue>(root))
      return true;
    if (isa<AllocaInst>(root) || provenance.isLocalVariable(root) || provenance.isUnknown(root))
      return false;
    const unsigned space = root->getType()->getPointerAddressSpace();
    return space == AddressSpace::Global || (isa<Argument>(root) && space != AddressSpace::Local);
  });
}

Value *UnwrittenMemory::callee(IRBuilderBase &builder, size_t offset) {
  Value *place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), findings.launch(), offset);
  return builder.CreateLoad(builder.getPtrTy(), place);
}

// The same place in the variable's shadow.
Value *UnwrittenMemory::mirrored(Value *pointer, AllocaInst &shadow) {
  if (isa<AllocaInst>(pointer))
    return &shadow;
  Value *&known = mirrors[pointer];
  if (known)
    return known;
  Value *made = nullptr;
  if (auto *gep = dyn_cast<GetElementPtrInst>(pointer)) {
    Value *base = mirrored(gep->getPointerOperand(), shadow);
    made = IRBuilder<>(gep).CreateGEP(gep->getSourceElementType(), base,
                                      SmallVector<Value *>(gep->indices()),
                                      gep->getName() + ".unwritten");
  } else if (Value *from = provenance.source(pointer); from && !isa<GEPOperator>(pointer)) {
    made = mirrored(from, shadow);
  } else {
    IRBuilder<> builder(&shadow);
    auto *instruction = cast<Instruction>(pointer);
    builder.SetInsertPoint(instruction->getParent(), *instruction->getInsertionPointAfterDef());
    made = builder.CreateGEP(builder.getInt8Ty(), &shadow, provenance.offset(pointer));
  }
  return mirrors[pointer] = made;
}

Value *UnwrittenMemory::distanceOfRoot(Value *root) {
  Type *word = Type::getInt64Ty(item.getContext());
  Value *none = ConstantInt::get(word, 0);
  if (isa<AllocaInst>(root))
    return none; // see keepsItsAddress()
  auto *argument = dyn_cast<Argument>(root);
  const bool is_local =
      provenance.isLocalVariable(root) ||
      (argument && argument->getType()->getPointerAddressSpace() == AddressSpace::Local &&
       !provenance.isUnknown(root));
  if (!is_local && (isa<Constant>(root) || provenance.isUnknown(root)))
    return none;
  Value *launch = findings.launch();
  IRBuilder<> builder(cast<Instruction>(launch)->getNextNode());
  if (is_local) {
    if (!local_distance)
      local_distance = loadField(builder, launch, offsetof(weft_check_launch, local_to_unwritten),
                                 word, "local.to.unwritten");
    return local_distance;
  }
  if (argument) {
    const unsigned number = argument->getArgNo() - ItemParam::FirstKernelParam;
    if (kernel.args[number].kind == LoweredKernel::Arg::ByAddress)
      return none;
    Value *args =
        loadField(builder, launch, offsetof(weft_check_launch, args), builder.getPtrTy(), "bounds");
    args = builder.CreateAddrSpaceCast(args, builder.getPtrTy(AddressSpace::Constant));
    return loadField(builder, args,
                     number * sizeof(weft_check_bounds) + offsetof(weft_check_bounds, to_unwritten),
                     word, argument->getName() + ".to.unwritten");
  }
  auto *made = cast<Instruction>(root);
  builder.SetInsertPoint(made->getParent(), *made->getInsertionPointAfterDef());
  auto *type = FunctionType::get(word, {builder.getPtrTy(), builder.getPtrTy()}, false);
  CallInst *call =
      builder.CreateCall(type, callee(builder, offsetof(weft_check_launch, find_unwritten)),
                         {builder.CreateAddrSpaceCast(launch, builder.getPtrTy()),
                          builder.CreateAddrSpaceCast(root, builder.getPtrTy())});
  call->setDoesNotThrow();
  call->addFnAttr(Attribute::WillReturn);
  call->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  return call;
}

// i64 from where the pointer leads to where the same place's shadow is.
Value *UnwrittenMemory::distance(Value *pointer) {
  if (Value *root = provenance.onlyRoot(pointer); root && root != pointer)
    return distance(root);
  Value *&known = distances[pointer];
  if (known)
    return known;
  Value *made;
  if (provenance.isRoot(pointer)) {
    made = distanceOfRoot(pointer);
  } else if (auto *phi = dyn_cast<PHINode>(pointer)) {
    auto *result = PHINode::Create(Type::getInt64Ty(item.getContext()), phi->getNumIncomingValues(),
                                   phi->getName() + ".to.unwritten", phi->getIterator());
    distances[pointer] = result; // ahead of what leads around a loop back to it
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
      result->addIncoming(distance(phi->getIncomingValue(i)), phi->getIncomingBlock(i));
    return result;
  } else if (auto *select = dyn_cast<SelectInst>(pointer)) {
    Value *then = distance(select->getTrueValue());
    Value *otherwise = distance(select->getFalseValue());
    made = IRBuilder<>(select).CreateSelect(select->getCondition(), then, otherwise);
  } else {
    made = distance(provenance.source(pointer));
  }
  return distances[pointer] = made;
}

Value *UnwrittenMemory::distanceOfArgument(Value *pointer) {
  Value *root = provenance.onlyRoot(pointer);
  return root && isa<Argument>(root) && kindOf(root) == Kind::Global ? distance(root) : nullptr;
}

UnwrittenMemory::Place UnwrittenMemory::of(IRBuilderBase &builder, Value *pointer) {
  const Kind kind = kindOf(pointer);
  if (kind == Kind::Private)
    return {mirrored(pointer, *shadows.lookup(provenance.onlyRoot(pointer))), nullptr};
  Value *far = distance(pointer);
  return {builder.CreateGEP(builder.getInt8Ty(), pointer, far),
          kind == Kind::Local ? nullptr : far};
}

} // namespace weft
