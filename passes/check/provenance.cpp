// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/check/provenance.h"

#include "passes/address_space.h"
#include "passes/check_marks.h"
#include "passes/launch_fields.h"

#include "llvm/Analysis/Utils/Local.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

#include <cstddef>

using namespace llvm;

namespace weft {

constexpr unsigned MostBits = 32;

Provenance::Provenance(const LoweredKernel &kernel, Findings &findings)
    : kernel(kernel), item(*kernel.function), layout(item.getDataLayout()), findings(findings) {
  for (Instruction &instruction : instructions(item))
    if (const MDNode *node = instruction.getMetadata(LocalVariableKind)) {
      auto number = [&](unsigned operand) {
        return mdconst::extract<ConstantInt>(node->getOperand(operand))->getZExtValue();
      };
      locals[&instruction] = {cast<MDString>(node->getOperand(0))->getString(), number(1),
                              Align(number(2))};
    }
}

void markRecords(Module &program, function_ref<bool(const Function &)> is_own) {
  for (Function &function : program)
    if (!is_own(function))
      for (Instruction &instruction : instructions(function))
        if (isa<LoadInst>(instruction) && instruction.getType()->isPointerTy())
          instruction.setMetadata(RecordKind, MDNode::get(program.getContext(), {}));
}

Value *Provenance::source(Value *pointer) const {
  if (locals.contains(pointer))
    return nullptr;
  if (auto *gep = dyn_cast<GEPOperator>(pointer))
    return gep->getType()->isVectorTy() ? nullptr : gep->getPointerOperand();
  if (auto *op = dyn_cast<Operator>(pointer);
      op && (op->getOpcode() == Instruction::AddrSpaceCast ||
             op->getOpcode() == Instruction::BitCast || op->getOpcode() == Instruction::Freeze))
    return op->getOperand(0);
  if (auto *call = dyn_cast<IntrinsicInst>(pointer))
    switch (call->getIntrinsicID()) {
    case Intrinsic::launder_invariant_group:
    case Intrinsic::strip_invariant_group:
    case Intrinsic::ptrmask:
      return call->getArgOperand(0);
    default:
      break;
    }
  return nullptr;
}

bool Provenance::isRoot(Value *pointer) const {
  return !source(pointer) && !isa<PHINode, SelectInst>(pointer);
}

void Provenance::collectRoots(Value *pointer, SmallPtrSetImpl<Value *> &roots) const {
  SmallPtrSet<Value *, 16> seen;
  SmallVector<Value *, 16> left = {pointer};
  while (!left.empty()) {
    Value *value = left.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    if (Value *from = source(value))
      left.push_back(from);
    else if (auto *phi = dyn_cast<PHINode>(value))
      append_range(left, phi->incoming_values());
    else if (auto *select = dyn_cast<SelectInst>(value))
      left.append({select->getTrueValue(), select->getFalseValue()});
    else
      roots.insert(value);
  }
}

Value *Provenance::onlyRoot(Value *pointer) {
  auto [entry, is_new] = only_roots.try_emplace(pointer, nullptr);
  if (is_new) {
    SmallPtrSet<Value *, 8> roots;
    collectRoots(pointer, roots);
    if (roots.size() == 1)
      entry->second = *roots.begin();
  }
  return only_roots.lookup(pointer);
}

bool Provenance::isUnknown(Value *root) const {
  // Loads may lead to each other around a loop.
  SmallPtrSet<Value *, 8> roots = {root}, followed;
  SmallVector<Value *, 8> left = {root};
  while (!left.empty()) {
    Value *value = left.pop_back_val();
    if (locals.contains(value))
      continue;
    if (isa<Function>(value) ||
        (isa<GlobalVariable>(value) && cast<GlobalVariable>(value)->isDeclaration()))
      return true;
    if (auto *argument = dyn_cast<Argument>(value);
        argument && argument->getArgNo() < ItemParam::FirstKernelParam)
      return true;
    // What the launch's records hold, or other records of the run time.
    if (isa<LoadInst>(value) && cast<LoadInst>(value)->hasMetadata(RecordKind))
      return true;
    if (auto *load = dyn_cast<LoadInst>(value); load && followed.insert(load).second) {
      SmallPtrSet<Value *, 8> from;
      collectRoots(load->getPointerOperand(), from);
      for (Value *one : from)
        if (roots.insert(one).second)
          left.push_back(one);
    }
  }
  return false;
}

bool Provenance::isKnown(Value *pointer) {
  if (!pointer->getType()->isPointerTy())
    return false;
  SmallPtrSet<Value *, 8> roots;
  collectRoots(pointer, roots);
  return any_of(roots, [&](Value *root) { return !isUnknown(root); });
}

Provenance::Bounds Provenance::fixed(uint64_t size, Constant *object, bool is_constant) {
  Type *word = Type::getInt64Ty(item.getContext());
  Constant *all = ConstantInt::get(word, size);
  Constant *none = ConstantInt::get(word, 0);
  return {{none, all, is_constant ? none : all, object, none, none, none}};
}

Provenance::Bounds Provenance::ofArgument(Argument &argument) {
  const unsigned number = argument.getArgNo() - ItemParam::FirstKernelParam;
  Constant *object =
      findings.object(WEFT_OBJECT_ARGUMENT, number, plainVariableName(argument.getName()));
  if (kernel.args[number].kind == LoweredKernel::Arg::ByAddress)
    return fixed(kernel.args[number].slot_size, object, /*is_constant=*/true);
  Value *launch = findings.launch();
  IRBuilder<> builder(cast<Instruction>(launch)->getNextNode());
  Value *args =
      loadField(builder, launch, offsetof(weft_check_launch, args), builder.getPtrTy(), "bounds");
  args = builder.CreateAddrSpaceCast(args, builder.getPtrTy(AddressSpace::Constant));
  auto field = [&](size_t offset, const char *name) {
    return loadField(builder, args, number * sizeof(weft_check_bounds) + offset,
                     builder.getInt64Ty(), argument.getName() + name);
  };
  Value *offset = builder.getInt64(0);
  if (argument.getType()->getPointerAddressSpace() != AddressSpace::Local)
    offset = builder.CreateSub(builder.CreatePtrToInt(&argument, builder.getInt64Ty()),
                               field(offsetof(weft_check_bounds, begin), ".begin"),
                               argument.getName() + ".offset");
  return {{offset, field(offsetof(weft_check_bounds, size_to_read), ".read"),
           field(offsetof(weft_check_bounds, size_to_write), ".write"), object,
           field(offsetof(weft_check_bounds, shadow), ".shadow"),
           field(offsetof(weft_check_bounds, shadow_begin), ".shadow.begin"),
           field(offsetof(weft_check_bounds, shadow_is_own), ".shadow.is.own")}};
}

// Asks the launch, where the pointer is made.
Provenance::Bounds Provenance::found(Value *pointer) {
  Value *launch = findings.launch();
  IRBuilder<> builder(&entryPlace(item));
  if (auto *made = dyn_cast<Instruction>(pointer))
    builder.SetInsertPoint(made->getParent(), *made->getInsertionPointAfterDef());
  Value *function = loadField(builder, launch, offsetof(weft_check_launch, find),
                              builder.getPtrTy(), "check.find");
  Type *word = builder.getInt64Ty();
  auto *type =
      FunctionType::get(StructType::get(word, word),
                        {builder.getPtrTy(), builder.getPtrTy(), builder.getInt32Ty()}, false);
  Value *flat = builder.CreateAddrSpaceCast(pointer, builder.getPtrTy());
  Value *record = builder.CreateAddrSpaceCast(launch, builder.getPtrTy());
  Bounds result = {};
  for (unsigned is_write : {0, 1}) {
    CallInst *call = builder.CreateCall(type, function, {record, flat, builder.getInt32(is_write)});
    call->setDoesNotThrow();
    call->addFnAttr(Attribute::WillReturn);
    call->setMemoryEffects(MemoryEffects::inaccessibleMemOnly(ModRefInfo::Ref));
    if (!is_write)
      result.parts[Offset] = builder.CreateSub(builder.CreatePtrToInt(flat, word),
                                               builder.CreateExtractValue(call, 0));
    result.parts[is_write ? SizeToWrite : SizeToRead] = builder.CreateExtractValue(call, 1);
  }
  result.parts[Object] = findings.object(WEFT_OBJECT_FOUND, 0, "");
  result.parts[Shadow] = result.parts[ShadowBegin] = result.parts[ShadowIsOwn] =
      builder.getInt64(0);
  return result;
}

bool Provenance::isFound(Value *root) const {
  return isa<Instruction>(root) && !isa<AllocaInst>(root) && !locals.contains(root) &&
         !isUnknown(root);
}

Value *Provenance::shadowOf(Value *root, Part which) {
  auto *variable = dyn_cast<GlobalVariable>(root);
  const bool is_variable = variable && !variable->isConstant() && !isUnknown(root);
  if (!is_variable && !isFound(root))
    return boundsOf(root).parts[which];
  IntegerType *word = Type::getInt64Ty(item.getContext());
  if (which == ShadowIsOwn)
    return ConstantInt::get(word, is_variable);
  Value *&shadow = shadows[root];
  if (!shadow) {
    Value *launch = findings.launch();
    IRBuilder<> builder(cast<Instruction>(launch)->getNextNode());
    if (auto *made = dyn_cast<Instruction>(root))
      builder.SetInsertPoint(made->getParent(), *made->getInsertionPointAfterDef());
    Value *function = loadField(builder, launch, offsetof(weft_check_launch, find_shadow),
                                builder.getPtrTy(), "check.find.shadow");
    auto *type = FunctionType::get(StructType::get(word, word),
                                   {builder.getPtrTy(), builder.getPtrTy(), word}, false);
    const uint64_t size = variable ? layout.getTypeAllocSize(variable->getValueType()) : 0;
    CallInst *call = builder.CreateCall(type, function,
                                        {builder.CreateAddrSpaceCast(launch, builder.getPtrTy()),
                                         builder.CreateAddrSpaceCast(root, builder.getPtrTy()),
                                         builder.getInt64(size)});
    call->setDoesNotThrow();
    call->addFnAttr(Attribute::WillReturn);
    call->setMemoryEffects(MemoryEffects::inaccessibleMemOnly(ModRefInfo::Ref));
    shadow = call;
  }
  auto *call = cast<Instruction>(shadow);
  return IRBuilder<>(call->getNextNode()).CreateExtractValue(call, which == Shadow ? 0 : 1);
}

const Provenance::Bounds &Provenance::boundsOf(Value *root) {
  if (auto known = bounds.find(root); known != bounds.end())
    return known->second;
  Bounds made;
  if (auto local = locals.find(root); local != locals.end()) {
    const LocalVariable &variable = local->second;
    made = fixed(variable.bytes,
                 findings.object(WEFT_OBJECT_LOCAL, 0, plainVariableName(variable.name)));
  } else if (isUnknown(root)) {
    made = fixed(WEFT_CHECK_UNKNOWN_SIZE, findings.object(WEFT_OBJECT_FOUND, 0, ""));
    made.parts[Offset] = ConstantInt::get(made.parts[Offset]->getType(), WEFT_CHECK_UNKNOWN_OFFSET);
  } else if (auto *argument = dyn_cast<Argument>(root)) {
    made = ofArgument(*argument);
  } else if (auto *variable = dyn_cast<GlobalVariable>(root)) {
    made = fixed(layout.getTypeAllocSize(variable->getValueType()),
                 findings.object(WEFT_OBJECT_PROGRAM, 0, plainVariableName(variable->getName())),
                 variable->isConstant());
  } else if (auto *variable = dyn_cast<AllocaInst>(root);
             variable && variable->getAllocationSize(layout)) {
    made = fixed(variable->getAllocationSize(layout)->getFixedValue(),
                 findings.object(WEFT_OBJECT_PRIVATE, 0, plainVariableName(variable->getName())));
  } else if (isa<ConstantPointerNull, UndefValue>(root)) {
    made = fixed(0, findings.object(WEFT_OBJECT_NULL, 0, ""));
  } else {
    made = found(root);
  }
  return bounds[root] = made;
}

Value *Provenance::part(Value *pointer, Part which) {
  auto ofRoot = [&](Value *root) {
    return which >= Shadow ? shadowOf(root, which) : boundsOf(root).parts[which];
  };
  if (isRoot(pointer))
    return ofRoot(pointer);
  if (which != Offset)
    if (Value *root = onlyRoot(pointer))
      return ofRoot(root);
  if (Value *known = parts.lookup({pointer, which}))
    return known;
  Value *value = made(pointer, which);
  parts[{pointer, which}] = value;
  return value;
}

Value *Provenance::made(Value *pointer, Part which) {
  Type *type = which == Object ? static_cast<Type *>(PointerType::get(item.getContext(), 0))
                               : Type::getInt64Ty(item.getContext());
  if (auto *phi = dyn_cast<PHINode>(pointer)) {
    auto *result = PHINode::Create(type, phi->getNumIncomingValues(), phi->getName() + ".of",
                                   phi->getIterator());
    parts[{pointer, which}] = result; // ahead of what leads around a loop back to it
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
      result->addIncoming(part(phi->getIncomingValue(i), which), phi->getIncomingBlock(i));
    return result;
  }
  if (auto *select = dyn_cast<SelectInst>(pointer)) {
    Value *then = part(select->getTrueValue(), which);
    Value *otherwise = part(select->getFalseValue(), which);
    return IRBuilder<>(select).CreateSelect(select->getCondition(), then, otherwise);
  }
  Value *from = part(source(pointer), which);
  auto *gep = dyn_cast<GEPOperator>(pointer);
  if (which != Offset || !gep)
    return from;
  auto *instruction = dyn_cast<Instruction>(pointer);
  IRBuilder<> builder(instruction ? instruction : &entryPlace(item));
  // Without what its flags promise: whether that holds is the question.
  return builder.CreateAdd(from, emitGEPOffset(&builder, layout, gep, /*NoAssumptions=*/true));
}

unsigned Provenance::alignmentBits(Value *pointer) {
  SmallPtrSet<Value *, 8> seen;
  return bitsOf(pointer, seen);
}

unsigned Provenance::bitsOf(Value *pointer, SmallPtrSetImpl<Value *> &seen) {
  if (!seen.insert(pointer).second)
    return MostBits;
  if (auto *phi = dyn_cast<PHINode>(pointer)) {
    unsigned bits = MostBits;
    for (Value *value : phi->incoming_values())
      bits = std::min(bits, bitsOf(value, seen));
    return bits;
  }
  if (auto *select = dyn_cast<SelectInst>(pointer))
    return std::min(bitsOf(select->getTrueValue(), seen), bitsOf(select->getFalseValue(), seen));
  if (Value *from = source(pointer)) {
    unsigned bits = bitsOf(from, seen);
    auto *gep = dyn_cast<GEPOperator>(pointer);
    if (!gep)
      return isa<IntrinsicInst>(pointer) ? 0 : bits;
    for (auto type = gep_type_begin(gep), end = gep_type_end(gep); type != end; ++type) {
      Value *index = type.getOperand();
      uint64_t step;
      unsigned factor = 0;
      if (StructType *record = type.getStructTypeOrNull()) {
        step = layout.getStructLayout(record)->getElementOffset(
            unsigned(cast<ConstantInt>(index)->getZExtValue()));
      } else {
        step = type.getSequentialElementStride(layout);
        factor = computeKnownBits(index, layout).countMinTrailingZeros();
      }
      if (step)
        bits = std::min(bits, factor + unsigned(countr_zero(step)));
    }
    return bits;
  }
  if (auto local = locals.find(pointer); local != locals.end())
    return Log2(local->second.align);
  if (auto *variable = dyn_cast<AllocaInst>(pointer))
    return Log2(variable->getAlign());
  if (auto *variable = dyn_cast<GlobalVariable>(pointer))
    return Log2(layout.getValueOrABITypeAlignment(variable->getAlign(), variable->getValueType()));
  return isa<Argument, Constant>(pointer) ? MostBits : 0;
}

} // namespace weft
