// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants, specialisation constants, and variables of the program.
#include "compiler/frontend/spirv/reader.h"

#include "compiler/frontend/reserved_names.h"
#include "passes/address_space.h"

#include "llvm/ADT/StringExtras.h"

#include <cstring>

namespace weft::spirv {

// Constants of more elements than this are not written down one by one by anybody.
static constexpr size_t MaxElements = size_t(1) << 22;

const weft_spec_constant *Reader::specialization(uint32_t id, size_t size) {
  const Decoration *number = decoration(id, spv::Decoration::SpecId);
  if (!number || number->operands.empty())
    return nullptr;
  for (const weft_spec_constant &given : spec_constants)
    if (given.id == number->operands[0]) {
      if (given.value.size == size)
        return &given;
      fail("specialisation constant " + llvm::Twine(given.id) + " has " + llvm::Twine(size) +
           " bytes, " + llvm::Twine(given.value.size) + " were set");
    }
  return nullptr;
}

void Reader::makeNumber(bool specialized) {
  const Type *wanted = resultType();
  llvm::Type *type = wanted->llvm;
  if (failed || !type || !(type->isIntegerTy() || type->isFloatingPointTy()) ||
      type->isIntegerTy(1)) {
    fail("is not of a type of numbers");
    return;
  }
  const unsigned bits = type->getPrimitiveSizeInBits().getFixedValue();
  if (numOperands() != literalWords(bits)) {
    fail("has " + llvm::Twine(numOperands()) + " words for " + llvm::Twine(bits) + " bits");
    return;
  }
  llvm::SmallVector<uint32_t, 2> words(at->operands);
  const size_t bytes = made->getDataLayout().getTypeAllocSize(type).getFixedValue();
  if (specialized)
    if (const weft_spec_constant *given = specialization(at->result, bytes)) {
      words.assign(llvm::divideCeil(bytes, sizeof(uint32_t)), 0);
      std::memcpy(words.data(), given->value.data, bytes);
    }
  const llvm::APInt number = literal(words, bits);
  define(type->isIntegerTy()
             ? llvm::Constant::getIntegerValue(type, number)
             : llvm::ConstantFP::get(context, llvm::APFloat(type->getFltSemantics(), number)));
}

void Reader::makeComposite() {
  const Type *wanted = resultType();
  llvm::SmallVector<llvm::Constant *, 16> parts;
  if (failed || numOperands() > MaxElements)
    return void(fail("has too many elements"));
  for (uint32_t id : at->operands)
    if (!parts.emplace_back(constant(id)))
      return;
  llvm::Type *type = wanted->llvm;
  const uint64_t count =
      wanted->kind == spv::Op::OpTypeStruct ? wanted->members.size() : wanted->count;
  if (!wanted->element && wanted->kind != spv::Op::OpTypeStruct)
    return void(fail("is not of a composite type"));
  if (parts.size() != count)
    return void(fail("has " + llvm::Twine(parts.size()) + " parts, not " + llvm::Twine(count)));
  for (size_t i = 0; i < parts.size(); ++i) {
    const Type *part = wanted->element ? wanted->element : wanted->members[i];
    if (parts[i]->getType() != part->llvm)
      return void(fail("part " + llvm::Twine(i) + " is of another type"));
  }
  if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type))
    define(llvm::ConstantArray::get(array, parts));
  else if (auto *record = llvm::dyn_cast<llvm::StructType>(type))
    define(llvm::ConstantStruct::get(record, parts));
  else if (llvm::isa<llvm::FixedVectorType>(type))
    define(llvm::ConstantVector::get(parts));
  else
    fail("is not of a composite type");
}

// The numbers of SPIR-V's modes to weft_sampler's bits, which are Clang's.
void Reader::makeSampler() {
  static constexpr uint32_t Addressing[] = {0, 2, 4, 6, 8}; // none, edge, clamp, repeat, mirrored
  if (operand(0) >= std::size(Addressing) || operand(2) > 1)
    return void(fail("no such sampler"));
  if (resultType()->kind != spv::Op::OpTypeSampler)
    return void(fail("is not of a sampler's type"));
  sampler_bits[at->result] =
      Addressing[operand(0)] | (operand(1) ? 1u : 0u) | (operand(2) ? 32u : 16u);
}

