// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The widener's accesses with a stride: vectors side by side and shuffles. Where only the wrapping
// of a narrow index, which unsigned arithmetic allows, could break the stride, the code asks at run
// time: the test is on scalars, and practically always holds.
#include "passes/vectorize/widener.h"

#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace weft {
namespace {

// Vectors that one strided access may take, for dense groups and for those with gaps.
constexpr unsigned MaxDenseParts = 16;
constexpr unsigned MaxGappedParts = 8;
constexpr unsigned MaxGappedStoreParts = 4;

// Expressions that are looked through for a stride, and tests that one access may need.
constexpr unsigned MaxDepth = 6;
constexpr unsigned MaxTests = 3;

Value *reversed(IRBuilderBase &builder, Value *vector) {
  SmallVector<int, 64> from;
  for (unsigned i = cast<FixedVectorType>(vector->getType())->getNumElements(); i-- > 0;)
    from.push_back(int(i));
  return builder.CreateShuffleVector(vector, from);
}

} // namespace

bool Widener::speculate(const Value *value, Speculation &result, unsigned depth) {
  if (hasScalar(value)) {
    result.stride = shapes.shape(value).stride();
    return true;
  }
  if (depth > MaxDepth || result.unless_wrap.size() > MaxTests)
    return false;
  auto part = [&](const Value *of, int64_t &stride) {
    if (!speculate(of, result, depth + 1))
      return false;
    stride = result.stride;
    return true;
  };
  int64_t a = 0, b = 0;
  if (auto *gep = dyn_cast<GetElementPtrInst>(value)) {
    if (gep->getType()->isVectorTy() || !part(gep->getPointerOperand(), a))
      return false;
    bool fits = true;
    ShapeInfo::visitIndices(*cast<GEPOperator>(gep), layout, [&](Value *index, uint64_t bytes) {
      if (!fits || !(fits = index->getType()->isIntegerTy(64) && part(index, b)))
        return;
      a += b * int64_t(bytes);
    });
    result.stride = a;
    return fits;
  }
  if (auto *cast = dyn_cast<CastInst>(value);
      cast && isa<SExtInst, ZExtInst>(cast) && cast->getType()->isIntegerTy(64)) {
    const Value *narrow = cast->getOperand(0);
    unsigned bits = narrow->getType()->getScalarSizeInBits();
    if (!hasScalar(narrow) || bits < 16)
      return false;
    std::pair<const Value *, bool> test{narrow, isa<SExtInst>(cast)};
    if (!is_contained(result.unless_wrap, test))
      result.unless_wrap.push_back(test);
    result.stride = shapes.shape(narrow).stride();
    return true;
  }
  auto *op = dyn_cast<BinaryOperator>(value);
  if (!op || !op->getType()->isIntegerTy(64))
    return false;
  auto *constant = dyn_cast<ConstantInt>(op->getOperand(1));
  switch (op->getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
    if (!part(op->getOperand(0), a) || !part(op->getOperand(1), b))
      return false;
    result.stride = op->getOpcode() == Instruction::Add ? a + b : a - b;
    return true;
  case Instruction::Mul:
  case Instruction::Shl:
    if (!constant || constant->getValue().getActiveBits() > 32 || !part(op->getOperand(0), a))
      return false;
    result.stride = op->getOpcode() == Instruction::Mul
                        ? a * constant->getSExtValue()
                        : int64_t(uint64_t(a) << (constant->getZExtValue() & 63));
    return true;
  default:
    return false;
  }
}

// Lane 0's value of what speculate() has accepted.
Value *Widener::laneZero(const Value *value) {
  if (hasScalar(value))
    return scalarOf(value);
  Instruction *clone = cast<Instruction>(value)->clone();
  for (Use &use : clone->operands())
    use.set(laneZero(use));
  clone->dropPoisonGeneratingAnnotations();
  return builder.Insert(clone);
}

// Whether an affine integer does not wrap between lane 0, which holds `first`, and the last.
Value *Widener::fitsLanes(const Value *value, Value *first, bool is_signed) {
  unsigned bits = first->getType()->getIntegerBitWidth();
  int64_t span = shapes.shape(value).stride() * int64_t(width - 1);
  APInt low = is_signed ? APInt::getSignedMinValue(bits) : APInt::getZero(bits);
  APInt high = is_signed ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits);
  APInt reach = APInt(64, uint64_t(std::abs(span))).zextOrTrunc(bits);
  if (reach.getZExtValue() != uint64_t(std::abs(span)) || reach.getActiveBits() >= bits)
    return builder.getFalse();
  if (span >= 0)
    return builder.CreateICmp(is_signed ? ICmpInst::ICMP_SLE : ICmpInst::ICMP_ULE, first,
                              builder.getInt(high - reach));
  return builder.CreateICmp(is_signed ? ICmpInst::ICMP_SGE : ICmpInst::ICMP_UGE, first,
                            builder.getInt(low + reach));
}

