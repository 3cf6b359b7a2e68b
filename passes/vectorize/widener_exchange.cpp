// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lanes that have two places each, together a row of elements, as in the short steps of a sorting
// network or of a butterfly:
//
//   left = id / d * 2 * d + id % d        lane    0   1   0   1   2   3   2   3 ..
//   a = keys[left], b = keys[left + d]            a   a   b   b   a   a   b   b      (d = 2)
//   ...
//
// The row is loaded as two vectors, permuted into a and b, and back for the stores. Where lane 0
// begins a block, what the lanes' places are from its own on is the same for all vectors, so the
// permutations are made once in front of the loop over these.
#include "passes/vectorize/access/access.h"
#include "passes/vectorize/widener.h"

#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace weft {
namespace {

constexpr unsigned MaxDepth = 8; // of the expression that an index is

// What is added to it in all lanes alike.
const Value *withoutExtension(const Value *index) {
  auto *extension = dyn_cast<CastInst>(index);
  return extension && isa<SExtInst, ZExtInst>(extension) &&
                 extension->getOperand(0)->getType()->isIntegerTy(32)
             ? extension->getOperand(0)
             : index;
}

} // namespace

// The values from lane 0's on, modulo 2^N, if the starts that are noted hold: lane 0 is the first
// of a block of `start.bound`, or its low bits are none. Null if they are not known so.
Value *Widener::fromLaneZero(const Value *value, Exchange &exchange, unsigned depth) {
  if (Value *known = exchange.each.lookup(value))
    return known;
  Value *made = makeFromLaneZero(value, exchange, depth);
  return exchange.each[value] = made;
}

Value *Widener::makeFromLaneZero(const Value *value, Exchange &exchange, unsigned depth) {
  Type *type = value->getType();
  if (!type->isIntegerTy() || type->getIntegerBitWidth() < 32 || depth > MaxDepth)
    return nullptr;
  if (shapes.shape(value).isAffine())
    return steps(type, shapes.shape(value).stride());
  auto *op = dyn_cast<BinaryOperator>(value);
  if (!op)
    return nullptr;
  const Value *x = op->getOperand(0), *y = op->getOperand(1);
  auto start = [&](const Value *of, const Value *bound, bool is_signed) {
    BlockStart found{of, bound, is_signed};
    if (!is_contained(exchange.starts, found))
      exchange.starts.push_back(found);
  };
  // Lanes 0, s, 2 s, .. of a block; null if `of` has not the stride.
  auto lanesOf = [&](const Value *of) -> Value * {
    int64_t stride = shapes.shape(of).isAffine() ? shapes.shape(of).stride() : -1;
    return stride < 0 || stride > 64 || !isMade(of) ? nullptr : steps(builder.getInt32Ty(), stride);
  };
  switch (op->getOpcode()) {
  case Instruction::Or:
    if (!cast<PossiblyDisjointInst>(op)->isDisjoint())
      return nullptr;
    [[fallthrough]];
  case Instruction::Add:
  case Instruction::Sub: {
    Value *a = fromLaneZero(x, exchange, depth + 1);
    Value *b = a ? fromLaneZero(y, exchange, depth + 1) : nullptr;
    if (!b)
      return nullptr;
    return op->getOpcode() == Instruction::Sub ? builder.CreateSub(a, b) : builder.CreateAdd(a, b);
  }
  case Instruction::Mul: {
    if (!isUniform(y))
      std::swap(x, y);
    Value *a = isUniform(y) && isMade(y) ? fromLaneZero(x, exchange, depth + 1) : nullptr;
    return a ? builder.CreateMul(a, splat(laneZero(y))) : nullptr;
  }
  case Instruction::Shl: {
    Value *a = isa<ConstantInt>(y) ? fromLaneZero(x, exchange, depth + 1) : nullptr;
    return a ? builder.CreateShl(a, splat(const_cast<Value *>(y))) : nullptr;
  }
  case Instruction::UDiv:
  case Instruction::URem:
  case Instruction::SDiv:
  case Instruction::SRem: {
    const Value *bound = safeDivisor(*op);
    Value *lanes = lanesOf(x);
    if (!lanes || !isUniform(bound) || !isMade(bound))
      return nullptr;
    bool is_signed = op->getOpcode() == Instruction::SDiv || op->getOpcode() == Instruction::SRem;
    start(x, bound, is_signed);
    // Of blocks that hold all lanes any are as good.
    uint64_t all = uint64_t(shapes.shape(x).stride()) * (width - 1) + 1;
    Value *divisor = laneZero(bound);
    divisor = builder.CreateZExtOrTrunc(
        builder.CreateBinaryIntrinsic(Intrinsic::umin,
                                      builder.CreateBinaryIntrinsic(Intrinsic::umax,
                                                                    builder.CreateFreeze(divisor),
                                                                    ConstantInt::get(type, 1)),
                                      ConstantInt::get(type, all)),
        builder.getInt32Ty());
    Value *quotient = builder.CreateFPToSI(
        builder.CreateFDiv(builder.CreateSIToFP(lanes, wideType(builder.getFloatTy())),
                           splat(builder.CreateSIToFP(divisor, builder.getFloatTy()))),
        lanes->getType());
    bool is_rest = op->getOpcode() == Instruction::URem || op->getOpcode() == Instruction::SRem;
    if (is_rest)
      quotient = builder.CreateSub(lanes, builder.CreateMul(quotient, splat(divisor)));
    return builder.CreateZExt(quotient, wideType(type));
  }
  case Instruction::And: {
    if (!isUniform(y))
      std::swap(x, y);
    if (!lanesOf(x) || !isUniform(y) || !isMade(y))
      return nullptr;
    start(x, nullptr, false);
    return builder.CreateAnd(steps(type, shapes.shape(x).stride()), splat(laneZero(y)));
  }
  case Instruction::LShr:
    if (!lanesOf(x) || !isa<ConstantInt>(y))
      return nullptr;
    start(x, nullptr, false);
    return builder.CreateLShr(steps(type, shapes.shape(x).stride()), splat(const_cast<Value *>(y)));
  default:
    return nullptr;
  }
}

