// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/access/exchange.h"

#include "passes/vectorize/access/access.h"
#include "passes/vectorize/access/versions.h"

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
Value *Exchange::fromLaneZero(const Value *value, unsigned depth) {
  if (Value *known = found.each.lookup(value))
    return known;
  Value *made = makeFromLaneZero(value, depth);
  return found.each[value] = made;
}

Value *Exchange::makeFromLaneZero(const Value *value, unsigned depth) {
  Type *type = value->getType();
  if (!type->isIntegerTy() || type->getIntegerBitWidth() < 32 || depth > MaxDepth)
    return nullptr;
  if (shapes.shape(value).isAffine())
    return core.steps(type, shapes.shape(value).stride());
  auto *op = dyn_cast<BinaryOperator>(value);
  if (!op)
    return nullptr;
  const Value *x = op->getOperand(0), *y = op->getOperand(1);
  auto start = [&](const Value *of, const Value *bound, bool is_signed) {
    BlockStart wanted{of, bound, is_signed};
    if (!is_contained(found.starts, wanted))
      found.starts.push_back(wanted);
  };
  // Lanes 0, s, 2 s, .. of a block; null if `of` has not the stride.
  auto lanesOf = [&](const Value *of) -> Value * {
    int64_t stride = shapes.shape(of).isAffine() ? shapes.shape(of).stride() : -1;
    return stride < 0 || stride > 64 || !core.isMade(of) ? nullptr
                                                         : core.steps(builder.getInt32Ty(), stride);
  };
  switch (op->getOpcode()) {
  case Instruction::Or:
    if (!cast<PossiblyDisjointInst>(op)->isDisjoint())
      return nullptr;
    [[fallthrough]];
  case Instruction::Add:
  case Instruction::Sub: {
    Value *a = fromLaneZero(x, depth + 1);
    Value *b = a ? fromLaneZero(y, depth + 1) : nullptr;
    if (!b)
      return nullptr;
    return op->getOpcode() == Instruction::Sub ? builder.CreateSub(a, b) : builder.CreateAdd(a, b);
  }
  case Instruction::Mul: {
    if (!core.isUniform(y))
      std::swap(x, y);
    Value *a = core.isUniform(y) && core.isMade(y) ? fromLaneZero(x, depth + 1) : nullptr;
    return a ? builder.CreateMul(a, core.splat(core.laneZero(y))) : nullptr;
  }
  case Instruction::Shl: {
    Value *a = isa<ConstantInt>(y) ? fromLaneZero(x, depth + 1) : nullptr;
    return a ? builder.CreateShl(a, core.splat(const_cast<Value *>(y))) : nullptr;
  }
  case Instruction::UDiv:
  case Instruction::URem:
  case Instruction::SDiv:
  case Instruction::SRem: {
    const Value *bound = safeDivisor(*op);
    Value *lanes = lanesOf(x);
    if (!lanes || !core.isUniform(bound) || !core.isMade(bound))
      return nullptr;
    bool is_signed = op->getOpcode() == Instruction::SDiv || op->getOpcode() == Instruction::SRem;
    start(x, bound, is_signed);
    // Of blocks that hold all lanes any are as good.
    uint64_t all = uint64_t(shapes.shape(x).stride()) * (width - 1) + 1;
    Value *divisor = core.laneZero(bound);
    divisor = builder.CreateZExtOrTrunc(
        builder.CreateBinaryIntrinsic(Intrinsic::umin,
                                      builder.CreateBinaryIntrinsic(Intrinsic::umax,
                                                                    builder.CreateFreeze(divisor),
                                                                    ConstantInt::get(type, 1)),
                                      ConstantInt::get(type, all)),
        builder.getInt32Ty());
    Value *quotient = builder.CreateFPToSI(
        builder.CreateFDiv(builder.CreateSIToFP(lanes, core.wideType(builder.getFloatTy())),
                           core.splat(builder.CreateSIToFP(divisor, builder.getFloatTy()))),
        lanes->getType());
    bool is_rest = op->getOpcode() == Instruction::URem || op->getOpcode() == Instruction::SRem;
    if (is_rest)
      quotient = builder.CreateSub(lanes, builder.CreateMul(quotient, core.splat(divisor)));
    return builder.CreateZExt(quotient, core.wideType(type));
  }
  case Instruction::And: {
    if (!core.isUniform(y))
      std::swap(x, y);
    if (!lanesOf(x) || !core.isUniform(y) || !core.isMade(y))
      return nullptr;
    start(x, nullptr, false);
    return builder.CreateAnd(core.steps(type, shapes.shape(x).stride()),
                             core.splat(core.laneZero(y)));
  }
  case Instruction::LShr:
    if (!lanesOf(x) || !isa<ConstantInt>(y))
      return nullptr;
    start(x, nullptr, false);
    return builder.CreateLShr(core.steps(type, shapes.shape(x).stride()),
                              core.splat(const_cast<Value *>(y)));
  default:
    return nullptr;
  }
}

