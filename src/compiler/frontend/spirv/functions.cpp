// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions, and the kernels: as Clang does it, a kernel only calls the function that is its body.
#include "compiler/frontend/spirv/reader.h"

#include "compiler/frontend/reserved_names.h"
#include "passes/address_space.h"

namespace weft::spirv {

bool Reader::declareFunction(size_t index) {
  at = &module.instructions[index];
  if (!checkCapabilities(*at))
    return false;
  const Type *signature = type(operand(1));
  if (failed || signature->kind != spv::Op::OpTypeFunction)
    return fail("%" + llvm::Twine(operand(1)) + " is not a function's type");
  llvm::SmallVector<llvm::Type *, 8> params;
  for (const Type *param : llvm::ArrayRef(signature->members).drop_front())
    params.push_back(param->llvm);
  if (signature->members.front() != resultType())
    return fail("its result is of another type");
  auto *made_function = llvm::Function::Create(
      llvm::FunctionType::get(signature->members.front()->llvm, params, false),
      llvm::GlobalValue::InternalLinkage, "", *made);
  takeLinkage(*made_function, at->result);
  made_function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  made_function->addFnAttr(llvm::Attribute::Convergent);
  made_function->addFnAttr(llvm::Attribute::NoUnwind);
  const uint32_t control = operand(0);
  if (control & uint32_t(spv::FunctionControlMask::Inline))
    made_function->addFnAttr(llvm::Attribute::AlwaysInline);
  else if (control & uint32_t(spv::FunctionControlMask::DontInline))
    made_function->addFnAttr(llvm::Attribute::NoInline);
  values[at->result] = made_function;
  for (size_t i = 0; i < params.size(); ++i) {
    const size_t place = index + 1 + i;
    const bool there = place < module.instructions.size() &&
                       module.instructions[place].op() == spv::Op::OpFunctionParameter;
    if (!there)
      return fail("lacks a parameter");
    at = &module.instructions[place];
    if (type(at->type) != signature->members[i + 1])
      return fail("is not of the type that the function's type names");
    llvm::Argument *arg = made_function->getArg(unsigned(i));
    values[at->result] = arg;
    auto found = decorations.find(at->result);
    if (found == decorations.end() || !params[i]->isPointerTy())
      continue;
    for (const Decoration &entry : found->second) {
      const auto attribute = entry.operands.empty() ? ~0u : entry.operands[0];
      if (entry.kind != spv::Decoration::FuncParamAttr)
        continue;
      if (spv::FunctionParameterAttribute(attribute) == spv::FunctionParameterAttribute::NoAlias)
        arg->addAttr(llvm::Attribute::NoAlias);
      if (spv::FunctionParameterAttribute(attribute) == spv::FunctionParameterAttribute::ByVal) {
        const Type *content = pointee(*signature->members[i + 1]);
        if (failed || !content->llvm || !content->llvm->isSized() ||
            params[i]->getPointerAddressSpace() != AddressSpace::Private)
          return fail("cannot be passed by value");
        arg->addAttr(llvm::Attribute::getWithByValType(context, content->llvm));
        arg->addAttr(llvm::Attribute::getWithAlignment(
            context, made->getDataLayout().getABITypeAlign(content->llvm)));
      }
    }
  }
  return true;
}

bool Reader::declareFunctions() {
  for (size_t index : function_starts)
    if (!values[module.instructions[index].result] && !declareFunction(index))
      return false;
  return true;
}

bool Reader::translateFunctions() {
  size_t next = function_starts.empty() ? module.instructions.size() : function_starts.front();
  while (next < module.instructions.size())
    if (!translateFunction(next))
      return false;
  at = nullptr;
  for (auto [intrinsic, name] : llvm_imports) {
    if (!intrinsic->use_empty())
      return fail("the module calls '" + name + "', which is a function of LLVM's own");
    intrinsic->eraseFromParent();
  }
  return true;
}

bool Reader::translateFunction(size_t &index) {
  at = &module.instructions[index];
  if (at->op() == spv::Op::OpLine || at->op() == spv::Op::OpNoLine ||
      (at->op() == spv::Op::OpExtInst && ignored_sets.contains(operand(0)))) {
    ++index;
    return true;
  }
  if (at->op() != spv::Op::OpFunction)
    return fail("stands outside functions");
  function = llvm::cast<llvm::Function>(values[at->result]);
  blocks.clear();
  builtin_storage.clear();
  entry_values.clear();
  phis.clear();
  body_begin = body_end = index + 1 + function->arg_size();
  bool has_blocks = false;
  for (; body_end < module.instructions.size(); ++body_end) {
    at = &module.instructions[body_end];
    if (at->op() == spv::Op::OpFunctionEnd)
      break;
    if (at->op() == spv::Op::OpFunction || at->op() == spv::Op::OpFunctionParameter)
      return fail("stands within a function");
    has_blocks |= at->op() == spv::Op::OpLabel;
  }
  if (body_end == module.instructions.size())
    return fail("the function does not end");
  if (!has_blocks && !function->hasExternalLinkage())
    return fail("a function without blocks that is not imported");
  if (!translateBody(index))
    return false;
  function = nullptr;
  builder.SetCurrentDebugLocation({});
  index = body_end + 1;
  return true;
}

bool Reader::translateBody(size_t start) {
  const std::vector<Part> order = readingOrder();
  if (failed)
    return false;
  for (const Part &part : order)
    for (size_t i = part.begin; i < part.end; ++i)
      if (const Instruction &in = module.instructions[i]; in.op() == spv::Op::OpLabel)
        blocks[in.result] = llvm::BasicBlock::Create(context, "", function);
  const bool import = blocks.empty();
  builder.ClearInsertionPoint();
  if (!import)
    beginFunctionDebug(*function, nameOf(module.instructions[start].result), start, body_end);
  const llvm::DebugLoc beginning = builder.getCurrentDebugLocation();
  for (const Part &part : order) {
    is_reached = part.is_reached;
    builder.SetCurrentDebugLocation(beginning);
    if ((at = part.line))
      debugLine();
    for (size_t i = part.begin; i < part.end; ++i) {
      at = &module.instructions[i];
      if (!checkCapabilities(*at))
        return false;
      instruction();
      if (failed)
        return false;
    }
  }
  is_reached = true;
  at = &module.instructions[body_end];
  if (builder.GetInsertBlock())
    return fail("a block does not end");
  finishPhis();
  if (!failed && !import)
    checkDominance();
  return !failed;
}

bool Reader::isInBody(uint32_t id) const {
  const Instruction *found = module.definition(id);
  return found && found >= module.instructions.data() + body_begin &&
         found < module.instructions.data() + body_end;
}

std::string Reader::typeName(const Type &type) {
  switch (type.kind) {
  case spv::Op::OpTypeInt:
    switch (type.llvm->getIntegerBitWidth()) {
    case 8:
      return "char";
    case 16:
      return "short";
    case 32:
      return "int";
    default:
      return "long";
    }
  case spv::Op::OpTypeFloat:
    return type.llvm->isHalfTy() ? "half" : type.llvm->isFloatTy() ? "float" : "double";
  case spv::Op::OpTypeBool:
    return "bool";
  case spv::Op::OpTypeVoid:
    return "void";
  case spv::Op::OpTypeVector:
    return typeName(*type.element) + std::to_string(type.count);
  case spv::Op::OpTypeStruct: {
    const std::string name = nameOf(type.id);
    return llvm::StringRef(name).starts_with("struct.") ? "struct " + name.substr(7) : name;
  }
  case spv::Op::OpTypePointer: {
    auto to = types.find(type.pointee);
    // Of a pointer to a pointer no more is said: chains of them may be long, or circles.
    return to == types.end() || to->second->kind == spv::Op::OpTypePointer
               ? "void*"
               : typeName(*to->second) + "*";
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
  case spv::Op::OpTypeImage: {
    const spv::Dim dim = spv::Dim(type.image[0]);
    std::string name = dim == spv::Dim::Dim1D   ? "image1d"
                       : dim == spv::Dim::Dim2D ? "image2d"
                       : dim == spv::Dim::Dim3D ? "image3d"
                                                : "image1d_buffer";
    if (type.image[2])
      name += "_array";
    if (type.image[1] == 1)
      name += "_depth";
    return name + "_t";
  }
  default:
    return "";
  }
}

void Reader::kernelMetadata(llvm::Function &kernel, uint32_t id, llvm::ArrayRef<uint32_t> params) {
  llvm::SmallVector<llvm::Metadata *, 8> spaces, accesses, type_names, qualifiers, arg_names;
  auto text = [&](llvm::StringRef string) { return llvm::MDString::get(context, string); };
  for (uint32_t param : params) {
    const Type *param_type = typeOf(param);
    const bool is_pointer = param_type->kind == spv::Op::OpTypePointer;
    bool by_value = false;
    std::string qualifier;
    if (auto found = decorations.find(param); found != decorations.end())
      for (const Decoration &entry : found->second) {
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
    const unsigned space = is_pointer && !by_value ? addressSpace(param_type->storage)
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
    arg_names.push_back(text(nameOf(param)));
  }
  kernel.setMetadata("kernel_arg_addr_space", llvm::MDNode::get(context, spaces));
  kernel.setMetadata("kernel_arg_access_qual", llvm::MDNode::get(context, accesses));
  kernel.setMetadata("kernel_arg_type", llvm::MDNode::get(context, type_names));
  kernel.setMetadata("kernel_arg_base_type", llvm::MDNode::get(context, type_names));
  kernel.setMetadata("kernel_arg_type_qual", llvm::MDNode::get(context, qualifiers));
  kernel.setMetadata("kernel_arg_name", llvm::MDNode::get(context, arg_names));
  executionModes(kernel, id);
}

void Reader::executionModes(llvm::Function &kernel, uint32_t id) {
  for (const Instruction *mode : execution_modes) {
    if (mode->operands[0] != id)
      continue;
    at = mode;
    auto numbers = [&](size_t count) {
      llvm::SmallVector<llvm::Metadata *, 3> result;
      for (size_t i = 0; i < count && !failed; ++i) {
        uint64_t n = operand(2 + i);
        if (at->op() == spv::Op::OpExecutionModeId)
          integer(uint32_t(n), n);
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
    case spv::ExecutionMode::VecTypeHint: {
      // Above the element's number, the number of elements.
      llvm::Type *const Elements[] = {
          builder.getInt8Ty(), builder.getInt16Ty(), builder.getInt32Ty(), builder.getInt64Ty(),
          builder.getHalfTy(), builder.getFloatTy(), builder.getDoubleTy()};
      const uint32_t element = operand(2) & 0xffff, count = operand(2) >> 16;
      if (element >= std::size(Elements) || count > 16)
        break;
      llvm::Type *hint = Elements[element];
      if (count > 1)
        hint = llvm::FixedVectorType::get(hint, count);
      kernel.setMetadata(
          "vec_type_hint",
          llvm::MDNode::get(context, {llvm::ConstantAsMetadata::get(llvm::PoisonValue::get(hint)),
                                      llvm::ConstantAsMetadata::get(builder.getInt32(1))}));
      break;
    }
    default: // the others allow what is not made use of, or are as the device does it anyway
      break;
    }
  }
}

// Translators of what Clang makes of blocks name their kernels as entry points. No application can
// call them.
bool Reader::isEnqueued(uint32_t id, const llvm::Function &body) const {
  llvm::Type *first = body.arg_empty() ? nullptr : body.getArg(0)->getType();
  return first && first->isPointerTy() && mayLeadToPrivate(first->getPointerAddressSpace()) &&
         enqueued.contains(id);
}

bool Reader::hasMode(uint32_t id, spv::ExecutionMode mode) const {
  return llvm::any_of(execution_modes, [&](const Instruction *in) {
    return in->operands[0] == id && spv::ExecutionMode(in->operands[1]) == mode;
  });
}

// An entry point that runs before the program's kernels, or after them, is none that an application
// can call. False: it is another one.
bool Reader::makeStructor(uint32_t id, llvm::Function &body) {
  const bool initializes = hasMode(id, spv::ExecutionMode::Initializer);
  const bool finalizes = hasMode(id, spv::ExecutionMode::Finalizer);
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
void Reader::listStructors(llvm::StringRef name, llvm::ArrayRef<llvm::Function *> functions) {
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
  new llvm::GlobalVariable(*made, list, false, llvm::GlobalValue::AppendingLinkage,
                           llvm::ConstantArray::get(list, entries), name, nullptr,
                           llvm::GlobalValue::NotThreadLocal, AddressSpace::Private);
}

bool Reader::makeKernel(const Instruction &entry) {
  at = &entry;
  const uint32_t id = operand(1);
  auto *body = llvm::dyn_cast_or_null<llvm::Function>(values[id]);
  const Instruction *start = module.definition(id);
  if (!body || body->isDeclaration() || start->op() != spv::Op::OpFunction ||
      !body->getReturnType()->isVoidTy())
    return fail("%" + llvm::Twine(id) + " cannot be a kernel");
  if (isEnqueued(id, *body))
    return true;
  if (makeStructor(id, *body))
    return !failed;
  unsigned words = 0;
  const std::string name = literalString(entry.operands.drop_front(2), words).str();
  if (name.empty() || !llvm::all_of(name, [](char c) { return c > ' ' && c != ';' && c != 127; }) ||
      llvm::StringRef(name).starts_with("llvm.") || isReservedName(name))
    return fail("'" + name + "' cannot be a kernel's name");
  // Producers export the kernel's function under its name, too: that of the entry point, or one
  // that this only calls.
  if (auto *exported = llvm::dyn_cast_or_null<llvm::Function>(made->getNamedValue(name));
      exported && !exported->isDeclaration() &&
      exported->getCallingConv() != llvm::CallingConv::SPIR_KERNEL) {
    exported->setName("__clang_ocl_kern_imp_" + name);
    exported->setLinkage(llvm::GlobalValue::InternalLinkage);
  }
  if (made->getNamedValue(name))
    return fail("the kernel '" + name + "' is there twice");
  llvm::SmallVector<uint32_t, 8> params;
  llvm::SmallVector<llvm::Type *, 8> param_types;
  llvm::SmallVector<bool, 8> passed_by_value;
  const size_t index = size_t(start - module.instructions.data());
  for (unsigned i = 0; i < body->arg_size(); ++i) {
    params.push_back(module.instructions[index + 1 + i].result);
    llvm::Type *param = body->getArg(i)->getType();
    passed_by_value.push_back(param->isAggregateType());
    param_types.push_back(param->isAggregateType() ? builder.getPtrTy() : param);
  }
  auto *kernel =
      llvm::Function::Create(llvm::FunctionType::get(builder.getVoidTy(), param_types, false),
                             llvm::GlobalValue::ExternalLinkage, name, *made);
  kernel->setCallingConv(llvm::CallingConv::SPIR_KERNEL);
  kernel->addFnAttr(llvm::Attribute::Convergent);
  kernel->addFnAttr(llvm::Attribute::NoUnwind);
  kernel->addFnAttr(llvm::Attribute::NoRecurse);
  kernel->addFnAttr("uniform-work-group-size", options.uniform_work_group_size ? "true" : "false");
  body->removeFnAttr(llvm::Attribute::NoInline);
  body->addFnAttr(llvm::Attribute::AlwaysInline);
  function = kernel;
  size_t end = index;
  while (module.instructions[end].op() != spv::Op::OpFunctionEnd)
    ++end;
  beginFunctionDebug(*kernel, name, index, end);
  builder.SetInsertPoint(llvm::BasicBlock::Create(context, "entry", kernel));
  llvm::SmallVector<llvm::Value *, 8> args;
  llvm::AttributeList call_attributes;
  for (unsigned i = 0; i < params.size(); ++i) {
    llvm::Argument *from = body->getArg(i), *to = kernel->getArg(i);
    to->setName(nameOf(params[i]));
    const Type *param_type = typeOf(params[i]);
    if (passed_by_value[i]) {
      const llvm::Align align = made->getDataLayout().getABITypeAlign(from->getType());
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
      const Decoration *align = decoration(params[i], spv::Decoration::Alignment);
      const Type *content = param_type->pointee ? type(param_type->pointee) : &nothing;
      llvm::Align known(1);
      if (align && llvm::isPowerOf2_32(align->operands[0]) && align->operands[0] <= 4096)
        known = llvm::Align(align->operands[0]);
      else if (content->llvm && content->llvm->isSized())
        known = made->getDataLayout().getABITypeAlign(content->llvm);
      to->addAttr(llvm::Attribute::getWithAlignment(context, known));
    }
  }
  llvm::CallInst *made_call = builder.CreateCall(body, args);
  made_call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  made_call->setAttributes(call_attributes);
  builder.CreateRetVoid();
  function = nullptr;
  builder.SetCurrentDebugLocation({});
  kernelMetadata(*kernel, id, params);
  return !failed;
}

bool Reader::makeKernels() {
  for (const Instruction *entry : entry_points)
    if (!makeKernel(*entry))
      return false;
  listStructors("llvm.global_ctors", initializers);
  listStructors("llvm.global_dtors", finalizers);
  return true;
}

} // namespace weft::spirv
