// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses of lanes a known stride apart: vectors side by side, and shuffles.
#include "passes/vectorize/access/access_cost.h"
#include "passes/vectorize/access/access_strategies.h"
#include "passes/vectorize/access/accesses.h"
#include "passes/vectorize/access/lane_shuffles.h"
#include "passes/vectorize/access/packed_elements.h"

#include "llvm/Analysis/VectorUtils.h"

using namespace llvm;

namespace weft {
namespace {

class StridedAccess : WidenerPart {
public:
  explicit StridedAccess(Accesses &to) : WidenerPart(to.core), masked(to.masked) {}
  Elements broadcast(const LoadInst &load, Value *pointer);
  Elements load(const LoadInst &load, Value *pointer, int64_t stride);
  void store(const StoreInst &store, Value *pointer, int64_t stride);
  Elements loadInOrder(const LoadInst &load, Value *pointer);
  void storeInOrder(const StoreInst &store, Value *pointer);

private:
  struct Part {
    Value *pointer;
    Align align;
    Value *lanes;
  };
  Part partInOrder(Value *pointer, const Instruction &access, unsigned count, unsigned part);
  Elements loadParts(const LoadInst &load, Value *pointer, Align align, unsigned count,
                     int64_t stride);
  void storeParts(const StoreInst &store, Value *pointer, Align align, ArrayRef<Value *> values,
                  int64_t stride);

