// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/spirv/constants.h"

#include <cstring>

namespace weft::spirv {

// Constants of more elements than this are not written down one by one by anybody.
static constexpr size_t MaxElements = size_t(1) << 22;

const weft_spec_constant *Constants::specialization(uint32_t id, size_t size) {
  const Decoration *number = declarations.decoration(id, spv::Decoration::SpecId);
  if (!number || number->operands.empty())
    return nullptr;
  for (const weft_spec_constant &one : given)
    if (one.id == number->operands[0]) {
      if (one.value.size == size)
        return &one;
      fail("specialisation constant " + llvm::Twine(one.id) + " has " + llvm::Twine(size) +
           " bytes, " + llvm::Twine(one.value.size) + " were set");
    }
  return nullptr;
}

void Constants::makeNumber(bool specialized) {
  const Type *wanted = ids.resultType();
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
  const size_t bytes = made.getDataLayout().getTypeAllocSize(type).getFixedValue();
  if (specialized)
    if (const weft_spec_constant *instead = specialization(at->result, bytes)) {
      words.assign(llvm::divideCeil(bytes, sizeof(uint32_t)), 0);
      std::memcpy(words.data(), instead->value.data, bytes);
    }
  const llvm::APInt number = literal(words, bits);
  ids.define(type->isIntegerTy()
                 ? llvm::Constant::getIntegerValue(type, number)
                 : llvm::ConstantFP::get(context, llvm::APFloat(type->getFltSemantics(), number)));
}

void Constants::makeComposite() {
  const Type *wanted = ids.resultType();
  llvm::SmallVector<llvm::Constant *, 16> parts;
  if (failed || numOperands() > MaxElements)
    return void(fail("has too many elements"));
  for (uint32_t id : at->operands)
    if (!parts.emplace_back(ids.constant(id)))
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
    ids.define(llvm::ConstantArray::get(array, parts));
  else if (auto *record = llvm::dyn_cast<llvm::StructType>(type))
    ids.define(llvm::ConstantStruct::get(record, parts));
  else if (llvm::isa<llvm::FixedVectorType>(type))
    ids.define(llvm::ConstantVector::get(parts));
  else
    fail("is not of a composite type");
}

// The numbers of SPIR-V's modes to weft_sampler's bits, which are Clang's.
void Constants::makeSampler() {
  static constexpr uint32_t Addressing[] = {0, 2, 4, 6, 8}; // none, edge, clamp, repeat, mirrored
  if (operand(0) >= std::size(Addressing) || operand(2) > 1)
    return void(fail("no such sampler"));
  if (ids.resultType()->kind != spv::Op::OpTypeSampler)
    return void(fail("is not of a sampler's type"));
  sampler_bits[at->result] =
      Addressing[operand(0)] | (operand(1) ? 1u : 0u) | (operand(2) ? 32u : 16u);
}

std::optional<uint32_t> Constants::samplerBits(uint32_t id) const {
  auto bits = sampler_bits.find(id);
  return bits == sampler_bits.end() ? std::nullopt : std::optional(bits->second);
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

void Constants::makeBool(bool value, bool specialized) {
  llvm::Type *type = ids.resultType()->llvm;
  if (!type || !type->isIntegerTy(1))
    return void(fail("is not a bool"));
  if (specialized)
    if (const weft_spec_constant *instead = specialization(at->result, 1))
      value = *static_cast<const uint8_t *>(instead->value.data) != 0;
  ids.define(llvm::ConstantInt::getBool(context, value));
}

// OpConstantNull, OpUndef and OpPoisonKHR.
void Constants::makeNull() {
  const Type *wanted = ids.resultType();
  llvm::Type *type = wanted->llvm;
  const bool sized = type && !type->isVoidTy() && type->isSized();
  const bool is_opaque = llvm::isa_and_nonnull<llvm::TargetExtType>(type);
  const auto no_such = [&] { fail("is of a type that has no such constant"); };
  if (at->op() == newer::OpPoisonKHR)
    return sized && !is_opaque ? ids.define(llvm::PoisonValue::get(type)) : no_such();
  const bool is_null = at->op() == spv::Op::OpConstantNull;
  const bool is_object =
      wanted->kind == spv::Op::OpTypeReserveId || wanted->kind == spv::Op::OpTypeDeviceEvent;
  const bool has_null = is_object || !is_opaque || wanted->kind == spv::Op::OpTypeEvent ||
                        wanted->kind == spv::Op::OpTypeQueue;
  if (!sized || wanted->kind == spv::Op::OpTypeNamedBarrier ||
      (is_null && (!has_null || holdsReservation(*wanted))))
    return no_such();
  if (is_object && is_null)
    return void(null_objects.insert(at->result));
  ids.define(is_null ? llvm::Constant::getNullValue(type)
                     : static_cast<llvm::Constant *>(llvm::UndefValue::get(type)));
}

void Constants::make() {
  ids.resultType();
  if (failed)
    return;
  switch (at->op()) {
  case spv::Op::OpConstantTrue:
  case spv::Op::OpConstantFalse:
    return makeBool(at->op() == spv::Op::OpConstantTrue, false);
  case spv::Op::OpSpecConstantTrue:
  case spv::Op::OpSpecConstantFalse:
    return makeBool(at->op() == spv::Op::OpSpecConstantTrue, true);
  case spv::Op::OpConstant:
    return makeNumber(false);
  case spv::Op::OpSpecConstant:
    return makeNumber(true);
  case spv::Op::OpConstantComposite:
  case spv::Op::OpSpecConstantComposite:
    return makeComposite();
  case spv::Op::OpConstantSampler:
    return makeSampler();
  case spv::Op::OpConstantNull:
  case spv::Op::OpUndef:
    return makeNull();
  default:
    if (at->op() == newer::OpPoisonKHR)
      return makeNull();
    unsupported();
  }
}

} // namespace weft::spirv