// Constants that are none of LLVM's, made where the function begins: samplers, and the nulls of
// reservations and events, which have all bits set. Null if the id is not one of them.
llvm::Value *Reader::entryValue(uint32_t id) {
  auto bits = sampler_bits.find(id);
  if (!function || (bits == sampler_bits.end() && !null_objects.contains(id)))
    return nullptr;
  llvm::Value *&known = entry_values[id];
  if (known)
    return known;
  llvm::IRBuilderBase::InsertPointGuard guard(builder);
  llvm::BasicBlock &entry = function->getEntryBlock();
  builder.SetInsertPoint(&entry, entry.begin());
  if (bits != sampler_bits.end())
    return known = callNamed("__translate_sampler_initializer",
                             llvm::TargetExtType::get(context, "spirv.Sampler"),
                             {builder.getInt32(bits->second)}, Effect::None);
  const Type *type = typeOf(id);
  return known = callNamed(type->kind == spv::Op::OpTypeReserveId ? "__weft_null_reserve_id"
                                                                  : "__weft_null_event",
                           type->llvm, {}, Effect::None);
}

// The function is further down, and declared now.
void Reader::makeFunctionPointer() {
  const uint32_t id = operand(0);
  const Instruction *start = module.definition(id);
  if (!start || start->op() != spv::Op::OpFunction)
    return void(fail("is not of a function"));
  const Instruction *whole = at;
  const bool declared = values[id] || declareFunction(size_t(start - module.instructions.data()));
  at = whole;
  const Type *pointer = resultType();
  if (!declared || failed || pointer->kind != spv::Op::OpTypePointer ||
      type(pointer->pointee) != type(start->operands[1]))
    return void(fail("is of another type than the function"));
  define(values[id]);
}

// Evaluated like the instruction that it names, by LLVM's folding, in a block that is thrown away.
void Reader::makeSpecOp() {
  const Instruction whole = *at;
  Instruction inner = whole;
  inner.info = opInfo(operand(0));
  inner.operands = whole.operands.drop_front();
  auto *type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), false);
  llvm::Function *scratch =
      llvm::Function::Create(type, llvm::Function::InternalLinkage, "weft.scratch", *made);
  builder.SetInsertPoint(llvm::BasicBlock::Create(context, "", scratch));
  function = scratch;
  builtin_storage.clear();
  entry_values.clear();
  at = &inner;
  const bool allowed =
      arithmetic() || comparison() || conversion() || composite() ||
      (isOneOf({spv::Op::OpAccessChain, spv::Op::OpInBoundsAccessChain, spv::Op::OpPtrAccessChain,
                spv::Op::OpInBoundsPtrAccessChain, newer::OpUntypedAccessChainKHR,
                newer::OpUntypedInBoundsAccessChainKHR, newer::OpUntypedPtrAccessChainKHR,
                newer::OpUntypedInBoundsPtrAccessChainKHR}) &&
       memory());
  if (!allowed)
    unsupported("as a constant, it");
  at = &inner;
  llvm::Value *made_value = values[inner.result];
  if (!failed && !llvm::isa_and_nonnull<llvm::Constant>(made_value)) {
    fail("cannot be computed");
    values[inner.result] = nullptr;
  }
  function = nullptr;
  builtin_storage.clear();
  entry_values.clear();
  builder.ClearInsertionPoint();
  scratch->eraseFromParent();
  at = &module.instructions[module.definitions[whole.result] - 1];
}

