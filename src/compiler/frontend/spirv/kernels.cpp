// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/spirv/kernels.h"

#include "compiler/frontend/reserved_names.h"
#include "compiler/frontend/spirv/handler.h"
#include "passes/address_space.h"

namespace weft::spirv {

std::string Kernels::typeName(const Type &type) const {
  switch (type.kind) {
  case spv::Op::OpTypeInt:
  case spv::Op::OpTypeFloat:
    return numberName(type.llvm, Sign::Signed);
  case spv::Op::OpTypeBool:
    return "bool";
  case spv::Op::OpTypeVoid:
    return "void";
  case spv::Op::OpTypeVector:
    return typeName(*type.element) + std::to_string(type.count);
  case spv::Op::OpTypeStruct: {
    const std::string name = declarations.nameOf(type.id);
    return llvm::StringRef(name).starts_with("struct.") ? "struct " + name.substr(7) : name;
  }
  case spv::Op::OpTypePointer: {
    const Type *to = ids.find(type.pointee);
    // Of a pointer to a pointer no more is said: chains of them may be long, or circles.
    return !to || to->kind == spv::Op::OpTypePointer ? "void*" : typeName(*to) + "*";
  }
  case spv::Op::OpTypeArray:
    return typeName(*type.element) + "[]";
  case spv::Op::OpTypeSampler:
    return "sampler_t";
  case spv::Op::OpTypeEvent:
    return "event_t";
  case spv::Op::OpTypeDeviceEvent:
    return "clk_event_t";
  case spv::Op::OpTypeQueue:
    return "queue_t";
  case spv::Op::OpTypeReserveId:
    return "reserve_id_t";
  case spv::Op::OpTypePipe:
    return "pipe"; // of which packets, only instructions say
  case spv::Op::OpTypeImage:
    return imageName(type) + "_t";
  default:
    return "";
  }
}

void Kernels::describe(llvm::Function &kernel, llvm::ArrayRef<uint32_t> params) {
  llvm::SmallVector<llvm::Metadata *, 8> spaces, accesses, type_names, qualifiers, arg_names;
  auto text = [&](llvm::StringRef string) { return llvm::MDString::get(context, string); };
  for (uint32_t param : params) {
    const Type *param_type = ids.typeOf(param);
    const bool is_pointer = param_type->kind == spv::Op::OpTypePointer;
    bool by_value = false;
    std::string qualifier;
    for (const Decoration &entry : declarations.decorations(param)) {
      if (entry.kind == spv::Decoration::Volatile)
        qualifier += "volatile ";
      if (entry.kind != spv::Decoration::FuncParamAttr || entry.operands.empty())
        continue;
      using Attribute = spv::FunctionParameterAttribute;
      const auto attribute = Attribute(entry.operands[0]);
      by_value |= attribute == Attribute::ByVal;
      if (attribute == Attribute::NoAlias)
        qualifier += "restrict ";
      if (attribute == Attribute::NoWrite && is_pointer &&
          param_type->storage == spv::StorageClass::CrossWorkgroup)
        qualifier += "const ";
    }
    if (is_pointer && param_type->storage == spv::StorageClass::UniformConstant)
      qualifier += "const ";
    const bool is_image = param_type->kind == spv::Op::OpTypeImage;
    const bool is_pipe = param_type->kind == spv::Op::OpTypePipe;
    if (is_pipe)
      qualifier += "pipe ";
    const unsigned space = is_pointer && !by_value ? param_type->llvm->getPointerAddressSpace()
                           : is_image || is_pipe   ? AddressSpace::Global
                                                   : AddressSpace::Private;
    spaces.push_back(llvm::ConstantAsMetadata::get(builder.getInt32(space)));
    static constexpr const char *Access[] = {"read_only", "write_only", "read_write"};
    const char *access = "none";
    if (is_image)
      access = Access[param_type->image.size() > 6 ? param_type->image[6] % 3 : 0];
    else if (is_pipe)
      access = Access[llvm::cast<llvm::TargetExtType>(param_type->llvm)->getIntParameter(0)];
    accesses.push_back(text(access));
    std::string name = typeName(*param_type);
    if (by_value && !name.empty())
      name.pop_back();
    type_names.push_back(text(name));
    qualifiers.push_back(text(llvm::StringRef(qualifier).rtrim()));
    arg_names.push_back(text(declarations.nameOf(param)));
  }
  kernel.setMetadata("kernel_arg_addr_space", llvm::MDNode::get(context, spaces));
  kernel.setMetadata("kernel_arg_access_qual", llvm::MDNode::get(context, accesses));
  kernel.setMetadata("kernel_arg_type", llvm::MDNode::get(context, type_names));
  kernel.setMetadata("kernel_arg_base_type", llvm::MDNode::get(context, type_names));
  kernel.setMetadata("kernel_arg_type_qual", llvm::MDNode::get(context, qualifiers));
  kernel.setMetadata("kernel_arg_name", llvm::MDNode::get(context, arg_names));
}

// Above the element's number, the number of elements. Null if there is no such type.
llvm::Type *Kernels::hintedType(uint32_t number) {
  llvm::Type *const Elements[] = {builder.getInt8Ty(),  builder.getInt16Ty(), builder.getInt32Ty(),
                                  builder.getInt64Ty(), builder.getHalfTy(),  builder.getFloatTy(),
                                  builder.getDoubleTy()};
  const uint32_t element = number & 0xffff, count = number >> 16;
  if (element >= std::size(Elements) || count > 16)
    return nullptr;
  return count > 1 ? llvm::FixedVectorType::get(Elements[element], count) : Elements[element];
}

void Kernels::describeModes(llvm::Function &kernel, uint32_t id) {
  for (const Instruction *mode : declarations.execution_modes) {
    if (mode->operands[0] != id)
      continue;
    at = mode;
    auto numbers = [&](size_t count) {
      llvm::SmallVector<llvm::Metadata *, 3> result;
      for (size_t i = 0; i < count && !failed; ++i) {
        uint64_t n = operand(2 + i);
        if (at->op() == spv::Op::OpExecutionModeId)
          ids.integer(uint32_t(n), n);
        result.push_back(llvm::ConstantAsMetadata::get(builder.getInt32(uint32_t(n))));
      }
      return llvm::MDNode::get(context, result);
    };
    switch (spv::ExecutionMode(operand(1))) {
    case spv::ExecutionMode::LocalSize:
    case spv::ExecutionMode::LocalSizeId:
      kernel.setMetadata("reqd_work_group_size", numbers(3));
      break;
    case spv::ExecutionMode::LocalSizeHint:
    case spv::ExecutionMode::LocalSizeHintId:
      kernel.setMetadata("work_group_size_hint", numbers(3));
      break;
    case spv::ExecutionMode::SubgroupSize:
      kernel.setMetadata("intel_reqd_sub_group_size", numbers(1));
      break;
    case spv::ExecutionMode::SubgroupsPerWorkgroup:
    case spv::ExecutionMode::SubgroupsPerWorkgroupId:
      kernel.setMetadata("weft_reqd_num_sub_groups", numbers(1));
      break;
    case spv::ExecutionMode::VecTypeHint:
      if (llvm::Type *hint = hintedType(operand(2)))
        kernel.setMetadata(
            "vec_type_hint",
            llvm::MDNode::get(context, {llvm::ConstantAsMetadata::get(llvm::PoisonValue::get(hint)),
                                        llvm::ConstantAsMetadata::get(builder.getInt32(1))}));
      break;
    default: // the others allow what is not made use of, or are as the device does it anyway
      break;
    }
  }
}

// Translators of what Clang makes of blocks name their kernels as entry points. No application can
// call them.
bool Kernels::isEnqueued(uint32_t id, const llvm::Function &body) const {
  llvm::Type *first = body.arg_empty() ? nullptr : body.getArg(0)->getType();
  return first && first->isPointerTy() && mayLeadToPrivate(first->getPointerAddressSpace()) &&
         bodies.enqueued.contains(id);
}

// An entry point that runs before the program's kernels, or after them, is none that an application
// can call. False: it is another one.
bool Kernels::makeStructor(uint32_t id, llvm::Function &body) {
  const bool initializes = declarations.hasMode(id, spv::ExecutionMode::Initializer);
  const bool finalizes = declarations.hasMode(id, spv::ExecutionMode::Finalizer);
  if (!initializes && !finalizes)
    return false;
  if (!body.arg_empty()) {
    fail("what runs before or after all kernels has no parameters");
    return true;
  }
  if (initializes)
    initializers.push_back(&body);
  if (finalizes)
    finalizers.push_back(&body);
  return true;
}

// As Clang lists constructors.
void Kernels::listStructors(llvm::StringRef name, llvm::ArrayRef<llvm::Function *> functions) {
  if (functions.empty())
    return;
  constexpr uint32_t NoPriority = 65535;
  llvm::Type *pointer = builder.getPtrTy();
  auto *entry = llvm::StructType::get(builder.getInt32Ty(), pointer, pointer);
  llvm::SmallVector<llvm::Constant *, 1> entries;
  for (llvm::Function *function : functions)
    entries.push_back(llvm::ConstantStruct::get(
        entry, {builder.getInt32(NoPriority), function, llvm::Constant::getNullValue(pointer)}));
  auto *list = llvm::ArrayType::get(entry, entries.size());
  new llvm::GlobalVariable(made, list, false, llvm::GlobalValue::AppendingLinkage,
                           llvm::ConstantArray::get(list, entries), name, nullptr,
                           llvm::GlobalValue::NotThreadLocal, AddressSpace::Private);
}

// False if a kernel cannot have it.
bool Kernels::takeName(llvm::StringRef name) {
  if (name.empty() || !llvm::all_of(name, [](char c) { return c > ' ' && c != ';' && c != 127; }) ||
      name.starts_with("llvm.") || isReservedName(name))
    return fail("'" + name + "' cannot be a kernel's name");
  // Producers export the kernel's function under its name, too: that of the entry point, or one
  // that this only calls.
  if (auto *exported = llvm::dyn_cast_or_null<llvm::Function>(made.getNamedValue(name));
      exported && !exported->isDeclaration() &&
      exported->getCallingConv() != llvm::CallingConv::SPIR_KERNEL) {
    exported->setName("__clang_ocl_kern_imp_" + name);
    exported->setLinkage(llvm::GlobalValue::InternalLinkage);
  }
  return !made.getNamedValue(name) || fail("the kernel '" + name + "' is there twice");
}

llvm::Align Kernels::pointeeAlignment(uint32_t param) {
  const Type *type = ids.typeOf(param);
  const Type *content = type->pointee ? ids.type(type->pointee) : &ids.nothing;
  if (const std::optional<llvm::Align> said = globals.alignment(param))
    return *said;
  return content->llvm && content->llvm->isSized()
             ? made.getDataLayout().getABITypeAlign(content->llvm)
             : llvm::Align(1);
}

// Values that are composites, a kernel is given by their address.
void Kernels::callBody(llvm::Function &kernel, llvm::Function &body,
                       llvm::ArrayRef<uint32_t> params) {
  llvm::SmallVector<llvm::Value *, 8> args;
  llvm::AttributeList call_attributes;
  for (unsigned i = 0; i < params.size(); ++i) {
    llvm::Argument *from = body.getArg(i), *to = kernel.getArg(i);
    to->setName(declarations.nameOf(params[i]));
    if (from->getType()->isAggregateType()) {
      const llvm::Align align = made.getDataLayout().getABITypeAlign(from->getType());
      to->addAttr(llvm::Attribute::getWithByValType(context, from->getType()));
      to->addAttr(llvm::Attribute::getWithAlignment(context, align));
      args.push_back(builder.CreateAlignedLoad(from->getType(), to, align));
      continue;
    }
    args.push_back(to);
    if (from->hasByValAttr()) {
      for (llvm::Attribute::AttrKind kind : {llvm::Attribute::ByVal, llvm::Attribute::Alignment}) {
        to->addAttr(from->getAttribute(kind));
        call_attributes = call_attributes.addParamAttribute(context, i, from->getAttribute(kind));
      }
    } else if (from->getType()->isPointerTy()) {
      if (from->hasNoAliasAttr())
        to->addAttr(llvm::Attribute::NoAlias);
      to->addAttr(llvm::Attribute::getWithAlignment(context, pointeeAlignment(params[i])));
    }
  }
  llvm::CallInst *made_call = builder.CreateCall(&body, args);
  made_call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  made_call->setAttributes(call_attributes);
  builder.CreateRetVoid();
}

bool Kernels::makeKernel(const Instruction &entry) {
  at = &entry;
  const uint32_t id = operand(1);
  auto *body = llvm::dyn_cast_or_null<llvm::Function>(ids.found(id));
  const Instruction *start = module.definition(id);
  if (!body || body->isDeclaration() || start->op() != spv::Op::OpFunction ||
      !body->getReturnType()->isVoidTy())
    return fail("%" + llvm::Twine(id) + " cannot be a kernel");
  if (isEnqueued(id, *body))
    return true;
  if (makeStructor(id, *body))
    return !failed;
  unsigned words = 0;
  const llvm::StringRef name = literalString(entry.operands.drop_front(2), words);
  if (!takeName(name))
    return false;
  llvm::SmallVector<uint32_t, 8> params;
  llvm::SmallVector<llvm::Type *, 8> param_types;
  const size_t index = size_t(start - module.instructions.data());
  for (unsigned i = 0; i < body->arg_size(); ++i) {
    params.push_back(module.instructions[index + 1 + i].result);
    llvm::Type *param = body->getArg(i)->getType();
    param_types.push_back(param->isAggregateType() ? builder.getPtrTy() : param);
  }
  auto *kernel =
      llvm::Function::Create(llvm::FunctionType::get(builder.getVoidTy(), param_types, false),
                             llvm::GlobalValue::ExternalLinkage, name, made);
  kernel->setCallingConv(llvm::CallingConv::SPIR_KERNEL);
  kernel->addFnAttr(llvm::Attribute::Convergent);
  kernel->addFnAttr(llvm::Attribute::NoUnwind);
  kernel->addFnAttr(llvm::Attribute::NoRecurse);
  kernel->addFnAttr("uniform-work-group-size", options.uniform_work_group_size ? "true" : "false");
  body->removeFnAttr(llvm::Attribute::NoInline);
  body->addFnAttr(llvm::Attribute::AlwaysInline);
  size_t end = index;
  while (module.instructions[end].op() != spv::Op::OpFunctionEnd)
    ++end;
  lines.beginFunction(*kernel, name, index, end);
  builder.SetInsertPoint(llvm::BasicBlock::Create(context, "entry", kernel));
  callBody(*kernel, *body, params);
  lines.endFunction();
  describe(*kernel, params);
  describeModes(*kernel, id);
  return !failed;
}

bool Kernels::make() {
  for (const Instruction *entry : declarations.entry_points)
    if (!makeKernel(*entry))
      return false;
  listStructors("llvm.global_ctors", initializers);
  listStructors("llvm.global_dtors", finalizers);
  return true;
}

} // namespace weft::spirv
