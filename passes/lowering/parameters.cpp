// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lowering/lower_kernels.h"
#include "passes/lowering/steps.h"

#include "weft/kernel_abi.h"

#include "llvm/IR/ConstantRange.h"

namespace weft {
namespace {

using llvm::Attribute;

LoweredKernel::Arg layOut(const llvm::Argument &parameter, uint64_t &end) {
  const llvm::DataLayout &layout = parameter.getParent()->getParent()->getDataLayout();
  LoweredKernel::Arg arg;
  llvm::Type *type = parameter.getType();
  llvm::Align align = layout.getABITypeAlign(type);
  if (parameter.hasByValAttr()) {
    type = parameter.getParamByValType();
    align = parameter.getParamAlign().value_or(layout.getABITypeAlign(type));
    arg.kind = LoweredKernel::Arg::ByAddress;
  } else if (type->isPointerTy() && type->getPointerAddressSpace() == AddressSpace::Local) {
    arg.kind = LoweredKernel::Arg::LocalPointer;
  }
  // The buffer itself has no more; a copy of the kernel's own does (privateCopy).
  align = std::min(align, llvm::Align(WEFT_ABI_ALIGNMENT));
  // A 3-vector takes the place of a 4-vector, which its allocation size says.
  arg.slot_size = uint32_t(layout.getTypeAllocSize(type));
  arg.offset = uint32_t(llvm::alignTo(end, align));
  end = arg.offset + uint64_t(arg.slot_size);
  return arg;
}

llvm::FunctionType *itemType(const llvm::Function &kernel) {
  llvm::LLVMContext &context = kernel.getContext();
  std::vector<llvm::Type *> types(ItemParam::FirstKernelParam, llvm::Type::getInt64Ty(context));
  types[ItemParam::Launch] = types[ItemParam::Thread] =
      llvm::PointerType::get(context, AddressSpace::Private);
  for (const llvm::Argument &parameter : kernel.args())
    types.push_back(parameter.getType());
  return llvm::FunctionType::get(llvm::Type::getVoidTy(context), types, false);
}

void describeRecord(llvm::Argument &argument, const char *name, uint64_t bytes) {
  argument.setName(name);
  llvm::AttrBuilder attributes(argument.getContext());
  attributes.addAttribute(Attribute::NoUndef).addAttribute(Attribute::NonNull);
  attributes.addDereferenceableAttr(bytes).addAlignmentAttr(llvm::Align(8));
  argument.addAttrs(attributes);
}

// `end` is exclusive, by dimension.
void describePlace(llvm::Function &item, unsigned first, const char *name, uint64_t low,
                   std::array<uint64_t, 3> end) {
  for (unsigned d = 0; d < 3; ++d) {
    llvm::Argument &argument = *item.getArg(first + d);
    argument.setName(llvm::Twine(name) + "." + llvm::Twine(char('x' + d)));
    llvm::AttrBuilder attributes(item.getContext());
    attributes.addAttribute(Attribute::NoUndef);
    attributes.addRangeAttr(llvm::ConstantRange(llvm::APInt(64, low), llvm::APInt(64, end[d])));
    argument.addAttrs(attributes);
  }
}

} // namespace

void describePlaces(llvm::Function &item) {
  std::array<uint64_t, 3> id_end, size_end, group_end;
  std::optional<std::array<uint64_t, 3>> required = requiredLocalSize(item);
  for (unsigned d = 0; d < 3; ++d) {
    id_end[d] = required ? (*required)[d] : MaxLocalSize - 1;
    size_end[d] = id_end[d] + 1;
    // Groups that are asked for ahead of time may be beyond the last one.
    group_end[d] = required && item.hasFnAttribute(NarrowIds)
                       ? 2 * WEFT_NARROW_SIZE / (*required)[d]
                       : MaxSize;
  }
  describePlace(item, ItemParam::GroupId, "group.id", 0, group_end);
  describePlace(item, ItemParam::LocalSize, "local.size", 1, size_end);
  describePlace(item, ItemParam::LocalId, "local.id", 0, id_end);
}

namespace {

// The parameter is the address of constant bytes, but the kernel's is a variable of its own.
llvm::Value *privateCopy(llvm::Argument &source, llvm::Type *type, llvm::Align align) {
  llvm::Function &item = *source.getParent();
  const llvm::DataLayout &layout = item.getParent()->getDataLayout();
  uint64_t bytes = layout.getTypeAllocSize(type);
  const llvm::Align source_align = std::min(align, llvm::Align(WEFT_ABI_ALIGNMENT));
  llvm::AttrBuilder attributes(source.getContext());
  attributes.addAttribute(Attribute::NoAlias).addAttribute(Attribute::ReadOnly);
  attributes.addAttribute(Attribute::NoUndef).addAttribute(Attribute::NonNull);
  attributes.addDereferenceableAttr(bytes).addAlignmentAttr(source_align);
  source.addAttrs(attributes);

  llvm::IRBuilder<> builder(&entryPlace(item));
  llvm::AllocaInst *copy = builder.CreateAlloca(type, nullptr, source.getName() + ".copy");
  copy->setAlignment(align);
  builder.CreateMemCpy(copy, align, &source, source_align, bytes);
  return copy;
}

void takeParameter(llvm::Argument &parameter, llvm::Argument &replacement) {
  replacement.takeName(&parameter);
  llvm::Function &kernel = *parameter.getParent();
  llvm::Value *value = &replacement;
  if (parameter.hasByValAttr()) {
    llvm::Type *type = parameter.getParamByValType();
    llvm::Align align = parameter.getParamAlign().value_or(
        kernel.getParent()->getDataLayout().getABITypeAlign(type));
    value = privateCopy(replacement, type, align);
  } else {
    llvm::AttrBuilder attributes(kernel.getContext(),
                                 kernel.getAttributes().getParamAttrs(parameter.getArgNo()));
    replacement.addAttrs(attributes);
    // Say how a C caller widens small integers; nobody calls this one so.
    replacement.removeAttr(Attribute::SExt);
    replacement.removeAttr(Attribute::ZExt);
  }
  parameter.replaceAllUsesWith(value);
}

} // namespace

LoweredKernel makeWorkItemFunction(llvm::Function &kernel) {
  LoweredKernel lowered;
  lowered.name = kernel.getName().str();
  for (const llvm::Argument &parameter : kernel.args())
    lowered.args.push_back(layOut(parameter, lowered.args_size));

  llvm::Function *item =
      llvm::Function::Create(itemType(kernel), llvm::Function::InternalLinkage,
                             kernel.getAddressSpace(), kernel.getName() + ItemSuffix);
  kernel.getParent()->getFunctionList().insert(kernel.getIterator(), item);
  lowered.function = item;
  llvm::AttrBuilder attributes(kernel.getContext(), kernel.getAttributes().getFnAttrs());
  item->addFnAttrs(attributes);
  item->removeFnAttr(Attribute::NoInline);
  item->addFnAttr(Attribute::NoUnwind);
  item->setSubprogram(kernel.getSubprogram());
  kernel.setSubprogram(nullptr);
  for (const char *kind : {"reqd_work_group_size", "work_group_size_hint", "vec_type_hint",
                           "intel_reqd_sub_group_size"})
    item->setMetadata(kind, kernel.getMetadata(kind));

  item->splice(item->end(), &kernel);
  describeRecord(*item->getArg(ItemParam::Launch), "launch", sizeof(weft_launch));
  item->getArg(ItemParam::Launch)->addAttr(Attribute::NoAlias);
  item->getArg(ItemParam::Launch)->addAttr(Attribute::ReadOnly);
  describeRecord(*item->getArg(ItemParam::Thread), "thread", sizeof(weft_thread));
  for (llvm::Argument &parameter : kernel.args())
    takeParameter(parameter, *item->getArg(ItemParam::FirstKernelParam + parameter.getArgNo()));
  kernel.eraseFromParent();
  return lowered;
}

} // namespace weft