// In an array or a structure, a reservation cannot be null: that is not all zeros.
static bool holdsReservation(const Type &composite) {
  if (composite.element)
    return composite.element->kind == spv::Op::OpTypeReserveId ||
           holdsReservation(*composite.element);
  return composite.kind == spv::Op::OpTypeStruct &&
         llvm::any_of(composite.members, [](const Type *member) {
           return member->kind == spv::Op::OpTypeReserveId || holdsReservation(*member);
         });
}

void Reader::makeConstant() {
  const Type *wanted = resultType();
  if (failed)
    return;
  auto boolean = [&](bool is_true, bool specialized) {
    if (!wanted->llvm || !wanted->llvm->isIntegerTy(1))
      return void(fail("is not a bool"));
    if (specialized)
      if (const weft_spec_constant *given = specialization(at->result, 1))
        is_true = *static_cast<const uint8_t *>(given->value.data) != 0;
    define(builder.getInt1(is_true));
  };
  if (at->op() == newer::OpPoisonKHR) {
    if (!wanted->llvm || wanted->llvm->isVoidTy() || !wanted->llvm->isSized() ||
        llvm::isa<llvm::TargetExtType>(wanted->llvm))
      return void(fail("is of a type that has no such constant"));
    return define(llvm::PoisonValue::get(wanted->llvm));
  }
  switch (at->op()) {
  case spv::Op::OpConstantTrue:
  case spv::Op::OpConstantFalse:
    return boolean(at->op() == spv::Op::OpConstantTrue, false);
  case spv::Op::OpSpecConstantTrue:
  case spv::Op::OpSpecConstantFalse:
    return boolean(at->op() == spv::Op::OpSpecConstantTrue, true);
  case spv::Op::OpConstant:
    return makeNumber(false);
  case spv::Op::OpSpecConstant:
    return makeNumber(true);
  case spv::Op::OpConstantComposite:
  case spv::Op::OpSpecConstantComposite:
    return makeComposite();
  case spv::Op::OpSpecConstantOp:
    return makeSpecOp();
  case spv::Op::OpConstantSampler:
    return makeSampler();
  case spv::Op::OpConstantFunctionPointerINTEL:
    return makeFunctionPointer();
  case spv::Op::OpConstantNull:
  case spv::Op::OpUndef: {
    const bool is_object =
        wanted->kind == spv::Op::OpTypeReserveId || wanted->kind == spv::Op::OpTypeDeviceEvent;
    auto *opaque = llvm::dyn_cast_or_null<llvm::TargetExtType>(wanted->llvm);
    const bool is_barrier = wanted->kind == spv::Op::OpTypeNamedBarrier;
    const bool has_null = is_object || !opaque || wanted->kind == spv::Op::OpTypeEvent ||
                          wanted->kind == spv::Op::OpTypeQueue || at->op() == spv::Op::OpUndef;
    if (!wanted->llvm || wanted->llvm->isVoidTy() || is_barrier || !has_null ||
        !wanted->llvm->isSized() ||
        (at->op() == spv::Op::OpConstantNull && holdsReservation(*wanted)))
      return void(fail("is of a type that has no such constant"));
    if (is_object && at->op() == spv::Op::OpConstantNull)
      return void(null_objects.insert(at->result));
    return define(at->op() == spv::Op::OpUndef
                      ? static_cast<llvm::Constant *>(llvm::UndefValue::get(wanted->llvm))
                      : llvm::Constant::getNullValue(wanted->llvm));
  }
  default:
    unsupported();
  }
}