Value *Exchange::startsBlock(const BlockStart &start) {
  Value *first = core.laneZero(start.value), *none = ConstantInt::get(first->getType(), 0);
  int64_t stride = shapes.shape(start.value).stride();
  if (!start.bound) {
    uint64_t block = PowerOf2Ceil(uint64_t(stride) * (width - 1) + 1);
    return builder.CreateICmpEQ(
        builder.CreateAnd(first, ConstantInt::get(first->getType(), block - 1)), none);
  }
  Value *bound = core.laneZero(start.bound);
  Value *divisor = builder.CreateBinaryIntrinsic(Intrinsic::umax, builder.CreateFreeze(bound),
                                                 ConstantInt::get(first->getType(), 1));
  Value *result = builder.CreateAnd(core.fitsLanes(first, stride, start.is_signed),
                                    builder.CreateICmpEQ(builder.CreateURem(first, divisor), none));
  if (start.is_signed)
    result = builder.CreateAnd(result, builder.CreateAnd(builder.CreateICmpSGE(first, none),
                                                         builder.CreateICmpSGT(bound, none)));
  return result;
}

bool Exchange::find(ArrayRef<const Instruction *> written) {
  unsigned loads = 0, stores = 0;
  const Value *base = nullptr;
  SmallVector<const Value *, 2> indices; // as wide as addresses
  for (const Instruction *next : written) {
    if (!next->mayReadOrWriteMemory())
      continue;
    const Value *pointer = getLoadStorePointerOperand(next);
    if (!pointer || !speculationOf(*next, core) || !canWindow(Access(*next, shapes, target)))
      return false;
    auto *gep = dyn_cast<GetElementPtrInst>(pointer);
    uint64_t bytes = layout.getTypeStoreSize(getLoadStoreType(next));
    const Value *index = windowIndex(pointer, bytes, shapes, layout);
    if (!index || gep->getNumIndices() != 1 || (base && base != gep->getPointerOperand()) ||
        (found.bytes && found.bytes != bytes))
      return false;
    base = gep->getPointerOperand();
    found.bytes = bytes;
    auto *place = llvm::find(indices, index);
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
    if (!core.isMade(found.indices[i]))
      return false;
  }
  found.is_narrow = found.indices[0] != indices[0];
  found.is_signed = isa<SExtInst>(indices[0]);
  return found.is_narrow == (found.indices[1] != indices[1]) &&
         found.is_signed == isa<SExtInst>(indices[1]) &&
         found.indices[0]->getType() == found.indices[1]->getType();
}