Value *Widener::startsBlock(const BlockStart &start) {
  Value *first = laneZero(start.value), *none = ConstantInt::get(first->getType(), 0);
  int64_t stride = shapes.shape(start.value).stride();
  if (!start.bound) {
    uint64_t block = PowerOf2Ceil(uint64_t(stride) * (width - 1) + 1);
    return builder.CreateICmpEQ(
        builder.CreateAnd(first, ConstantInt::get(first->getType(), block - 1)), none);
  }
  Value *bound = laneZero(start.bound);
  Value *divisor = builder.CreateBinaryIntrinsic(Intrinsic::umax, builder.CreateFreeze(bound),
                                                 ConstantInt::get(first->getType(), 1));
  Value *result = builder.CreateAnd(fitsLanes(first, stride, start.is_signed),
                                    builder.CreateICmpEQ(builder.CreateURem(first, divisor), none));
  if (start.is_signed)
    result = builder.CreateAnd(result, builder.CreateAnd(builder.CreateICmpSGE(first, none),
                                                         builder.CreateICmpSGT(bound, none)));
  return result;
}

// Whether the accesses among `written` are those of two places: both are loaded, then both stored;
// nothing else is done to memory. Only what source and shapes say.
bool Widener::findExchange(ArrayRef<const Instruction *> written, Exchange &found) {
  unsigned loads = 0, stores = 0;
  const Value *base = nullptr;
  SmallVector<const Value *, 2> indices; // as wide as addresses
  for (const Instruction *next : written) {
    if (!next->mayReadOrWriteMemory())
      continue;
    const Value *pointer = getLoadStorePointerOperand(next);
    if (!pointer || !speculationOf(*next) || !canWindow(Access(*next, shapes, target)))
      return false;
    auto *gep = dyn_cast<GetElementPtrInst>(pointer);
    uint64_t bytes = layout.getTypeStoreSize(getLoadStoreType(next));
    const Value *index = windowIndex(pointer, bytes, shapes, layout);
    if (!index || gep->getNumIndices() != 1 || (base && base != gep->getPointerOperand()) ||
        (found.bytes && found.bytes != bytes))
      return false;
    base = gep->getPointerOperand();
    found.bytes = bytes;
    auto *place = find(indices, index);
    unsigned number = unsigned(place - indices.begin());
    if (place == indices.end())
      indices.push_back(index);
    bool store = isa<StoreInst>(next);
    if (number > 1 || (!store && stores) || (store && (stores & 1u << number)))
      return false;
    if (store)
      stores |= 1u << number;
    else
      loads |= 1u << number;
    found.places[next] = number;
    if (!found.first)
      found.first = next;
  }
  if (indices.size() != 2 || loads != 3 || (stores != 0 && stores != 3))
    return false;
  for (unsigned i = 0; i < 2; ++i) {
    found.indices[i] = withoutExtension(indices[i]);
    if (!isMade(found.indices[i]))
      return false;
  }
  found.is_narrow = found.indices[0] != indices[0];
  found.is_signed = isa<SExtInst>(indices[0]);
  return found.is_narrow == (found.indices[1] != indices[1]) &&
         found.is_signed == isa<SExtInst>(indices[1]) &&
         found.indices[0]->getType() == found.indices[1]->getType();
}