// Names that the compiler gives a meaning are not for modules to define.
void Reader::takeLinkage(llvm::GlobalValue &value, uint32_t id) {
  const Decoration *linkage = decoration(id, spv::Decoration::LinkageAttributes);
  unsigned words = 0;
  const llvm::StringRef name =
      linkage ? literalString(linkage->operands, words) : llvm::StringRef();
  const auto type = linkage && words < linkage->operands.size()
                        ? spv::LinkageType(linkage->operands[words])
                        : spv::LinkageType::Export;
  // What is exported without a name, as translators of LLVM IR do, nobody can import.
  if (!linkage || (name.empty() && type != spv::LinkageType::Import)) {
    std::string own = nameOf(id);
    if (!llvm::all_of(own, [](char c) { return llvm::isAlnum(c) || c == '_'; }))
      own.clear();
    value.setName("spirv." + own);
    value.setLinkage(llvm::GlobalValue::InternalLinkage);
    return;
  }
  auto fits = [](char c) { return c > ' ' && c != 127; };
  // Producers leave declarations of what they have made instructions of.
  if (auto *intrinsic = llvm::dyn_cast<llvm::Function>(&value);
      intrinsic && type == spv::LinkageType::Import && name.starts_with("llvm.")) {
    intrinsic->setName("spirv.import");
    intrinsic->setLinkage(llvm::GlobalValue::ExternalLinkage);
    llvm_imports.emplace_back(intrinsic, name);
    return;
  }
  if (name.empty() || !llvm::all_of(name, fits) || name.starts_with("llvm.") ||
      isReservedName(name))
    return void(fail("'" + name + "' cannot be a symbol's name"));
  if (made->getNamedValue(name))
    return void(fail("the symbol '" + name + "' is there twice"));
  value.setName(name);
  value.setLinkage(llvm::GlobalValue::ExternalLinkage);
  if (type == spv::LinkageType::LinkOnceODR)
    value.setLinkage(llvm::GlobalValue::LinkOnceODRLinkage);
}

void Reader::makeVariable() {
  const Type *pointer = resultType();
  if (failed || pointer->kind != spv::Op::OpTypePointer)
    return void(fail("is not of a pointer's type"));
  const Type *content = contentOf(at->result);
  if (failed)
    return;
  if (const Decoration *builtin = decoration(at->result, spv::Decoration::BuiltIn)) {
    // Translators of LLVM IR write UniformConstant, and CrossWorkgroup.
    if (builtin->operands.empty() || !content->llvm || !content->llvm->isSized())
      return void(fail("no such builtin variable"));
    builtin_variables[at->result] = spv::BuiltIn(builtin->operands[0]);
    return;
  }
  llvm::Type *llvm = content->llvm;
  if (!llvm || !llvm->isSized() || llvm::isa<llvm::TargetExtType>(llvm))
    return void(unsupported("a variable of this type"));
  const unsigned space = pointer->llvm->getPointerAddressSpace();
  if (space == AddressSpace::Private || space == AddressSpace::Generic)
    return void(fail("no storage for variables of the program"));
  llvm::Constant *initializer = nullptr;
  const size_t first = at->op() == newer::OpUntypedVariableKHR ? 2 : 1;
  if (numOperands() > first) {
    initializer = constant(operand(first));
    if (failed)
      return;
    if (initializer->getType() != llvm)
      return void(fail("its initialiser is of another type"));
  }
  const bool is_constant = space == AddressSpace::Constant;
  auto *variable =
      new llvm::GlobalVariable(*made, llvm, is_constant, llvm::GlobalValue::InternalLinkage,
                               nullptr, "", nullptr, llvm::GlobalValue::NotThreadLocal, space);
  takeLinkage(*variable, at->result);
  const Decoration *linkage = decoration(at->result, spv::Decoration::LinkageAttributes);
  const bool import =
      linkage && spv::LinkageType(linkage->operands.back()) == spv::LinkageType::Import;
  if (space == AddressSpace::Local) {
    variable->setLinkage(llvm::GlobalValue::InternalLinkage);
    variable->setInitializer(llvm::UndefValue::get(llvm));
  } else if (!import) {
    variable->setInitializer(initializer ? initializer : llvm::Constant::getNullValue(llvm));
  }
  if (const Decoration *align = decoration(at->result, spv::Decoration::Alignment);
      align && llvm::isPowerOf2_32(align->operands[0]) && align->operands[0] <= 4096)
    variable->setAlignment(llvm::Align(align->operands[0]));
  else
    variable->setAlignment(made->getDataLayout().getABITypeAlign(llvm));
  define(variable);
}

} // namespace weft::spirv
