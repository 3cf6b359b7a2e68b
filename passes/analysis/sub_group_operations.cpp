// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/analysis/sub_group_operations.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Instructions.h"

namespace weft {
namespace {

using Operation = SubGroupOperation;

// In the order of the enumerations.
constexpr llvm::StringLiteral KindNames[] = {"lane",      "max_size",  "ballot",
                                             "shuffle",   "reduce",    "inclusive",
                                             "exclusive", "clustered", "barrier"};
constexpr llvm::StringLiteral CodeNames[] = {"",     "add",  "mul", "min", "max",
                                             "umin", "umax", "and", "or",  "xor"};

template <typename Enumeration>
std::optional<Enumeration> numberOf(llvm::StringRef name,
                                    llvm::ArrayRef<llvm::StringLiteral> names) {
  const auto *found = llvm::find(names, name);
  return found == names.end() ? std::nullopt : std::optional(Enumeration(found - names.begin()));
}

std::optional<Operation> parse(llvm::StringRef name) {
  if (!name.consume_front(SubGroupPrefix))
    return std::nullopt;
  auto [kind_name, rest] = name.split('.');
  auto kind = numberOf<Operation::Kind>(kind_name, KindNames);
  if (!kind)
    return std::nullopt;
  bool wants_code = *kind >= Operation::Reduce && *kind <= Operation::Clustered;
  auto code = numberOf<Operation::Code>(wants_code ? rest.split('.').first : "", CodeNames);
  if (!code || wants_code != (*code != Operation::None))
    return std::nullopt;
  return Operation{*kind, *code};
}

} // namespace

llvm::Value *SubGroupOperation::apply(llvm::IRBuilderBase &builder, llvm::Value *a,
                                      llvm::Value *b) const {
  bool floating = a->getType()->isFPOrFPVectorTy();
  switch (code) {
  case Add:
    return floating ? builder.CreateFAdd(a, b) : builder.CreateAdd(a, b);
  case Mul:
    return floating ? builder.CreateFMul(a, b) : builder.CreateMul(a, b);
  case Min:
    return floating ? builder.CreateSelect(builder.CreateFCmpOLT(b, a), b, a)
                    : builder.CreateBinaryIntrinsic(llvm::Intrinsic::smin, a, b);
  case Max:
    return floating ? builder.CreateSelect(builder.CreateFCmpOLT(a, b), b, a)
                    : builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, a, b);
  case UMin:
    return builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, a, b);
  case UMax:
    return builder.CreateBinaryIntrinsic(llvm::Intrinsic::umax, a, b);
  case And:
    return builder.CreateAnd(a, b);
  case Or:
    return builder.CreateOr(a, b);
  case Xor:
    return builder.CreateXor(a, b);
  case None:
    break;
  }
  llvm_unreachable("an operation without a code");
}

llvm::Constant *SubGroupOperation::identity(llvm::Type *type) const {
  unsigned bits = type->getScalarSizeInBits();
  bool floating = type->isFPOrFPVectorTy();
  switch (code) {
  case Add:
  case Or:
  case Xor:
  case UMax:
    return llvm::Constant::getNullValue(type);
  case Mul:
    return floating ? llvm::ConstantFP::get(type, 1.0) : llvm::ConstantInt::get(type, 1);
  case Min:
    return floating ? llvm::ConstantFP::getInfinity(type)
                    : llvm::ConstantInt::get(type, llvm::APInt::getSignedMaxValue(bits));
  case Max:
    return floating ? llvm::ConstantFP::getInfinity(type, /*Negative=*/true)
                    : llvm::ConstantInt::get(type, llvm::APInt::getSignedMinValue(bits));
  case And:
  case UMin:
    return llvm::Constant::getAllOnesValue(type);
  case None:
    break;
  }
  llvm_unreachable("an operation without a code");
}

std::optional<SubGroupOperation> subGroupOperation(const llvm::Value &value) {
  auto *call = llvm::dyn_cast<llvm::CallBase>(&value);
  const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->isDeclaration() ? parse(callee->getName()) : std::nullopt;
}

void setSubGroupAttributes(llvm::Function &function) {
  const SubGroupOperation operation = *parse(function.getName());
  function.setAttributes({});
  function.addFnAttr(llvm::Attribute::NoUnwind);
  function.addFnAttr(llvm::Attribute::WillReturn);
  if (!operation.isCollective())
    function.setDoesNotAccessMemory();
  else // no pass makes it depend on other conditions: they say which lanes are active
    function.addFnAttr(llvm::Attribute::Convergent);
  // Two ballots of one value may differ, so that they count as having a state of their own; a
  // barrier orders all memory.
  if (operation.isCollective() && operation.kind != SubGroupOperation::Barrier)
    function.setOnlyAccessesInaccessibleMemory();
}

llvm::FunctionCallee declareSubGroupOperation(llvm::Module &module, llvm::StringRef name,
                                              llvm::FunctionType *type) {
  llvm::FunctionCallee callee = module.getOrInsertFunction((SubGroupPrefix + name).str(), type);
  setSubGroupAttributes(*llvm::cast<llvm::Function>(callee.getCallee()));
  return callee;
}

bool hasSubGroupOperations(const llvm::Function &function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction &instruction) {
    return subGroupOperation(instruction).has_value();
  });
}

void lowerSubGroupMaxSize(llvm::Function &function, unsigned width) {
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    std::optional<SubGroupOperation> operation = subGroupOperation(instruction);
    if (!operation || operation->kind != SubGroupOperation::MaxSize)
      continue;
    instruction.replaceAllUsesWith(llvm::ConstantInt::get(instruction.getType(), width));
    instruction.eraseFromParent();
  }
}

void lowerSubGroupsOfOne(llvm::Function &function) {
  lowerSubGroupMaxSize(function, 1);
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    std::optional<SubGroupOperation> operation = subGroupOperation(instruction);
    if (!operation)
      continue;
    auto *call = llvm::cast<llvm::CallBase>(&instruction);
    llvm::IRBuilder<> builder(call);
    llvm::Value *value = call->arg_empty() ? nullptr : call->getArgOperand(0);
    switch (operation->kind) {
    case SubGroupOperation::Lane:
      value = builder.getInt32(0);
      break;
    case SubGroupOperation::Ballot:
      value = builder.CreateZExt(value, call->getType());
      break;
    case SubGroupOperation::Exclusive:
      value = operation->identity(call->getType());
      break;
    case SubGroupOperation::Barrier:
    case SubGroupOperation::MaxSize:
    case SubGroupOperation::Shuffle:
    case SubGroupOperation::Reduce:
    case SubGroupOperation::Inclusive:
    case SubGroupOperation::Clustered:
      break;
    }
    if (value)
      call->replaceAllUsesWith(value);
    call->eraseFromParent();
  }
}

} // namespace weft