// What has to be tested, and what the permutations are; null if that is not known to be the same
// for all vectors. Place 0 is taken to be the lower one.
Value *Widener::prepareExchange(Exchange &exchange) {
  Value *each = fromLaneZero(exchange.indices[0], exchange);
  Value *others = each ? fromLaneZero(exchange.indices[1], exchange) : nullptr;
  if (!others || exchange.starts.empty())
    return nullptr;
  auto *type = cast<FixedVectorType>(each->getType());
  Type *integer = type->getElementType();
  exchange.start = builder.CreateFreeze(laneZero(exchange.indices[0]));
  Value *apart =
      builder.CreateSub(builder.CreateFreeze(laneZero(exchange.indices[1])), exchange.start);
  const uint64_t count = 2 * width;
  Value *holds = all(current_mask);
  for (const BlockStart &start : exchange.starts)
    holds = builder.CreateAnd(holds, startsBlock(start));
  if (exchange.is_narrow) {
    unsigned bits = integer->getIntegerBitWidth();
    APInt most = exchange.is_signed ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits);
    holds = builder.CreateAnd(
        holds, builder.CreateICmp(exchange.is_signed ? ICmpInst::ICMP_SLE : ICmpInst::ICMP_ULE,
                                  exchange.start, builder.getInt(most - (count - 1))));
  }
  Value *places[2] = {builder.CreateFreeze(each),
                      builder.CreateAdd(builder.CreateFreeze(others), splat(apart))};
  // Twice as many lanes as elements, and all elements wanted: then by each once.
  Type *bits_type = builder.getInt32Ty();
  Value *bits[2];
  for (unsigned i = 0; i < 2; ++i) {
    holds = builder.CreateAnd(holds,
                              all(builder.CreateICmpULT(places[i], ConstantInt::get(type, count))));
    exchange.from[i] = builder.CreateAnd(builder.CreateZExtOrTrunc(places[i], wideType(bits_type)),
                                         ConstantInt::get(wideType(bits_type), count - 1));
    bits[i] = builder.CreateOrReduce(
        builder.CreateShl(ConstantInt::get(wideType(bits_type), 1), exchange.from[i]));
    // Lanes are counted in the order of their elements.
    SmallVector<int, 16> next;
    for (unsigned lane = 0; lane < width; ++lane)
      next.push_back(int(std::min(lane + 1, width - 1)));
    SmallVector<Constant *, 16> last(width, builder.getFalse()); // behind it there is none
    last.back() = builder.getTrue();
    Value *rises = builder.CreateICmpULT(exchange.from[i],
                                         builder.CreateShuffleVector(exchange.from[i], next));
    holds = builder.CreateAnd(holds, all(builder.CreateOr(rises, ConstantVector::get(last))));
  }
  holds = builder.CreateAnd(
      holds, builder.CreateICmpEQ(
                 builder.CreateOr(bits[0], bits[1]),
                 ConstantInt::get(bits_type, maskTrailingOnes<uint32_t>(unsigned(count)))));
  // Which lane has an element: as many have some before it, of the first place or the second.
  for (unsigned half = 0; half < 2; ++half) {
    SmallVector<Constant *, 16> own, before;
    for (unsigned i = half * width; i < (half + 1) * width; ++i) {
      own.push_back(builder.getInt32(1u << i));
      before.push_back(builder.getInt32((1u << i) - 1));
    }
    auto counted = [&](Value *of) {
      return builder.CreateUnaryIntrinsic(
          Intrinsic::ctpop, builder.CreateAnd(splat(of), ConstantVector::get(before)));
    };
    Value *second = builder.CreateAnd(splat(bits[1]), ConstantVector::get(own));
    exchange.back[half] = builder.CreateSelect(
        builder.CreateIsNotNull(second),
        builder.CreateAdd(counted(bits[1]), ConstantInt::get(wideType(bits_type), width)),
        counted(bits[0]));
  }
  return builder.CreateFreeze(holds);
}