  MaskedAccess &masked;
};

StridedAccess::Elements StridedAccess::broadcast(const LoadInst &load, Value *pointer) {
  Value *loaded =
      describe(builder.CreateAlignedLoad(load.getType(), pointer, load.getAlign()), load);
  Elements results;
  for (unsigned i = 0; i < core.flatCount(load.getType()); ++i)
    results.push_back(core.splat(core.extractFlat(loaded, i)));
  return results;
}

// As the lanes' elements lie in memory. What fits an integer is masked by lanes.
StridedAccess::Elements StridedAccess::loadInOrder(const LoadInst &load, Value *pointer) {
  Type *element = load.getType()->getScalarType();
  const unsigned count = core.flatCount(load.getType());
  Elements parts;
  if (IntegerType *packed = packedType(element, count, layout)) {
    Value *whole =
        masked.load(core.wideType(packed), pointer, load.getAlign(), core.current_mask, load);
    whole = builder.CreateBitCast(whole, FixedVectorType::get(element, count * width));
    for (unsigned part = 0; part < count; ++part)
      parts.push_back(
          builder.CreateShuffleVector(whole, createSequentialMask(part * width, width, 0)));
    return parts;
  }
  for (unsigned part = 0; part < count; ++part) {
    const auto [at, align, lanes] = partInOrder(pointer, load, count, part);
    parts.push_back(masked.load(core.wideType(element), at, align, lanes, load));
  }
  return parts;
}

void StridedAccess::storeInOrder(const StoreInst &store, Value *pointer) {
  const Value *value = store.getValueOperand();
  const unsigned count = core.flatCount(value->getType());
  SmallVector<Value *, 16> parts;
  for (unsigned part = 0; part < count; ++part)
    parts.push_back(core.vectorOf(value, part));
  if (IntegerType *packed = packedType(value->getType()->getScalarType(), count, layout)) {
    Value *whole = builder.CreateBitCast(concatenateVectors(builder, parts), core.wideType(packed));
    return masked.store(whole, pointer, store.getAlign(), core.current_mask, store);
  }
  for (unsigned part = 0; part < count; ++part) {
    const auto [at, align, lanes] = partInOrder(pointer, store, count, part);
    masked.store(parts[part], at, align, lanes, store);
  }
}

// Where a part of what the lanes access together lies, and the mask of its elements.
StridedAccess::Part StridedAccess::partInOrder(Value *pointer, const Instruction &access,
                                               unsigned count, unsigned part) {
  const uint64_t bytes = layout.getTypeStoreSize(getLoadStoreType(&access)->getScalarType());
  const uint64_t offset = part * width * bytes;
  return {core.elementAddress(pointer, int64_t(offset)),
          commonAlignment(getLoadStoreAlignment(&access), offset),
          repeatMask(builder, core.current_mask, count, count, part * width, /*gaps=*/false)};
}

StridedAccess::Elements StridedAccess::load(const LoadInst &load, Value *pointer, int64_t stride) {
  Type *element = load.getType()->getScalarType();
  uint64_t bytes = layout.getTypeStoreSize(element);
  unsigned count = core.flatCount(load.getType());
  // Of lanes that overlap, what one has to itself at a time.
  unsigned run = unsigned(std::min<uint64_t>(count, uint64_t(std::abs(stride)) / bytes));
  Elements results;
  for (unsigned i = 0; i < count; i += run) {
    Value *start = core.elementAddress(pointer, int64_t(i * bytes));
    Align align = commonAlignment(load.getAlign(), i * bytes);
    unsigned wanted = std::min(run, count - i);
    IntegerType *packed = packedType(element, wanted, layout);
    if (packed && stride * 8 == int64_t(packed->getBitWidth()))
      results.append(
          unpack(core, masked.load(core.wideType(packed), start, align, core.current_mask, load),
                 element));
    else
      results.append(loadParts(load, start, align, wanted, stride));
  }
  return results;
}

// The first `count` elements at each lane's address.
StridedAccess::Elements StridedAccess::loadParts(const LoadInst &load, Value *pointer, Align align,
                                                 unsigned count, int64_t stride) {
  Type *element = load.getType()->getScalarType();
  int64_t bytes = layout.getTypeStoreSize(element);
  unsigned parts = unsigned(std::abs(stride) / bytes);
  Value *mask = core.current_mask;
  if (stride < 0) {
    pointer = core.elementAddress(pointer, stride * int64_t(width - 1));
    mask = reversed(builder, mask);
  }
  FixedVectorType *type = core.wideType(element);
  SmallVector<Value *, 16> loaded;
  for (unsigned part = 0; part < parts; ++part) {
    // Nothing is read behind the last lane's last element.
    unsigned shift = part + 1 == parts ? parts - count : 0;
    if (shift >= width)
      shift = 0;
    unsigned first = part * width - shift;
    Value *lanes = repeatMask(builder, mask, parts, count, first, /*gaps=*/true);
    Value *vector = masked.load(type, core.elementAddress(pointer, first * bytes),
                                commonAlignment(align, uint64_t(first * bytes)), lanes, load);
    if (shift) {
      SmallVector<int, 64> from;
      for (unsigned i = 0; i < width; ++i)
        from.push_back(i + shift < width ? int(i + shift) : PoisonMaskElem);
      vector = builder.CreateShuffleVector(vector, from);
    }
    loaded.push_back(vector);
  }
  Elements results = deinterleave(builder, loaded);
  results.truncate(count);
  if (stride < 0)
    for (Value *&result : results)
      result = reversed(builder, result);
  return results;
}

void StridedAccess::store(const StoreInst &store, Value *pointer, int64_t stride) {
  const Value *value = store.getValueOperand();
  if (IntegerType *packed =
          packedType(value->getType()->getScalarType(), core.flatCount(value->getType()), layout);
      packed && stride * 8 == int64_t(packed->getBitWidth()))
    return masked.store(pack(core, value, packed), pointer, store.getAlign(), core.current_mask,
                        store);
  int64_t bytes = layout.getTypeStoreSize(value->getType()->getScalarType());
  unsigned count = core.flatCount(value->getType());
  SmallVector<Value *, 16> values;
  for (unsigned i = 0; i < count; ++i)
    values.push_back(core.vectorOf(value, i));
  if (uint64_t(std::abs(stride) / bytes) >= count)
    return storeParts(store, pointer, store.getAlign(), values, stride);
  for (unsigned i = 0; i < count; ++i)
    storeParts(store, core.elementAddress(pointer, i * bytes),
               commonAlignment(store.getAlign(), uint64_t(i * bytes)), values[i], stride);
}

void StridedAccess::storeParts(const StoreInst &store, Value *pointer, Align align,
                               ArrayRef<Value *> values, int64_t stride) {
  int64_t bytes = layout.getTypeStoreSize(store.getValueOperand()->getType()->getScalarType());
  unsigned parts = unsigned(std::abs(stride) / bytes), count = unsigned(values.size());
  Value *mask = core.current_mask;
  SmallVector<Value *, 16> elements(parts, nullptr);
  copy(values, elements.begin());
  if (stride < 0) {
    pointer = core.elementAddress(pointer, stride * int64_t(width - 1));
    mask = reversed(builder, mask);
    for (unsigned i = 0; i < count; ++i)
      elements[i] = reversed(builder, elements[i]);
  }
  Elements stored = interleave(builder, elements);
  for (unsigned part = 0; part < parts; ++part) {
    unsigned first = part * width;
    Value *lanes = repeatMask(builder, mask, parts, count, first, /*gaps=*/false);
    masked.store(stored[part], core.elementAddress(pointer, first * bytes),
                 commonAlignment(align, uint64_t(first * bytes)), lanes, store);
  }
}

class Broadcast final : public AccessStrategy {
public:
  StringRef name() const override { return "broadcast"; }
  Fate fate() const override { return Fate::Broadcast; }
  bool matches(const Access &access) const override { return access.knownStride() == 0; }
  double cost(const Access &access, const AccessPlan &) const override {
    return consecutiveCost(access);
  }
  void emit(Accesses &to, const Access &access) const override {
    auto &load = cast<LoadInst>(access.instruction);
    to.core.setVectors(&load, StridedAccess(to).broadcast(load, to.core.laneZero(access.pointer)));
  }
};

void emitStrided(Accesses &to, const Access &access) {
  Value *first = to.core.laneZero(access.pointer);
  auto *load = dyn_cast<LoadInst>(&access.instruction);
  if (access.in_memory_order && load)
    to.core.setVectors(load, StridedAccess(to).loadInOrder(*load, first));
  else if (access.in_memory_order)
    StridedAccess(to).storeInOrder(cast<StoreInst>(access.instruction), first);
  else if (load)
    to.core.setVectors(load, StridedAccess(to).load(*load, first, *access.knownStride()));
  else
    StridedAccess(to).store(cast<StoreInst>(access.instruction), first, *access.knownStride());
}

class Consecutive final : public AccessStrategy {
public:
  StringRef name() const override { return "consecutive"; }
  Fate fate() const override { return Fate::Consecutive; }
  bool knowsMemoryOrder() const override { return true; }
  bool matches(const Access &access) const override {
    std::optional<int64_t> stride = access.knownStride();
    return stride && *stride != 0 && uint64_t(std::abs(*stride)) <= access.bytes();
  }
  double cost(const Access &access, const AccessPlan &) const override {
    return consecutiveCost(access);
  }
  void emit(Accesses &to, const Access &access) const override { emitStrided(to, access); }
};

class Strided final : public AccessStrategy {
public:
  StringRef name() const override { return "strided"; }
  Fate fate() const override { return Fate::Strided; }
  bool matches(const Access &access) const override {
    std::optional<int64_t> stride = access.knownStride();
    return stride && uint64_t(std::abs(*stride)) > access.bytes();
  }
  double cost(const Access &access, const AccessPlan &) const override {
    return stridedCost(access);
  }
  void emit(Accesses &to, const Access &access) const override { emitStrided(to, access); }
};

} // namespace

const AccessStrategy &broadcastAccess() {
  static const Broadcast strategy;
  return strategy;
}

const AccessStrategy &consecutiveAccess() {
  static const Consecutive strategy;
  return strategy;
}

const AccessStrategy &stridedAccess() {
  static const Strided strategy;
  return strategy;
}

} // namespace weft