// Leaves the builder in `regular`.
Widener::SpeculationBlocks Widener::branchOn(const Speculation &speculation) {
  SpeculationBlocks blocks{newBlock("regular"), newBlock("irregular"), newBlock("accessed")};
  Value *holds = nullptr;
  for (auto [value, is_signed] : speculation.unless_wrap) {
    Value *fits = fitsLanes(value, scalarOf(value), is_signed);
    holds = holds ? builder.CreateAnd(holds, fits) : fits;
  }
  MDBuilder hints(wide->getContext());
  // Without an active lane it may be poison.
  builder.CreateCondBr(builder.CreateFreeze(holds), blocks.regular, blocks.other,
                       hints.createLikelyBranchWeights());
  builder.SetInsertPoint(blocks.regular);
  return blocks;
}

bool Widener::canStride(Type *type, int64_t stride, bool store) const {
  int64_t bytes = layout.getTypeStoreSize(type->getScalarType());
  unsigned count = flatCount(type);
  if (stride == 0 || stride % bytes)
    return false;
  uint64_t parts = uint64_t(std::abs(stride) / bytes);
  if (parts < count) // lanes overlap: element by element
    return canStride(type->getScalarType(), stride, store);
  if (parts == count)
    return parts <= MaxDenseParts;
  return parts <= (store ? MaxGappedStoreParts : MaxGappedParts);
}

Widener::Elements Widener::stridedLoad(const LoadInst &load, Value *pointer, int64_t stride) {
  int64_t bytes = layout.getTypeStoreSize(load.getType()->getScalarType());
  unsigned count = flatCount(load.getType());
  if (uint64_t(std::abs(stride) / bytes) >= count)
    return stridedParts(load, pointer, load.getAlign(), count, stride);
  Elements results;
  for (unsigned i = 0; i < count; ++i)
    results.append(stridedParts(load, elementAddress(pointer, i * bytes),
                                commonAlignment(load.getAlign(), uint64_t(i * bytes)), 1, stride));
  return results;
}

// The first `count` elements at each lane's address.
Widener::Elements Widener::stridedParts(const LoadInst &load, Value *pointer, Align align,
                                        unsigned count, int64_t stride) {
  Type *element = load.getType()->getScalarType();
  int64_t bytes = layout.getTypeStoreSize(element);
  unsigned parts = unsigned(std::abs(stride) / bytes);
  Value *mask = current_mask;
  if (stride < 0) {
    pointer = elementAddress(pointer, stride * int64_t(width - 1));
    mask = reversed(builder, mask);
  }
  FixedVectorType *type = wideType(element);
  SmallVector<Value *, 16> loaded;
  for (unsigned part = 0; part < parts; ++part) {
    // Nothing is read behind the last lane's last element.
    unsigned shift = part + 1 == parts ? parts - count : 0;
    if (shift >= width)
      shift = 0;
    unsigned first = part * width - shift;
    Value *lanes = repeatMask(mask, parts, count, first, /*gaps=*/true);
    Value *vector = maskedLoad(type, elementAddress(pointer, first * bytes),
                               commonAlignment(align, uint64_t(first * bytes)), lanes, load);
    if (shift) {
      SmallVector<int, 64> from;
      for (unsigned i = 0; i < width; ++i)
        from.push_back(i + shift < width ? int(i + shift) : PoisonMaskElem);
      vector = builder.CreateShuffleVector(vector, from);
    }
    loaded.push_back(vector);
  }
  Elements results = deinterleave(loaded);
  results.truncate(count);
  if (stride < 0)
    for (Value *&result : results)
      result = reversed(builder, result);
  return results;
}

void Widener::stridedStore(const StoreInst &store, Value *pointer, int64_t stride) {
  const Value *value = store.getValueOperand();
  int64_t bytes = layout.getTypeStoreSize(value->getType()->getScalarType());
  unsigned count = flatCount(value->getType());
  SmallVector<Value *, 16> values;
  for (unsigned i = 0; i < count; ++i)
    values.push_back(vectorOf(value, i));
  if (uint64_t(std::abs(stride) / bytes) >= count)
    return storeParts(store, pointer, store.getAlign(), values, stride);
  for (unsigned i = 0; i < count; ++i)
    storeParts(store, elementAddress(pointer, i * bytes),
               commonAlignment(store.getAlign(), uint64_t(i * bytes)), values[i], stride);
}

void Widener::storeParts(const StoreInst &store, Value *pointer, Align align,
                         ArrayRef<Value *> values, int64_t stride) {
  int64_t bytes = layout.getTypeStoreSize(store.getValueOperand()->getType()->getScalarType());
  unsigned parts = unsigned(std::abs(stride) / bytes), count = unsigned(values.size());
  Value *mask = current_mask;
  SmallVector<Value *, 16> elements(parts, nullptr);
  copy(values, elements.begin());
  if (stride < 0) {
    pointer = elementAddress(pointer, stride * int64_t(width - 1));
    mask = reversed(builder, mask);
    for (unsigned i = 0; i < count; ++i)
      elements[i] = reversed(builder, elements[i]);
  }
  Elements stored = interleave(elements);
  for (unsigned part = 0; part < parts; ++part) {
    unsigned first = part * width;
    Value *lanes = repeatMask(mask, parts, count, first, /*gaps=*/false);
    maskedStore(stored[part], elementAddress(pointer, first * bytes),
                commonAlignment(align, uint64_t(first * bytes)), lanes, store);
  }
}

} // namespace weft