static Value *permuteTwo(IRBuilderBase &builder, const TargetInfo &target, Value *low,
                         Value *places, Value *high) {
  return target.permuteTwo(builder, low, builder.CreateZExtOrTrunc(places, low->getType()), high);
}

void Widener::emitExchange(const Instruction &access, Exchange &exchange) {
  unsigned place = exchange.places.lookup(&access);
  Type *element = getLoadStoreType(&access);
  int64_t bytes = int64_t(exchange.bytes);
  Type *integers = wideType(builder.getIntNTy(unsigned(bytes * 8)));
  if (!exchange.row) {
    auto *gep = cast<GetElementPtrInst>(getLoadStorePointerOperand(exchange.first));
    Value *index = exchange.start;
    if (exchange.is_narrow)
      index = exchange.is_signed ? builder.CreateSExt(index, builder.getInt64Ty())
                                 : builder.CreateZExt(index, builder.getInt64Ty());
    exchange.row = builder.CreateGEP(gep->getSourceElementType(),
                                     scalarOf(gep->getPointerOperand()), index, "row");
  }
  const Align align(exchange.bytes);
  Value *halves[2] = {exchange.row, elementAddress(exchange.row, bytes * width)};
  if (auto *load = dyn_cast<LoadInst>(&access)) {
    for (unsigned half = 0; half < 2; ++half)
      if (!exchange.loaded[half])
        exchange.loaded[half] =
            builder.CreateAlignedLoad(integers, halves[half], align, "exchange");
    setVectors(load, {builder.CreateBitCast(permuteTwo(builder, target, exchange.loaded[0],
                                                       exchange.from[place], exchange.loaded[1]),
                                            wideType(element))});
    return;
  }
  exchange.stored[place] =
      builder.CreateBitCast(vectorOf(cast<StoreInst>(access).getValueOperand()), integers);
  if (!exchange.stored[1 - place])
    return;
  for (unsigned half = 0; half < 2; ++half)
    builder.CreateAlignedStore(
        permuteTwo(builder, target, exchange.stored[0], exchange.back[half], exchange.stored[1]),
        halves[half], align);
}

// What the places are made of: lane 0's value, and a vector that is the same everywhere.
bool Widener::emitFromLaneZero(const Instruction &instruction, const Exchange &exchange) {
  Value *each = exchange.each.lookup(&instruction);
  if (!each || hasScalar(&instruction))
    return false;
  setVectors(&instruction, {builder.CreateAdd(splat(laneZero(&instruction)), each)});
  return true;
}

} // namespace weft
