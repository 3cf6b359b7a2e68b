// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/access/access.h"

#include "passes/analysis/memory_order.h"

using namespace llvm;

namespace weft {
namespace {

// Vectors that one strided access may take, for dense groups and for those with gaps.
constexpr unsigned MaxDenseParts = 16;
constexpr unsigned MaxGappedParts = 8;
constexpr unsigned MaxGappedStoreParts = 4;

unsigned elementsOf(const Type *type) {
  auto *vector = dyn_cast<FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

} // namespace

Access::Access(const Instruction &instruction, const ShapeInfo &shapes, const TargetInfo &target)
    : instruction(instruction), pointer(getLoadStorePointerOperand(&instruction)),
      type(getLoadStoreType(&instruction)), align(getLoadStoreAlignment(&instruction)),
      is_store(isa<StoreInst>(instruction)), is_atomic(instruction.isAtomic()),
      is_volatile(instruction.isVolatile()),
      is_plain(isPlainSequence(type, instruction.getDataLayout())),
      in_memory_order(memoryOrder(instruction).has_value()), shapes(shapes), target(target),
      layout(instruction.getDataLayout()), width(shapes.width()),
      lies(speculate(pointer, shapes, layout)) {}

Access Access::with(Tests known) const {
  Access result = *this;
  result.tests = known;
  return result;
}

bool Access::isUniform() const {
  return is_store ? !is_atomic && shapes.shape(pointer).isUniform()
                  : shapes.shape(&instruction).isAffine();
}

bool Access::canStride() const {
  return !is_atomic && is_plain && lies && weft::canStride(type, lies->stride, is_store, layout);
}

bool Access::hangsOnTests() const {
  return !hasScalarPointer() &&
         (canStride() || (!is_atomic && is_plain && !is_store && lies && lies->stride == 0));
}

std::optional<int64_t> Access::knownStride() const {
  if (!canStride() && !(hangsOnTests() && tests == Tests::Hold))
    return std::nullopt;
  return hasScalarPointer() || tests == Tests::Hold ? std::optional(lies->stride) : std::nullopt;
}

unsigned Access::elements() const { return elementsOf(type); }

uint64_t Access::bytes() const {
  return elements() * layout.getTypeAllocSize(type->getScalarType()).getFixedValue();
}

bool isPlainElement(Type *type, const DataLayout &layout) {
  if (!type->isIntegerTy() && !type->isFloatingPointTy() && !type->isPointerTy())
    return false;
  uint64_t bits = layout.getTypeSizeInBits(type);
  return bits >= 8 && bits <= 64 && isPowerOf2_64(bits) &&
         layout.getTypeAllocSize(type) * 8 == bits;
}

bool isPlainSequence(Type *type, const DataLayout &layout) {
  return isPlainElement(type->getScalarType(), layout) &&
         (!type->isVectorTy() || isa<FixedVectorType>(type));
}

bool canStride(Type *type, int64_t stride, bool is_store, const DataLayout &layout) {
  int64_t bytes = layout.getTypeStoreSize(type->getScalarType());
  unsigned count = elementsOf(type);
  if (stride == 0 || stride % bytes)
    return false;
  uint64_t parts = uint64_t(std::abs(stride) / bytes);
  if (parts < count) // lanes overlap: element by element
    return canStride(type->getScalarType(), stride, is_store, layout);
  if (parts == count)
    return parts <= MaxDenseParts;
  return parts <= (is_store ? MaxGappedStoreParts : MaxGappedParts);
}

IntegerType *packedType(Type *element, unsigned count, const DataLayout &layout) {
  uint64_t bits = isPlainElement(element, layout) ? count * layout.getTypeSizeInBits(element) : 0;
  bool fits = count > 1 && (bits == 16 || bits == 32);
  return fits ? IntegerType::get(element->getContext(), unsigned(bits)) : nullptr;
}

LaneForm laneForm(const Access &access, bool rarely) {
  const unsigned count = access.elements();
  if (count == 1)
    return LaneForm::Elements;
  if (packedType(access.type->getScalarType(), count, access.layout))
    return LaneForm::Packed;
  auto *words = FixedVectorType::get(Type::getInt64Ty(access.type->getContext()), access.width);
  if ((rarely || access.target.tuning().gathers_are_cheap) && access.bytes() == 8 &&
      (access.is_store ? access.target.hasScatter(words, access.align)
                       : access.target.hasGather(words, access.align)))
    return LaneForm::Word;
  return isPowerOf2_32(count) && access.bytes() <= uint64_t(access.target.lineBytes())
             ? LaneForm::Vector
             : LaneForm::Elements;
}

} // namespace weft