Value *Exchange::prepare() {
  Value *each = fromLaneZero(found.indices[0]);
  Value *others = each ? fromLaneZero(found.indices[1]) : nullptr;
  if (!others || found.starts.empty())
    return nullptr;
  auto *type = cast<FixedVectorType>(each->getType());
  Type *integer = type->getElementType();
  found.start = builder.CreateFreeze(core.laneZero(found.indices[0]));
  Value *apart =
      builder.CreateSub(builder.CreateFreeze(core.laneZero(found.indices[1])), found.start);
  const uint64_t count = 2 * width;
  Value *holds = core.all(core.current_mask);
  for (const BlockStart &start : found.starts)
    holds = builder.CreateAnd(holds, startsBlock(start));
  if (found.is_narrow) {
    unsigned bits = integer->getIntegerBitWidth();
    APInt most = found.is_signed ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits);
    holds = builder.CreateAnd(
        holds, builder.CreateICmp(found.is_signed ? ICmpInst::ICMP_SLE : ICmpInst::ICMP_ULE,
                                  found.start, builder.getInt(most - (count - 1))));
  }
  Value *places[2] = {builder.CreateFreeze(each),
                      builder.CreateAdd(builder.CreateFreeze(others), core.splat(apart))};
  // Twice as many lanes as elements, and all elements wanted: then by each once.
  Type *bits_type = builder.getInt32Ty();
  Value *bits[2];
  for (unsigned i = 0; i < 2; ++i) {
    holds = builder.CreateAnd(
        holds, core.all(builder.CreateICmpULT(places[i], ConstantInt::get(type, count))));
    found.from[i] =
        builder.CreateAnd(builder.CreateZExtOrTrunc(places[i], core.wideType(bits_type)),
                          ConstantInt::get(core.wideType(bits_type), count - 1));
    bits[i] = builder.CreateOrReduce(
        builder.CreateShl(ConstantInt::get(core.wideType(bits_type), 1), found.from[i]));
    // Lanes are counted in the order of their elements.
    SmallVector<int, 16> next;
    for (unsigned lane = 0; lane < width; ++lane)
      next.push_back(int(std::min(lane + 1, width - 1)));
    SmallVector<Constant *, 16> last(width, builder.getFalse()); // behind it there is none
    last.back() = builder.getTrue();
    Value *rises =
        builder.CreateICmpULT(found.from[i], builder.CreateShuffleVector(found.from[i], next));
    holds = builder.CreateAnd(holds, core.all(builder.CreateOr(rises, ConstantVector::get(last))));
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
          Intrinsic::ctpop, builder.CreateAnd(core.splat(of), ConstantVector::get(before)));
    };
    Value *second = builder.CreateAnd(core.splat(bits[1]), ConstantVector::get(own));
    found.back[half] = builder.CreateSelect(
        builder.CreateIsNotNull(second),
        builder.CreateAdd(counted(bits[1]), ConstantInt::get(core.wideType(bits_type), width)),
        counted(bits[0]));
  }
  return builder.CreateFreeze(holds);
}

static Value *permuteTwo(IRBuilderBase &builder, const TargetInfo &target, Value *low,
                         Value *places, Value *high) {
  return target.permuteTwo(builder, low, builder.CreateZExtOrTrunc(places, low->getType()), high);
}

void Exchange::emit(const Instruction &access) {
  unsigned place = found.places.lookup(&access);
  Type *element = getLoadStoreType(&access);
  int64_t bytes = int64_t(found.bytes);
  Type *integers = core.wideType(builder.getIntNTy(unsigned(bytes * 8)));
  if (!found.row) {
    auto *gep = cast<GetElementPtrInst>(getLoadStorePointerOperand(found.first));
    Value *index = found.start;
    if (found.is_narrow)
      index = found.is_signed ? builder.CreateSExt(index, builder.getInt64Ty())
                              : builder.CreateZExt(index, builder.getInt64Ty());
    found.row = builder.CreateGEP(gep->getSourceElementType(),
                                  core.scalarOf(gep->getPointerOperand()), index, "row");
  }
  const Align align(found.bytes);
  Value *halves[2] = {found.row, core.elementAddress(found.row, bytes * width)};
  if (auto *load = dyn_cast<LoadInst>(&access)) {
    for (unsigned half = 0; half < 2; ++half)
      if (!found.loaded[half])
        found.loaded[half] = builder.CreateAlignedLoad(integers, halves[half], align, "exchange");
    core.setVectors(load, {builder.CreateBitCast(permuteTwo(builder, target, found.loaded[0],
                                                            found.from[place], found.loaded[1]),
                                                 core.wideType(element))});
    return;
  }
  found.stored[place] =
      builder.CreateBitCast(core.vectorOf(cast<StoreInst>(access).getValueOperand()), integers);
  if (!found.stored[1 - place])
    return;
  for (unsigned half = 0; half < 2; ++half)
    builder.CreateAlignedStore(
        permuteTwo(builder, target, found.stored[0], found.back[half], found.stored[1]),
        halves[half], align);
}

bool Exchange::emitFromLaneZero(const Instruction &instruction) {
  Value *each = found.each.lookup(&instruction);
  if (!each || core.hasScalar(&instruction))
    return false;
  core.setVectors(&instruction, {builder.CreateAdd(core.splat(core.laneZero(&instruction)), each)});
  return true;
}

} // namespace weft
