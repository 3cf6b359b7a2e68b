// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The widener's calls and atomics, and what has to run lane by lane.
#include "passes/analysis/thread_local_memory.h"
#include "passes/vectorize/access/access.h"
#include "passes/vectorize/vector_functions.h"
#include "passes/vectorize/widener.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

#include <numeric>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

void Widener::emitCall(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  if (callee && callee->getName() == LaneName) {
    scalars[&call] = Constant::getNullValue(call.getType());
    return;
  }
  if (auto operation = subGroupOperation(call))
    return emitSubGroup(call, *operation);
  if (hasScalar(&call) && !call.getType()->isVoidTy())
    return emitScalar(call);
  if (isa<IntrinsicInst>(call) && emitIntrinsic(call))
    return;
  if (emitVectorFunction(call))
    return;
  emitPerLane(call);
}

bool Widener::emitIntrinsic(const CallBase &call) {
  Intrinsic::ID id = call.getIntrinsicID();
  bool all_uniform = all_of(
      call.args(), [&](const Use &use) { return isa<MetadataAsValue>(use) || isUniform(use); });
  if (call.getType()->isVoidTy() && all_uniform) {
    // Fences, traps, prefetches; filling uniform memory once is filling it for all.
    emitScalar(call);
    return true;
  }
  if (!isTriviallyVectorizable(id))
    return false;
  unsigned count = flatCount(call.getType());
  if (call.getType()->isStructTy() && count > 0) {
    // Results side by side: {T, i1} of overflow tests, {T, T} of sincos.
    for (const Use &use : call.args())
      if (use->getType()->isVectorTy())
        return false;
    count = 1;
  }
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (!isVectorIntrinsicWithScalarOpAtArg(id, i, &target.llvm()) &&
        flatCount(call.getArgOperand(i)->getType()) != count)
      return false;
  Elements results;
  for (unsigned element = 0; element < count; ++element) {
    SmallVector<Type *, 4> types;
    SmallVector<Value *, 4> args;
    if (isVectorIntrinsicWithOverloadTypeAtArg(id, -1, &target.llvm()))
      types.push_back(wideType(flatType(call.getType(), element)));
    for (unsigned i = 0; i < call.arg_size(); ++i) {
      const Value *arg = call.getArgOperand(i);
      if (isVectorIntrinsicWithScalarOpAtArg(id, i, &target.llvm())) {
        if (!isUniform(arg))
          return false; // a varying exponent of powi
        args.push_back(scalarOf(arg));
      } else {
        args.push_back(vectorOf(arg, element));
      }
      if (isVectorIntrinsicWithOverloadTypeAtArg(id, int(i), &target.llvm()))
        types.push_back(args.back()->getType());
    }
    Function *wanted = Intrinsic::getOrInsertDeclaration(wide->getParent(), id, types);
    CallInst *made = builder.CreateCall(wanted, args, call.getName());
    if (isa<FPMathOperator>(made) && isa<FPMathOperator>(call))
      made->copyFastMathFlags(&call);
    if (made->getType()->isStructTy())
      for (unsigned i = 0; i < flatCount(call.getType()); ++i)
        results.push_back(builder.CreateExtractValue(made, i));
    else
      results.push_back(made);
  }
  setVectors(&call, results);
  return true;
}

namespace {

// The operation of an atomic instruction that may be done in any order, and its neutral element.
Value *combined(IRBuilderBase &builder, AtomicRMWInst::BinOp code, Value *a, Value *b) {
  switch (code) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub: // by the sum
    return builder.CreateAdd(a, b);
  case AtomicRMWInst::And:
    return builder.CreateAnd(a, b);
  case AtomicRMWInst::Or:
    return builder.CreateOr(a, b);
  case AtomicRMWInst::Xor:
    return builder.CreateXor(a, b);
  case AtomicRMWInst::Max:
    return builder.CreateBinaryIntrinsic(Intrinsic::smax, a, b);
  case AtomicRMWInst::Min:
    return builder.CreateBinaryIntrinsic(Intrinsic::smin, a, b);
  case AtomicRMWInst::UMax:
    return builder.CreateBinaryIntrinsic(Intrinsic::umax, a, b);
  case AtomicRMWInst::UMin:
    return builder.CreateBinaryIntrinsic(Intrinsic::umin, a, b);
  default:
    return nullptr;
  }
}

Constant *neutral(AtomicRMWInst::BinOp code, Type *type) {
  unsigned bits = type->getScalarSizeInBits();
  switch (code) {
  case AtomicRMWInst::And:
  case AtomicRMWInst::UMin:
    return Constant::getAllOnesValue(type);
  case AtomicRMWInst::Max:
    return ConstantInt::get(type, APInt::getSignedMinValue(bits));
  case AtomicRMWInst::Min:
    return ConstantInt::get(type, APInt::getSignedMaxValue(bits));
  default:
    return Constant::getNullValue(type);
  }
}

} // namespace

void Widener::emitAtomic(const Instruction &instruction) {
  auto *atomic = dyn_cast<AtomicRMWInst>(&instruction);
  if (atomic && isUniform(atomic->getPointerOperand()) && emitCombinedAtomic(*atomic))
    return;
  if (atomic && isThreadLocal(*atomic) && emitThreadLocalAtomic(*atomic))
    return;
  emitPerLane(instruction);
}

// How many lanes before each are active, as vectors of `type`.
Value *Widener::activeBefore(FixedVectorType *type) {
  FixedVectorType *counts = wideType(builder.getInt32Ty());
  if (!target.countsBits(counts)) {
    // Added up in bytes: one shift of a register for each step.
    FixedVectorType *bytes = wideType(builder.getInt8Ty());
    Constant *none = Constant::getNullValue(bytes);
    Value *sum = scanLanes(shiftLanes(builder.CreateZExt(current_mask, bytes), none, 1), none,
                           [&](Value *a, Value *b) { return builder.CreateAdd(a, b); });
    return builder.CreateZExtOrTrunc(sum, type);
  }
  // In 32 bits of the mask each. 64 lanes have two words of it: each its own, and the second half
  // all that the first counts.
  constexpr unsigned Word = 32;
  constexpr int None = 2; // behind the two words
  SmallVector<Constant *, 64> before;
  SmallVector<int, 64> own_word, word_before;
  for (unsigned lane = 0; lane < width; ++lane) {
    before.push_back(builder.getInt32(maskTrailingOnes<uint32_t>(lane % Word)));
    own_word.push_back(int(lane / Word));
    word_before.push_back(lane < Word ? None : 0);
  }
  auto count = [&](Value *words) { return builder.CreateUnaryIntrinsic(Intrinsic::ctpop, words); };
  if (width <= Word) {
    Value *word = builder.CreateZExt(maskBits(current_mask), builder.getInt32Ty());
    Value *sum = count(builder.CreateAnd(splat(word), ConstantVector::get(before)));
    return builder.CreateZExtOrTrunc(sum, type);
  }
  auto *pair = FixedVectorType::get(builder.getInt32Ty(), 2);
  Value *words = builder.CreateBitCast(current_mask, pair);
  Value *sum = count(
      builder.CreateAnd(builder.CreateShuffleVector(words, own_word), ConstantVector::get(before)));
  Value *skipped =
      builder.CreateShuffleVector(count(words), Constant::getNullValue(pair), word_before);
  return builder.CreateZExtOrTrunc(builder.CreateAdd(sum, skipped), type);
}

// One operation for all lanes: with the sum of their values; each lane's result is what was there
// with the values of the lanes before it.
bool Widener::emitCombinedAtomic(const AtomicRMWInst &atomic) {
  AtomicRMWInst::BinOp code = atomic.getOperation();
  const Value *operand = atomic.getValOperand();
  Type *type = operand->getType();
  if (!type->isIntegerTy() ||
      !combined(builder, code, PoisonValue::get(type), PoisonValue::get(type)))
    return false;
  Value *before = nullptr, *total;
  bool counts = code == AtomicRMWInst::Add || code == AtomicRMWInst::Sub;
  bool idempotent = !counts && code != AtomicRMWInst::Xor;
  FixedVectorType *vector = wideType(type);
  if (atomic.use_empty() && isUniform(operand) && idempotent) {
    total = scalarOf(operand);
  } else if (isUniform(operand) && counts && type->getIntegerBitWidth() >= 8) {
    Value *active = builder.CreateUnaryIntrinsic(Intrinsic::ctpop, maskBits(current_mask));
    total = builder.CreateMul(scalarOf(operand), builder.CreateZExtOrTrunc(active, type));
    if (!atomic.use_empty())
      before = builder.CreateMul(vectorOf(operand), activeBefore(vector));
  } else {
    Constant *none = neutral(code, vector);
    Value *sum = scanLanes(builder.CreateSelect(current_mask, vectorOf(operand), none), none,
                           [&](Value *a, Value *b) { return combined(builder, code, a, b); });
    total = builder.CreateExtractElement(sum, uint64_t(width - 1));
    before = shiftLanes(sum, none, 1);
  }
  auto *first = cast<AtomicRMWInst>(atomic.clone());
  first->setOperand(0, scalarOf(atomic.getPointerOperand()));
  first->setOperand(1, total);
  builder.Insert(first);
  if (atomic.use_empty())
    return true;
  Value *old = splat(first);
  setVectors(&atomic, {code == AtomicRMWInst::Sub ? builder.CreateSub(old, before)
                                                  : combined(builder, code, old, before)});
  return true;
}

// Whether nothing is wanted of the operation but what it does to local memory.
bool Widener::isUpdate(const Instruction &instruction) const {
  auto *atomic = dyn_cast<AtomicRMWInst>(&instruction);
  return atomic && atomic->use_empty() && isThreadLocal(*atomic) &&
         isPlainElement(atomic->getType(), layout) && !isUniform(atomic->getPointerOperand());
}

// The update that comes next, if one could come right behind the other; null if there is none. In
// the other direction if `forward` is false.
const AtomicRMWInst *Widener::updateBeside(const AtomicRMWInst &atomic, bool forward) const {
  if (!isUpdate(atomic))
    return nullptr;
  const Instruction *next = &atomic;
  while ((next = forward ? next->getNextNode() : next->getPrevNode())) {
    if (isUpdate(*next))
      return cast<AtomicRMWInst>(next);
    if (next->mayReadOrWriteMemory() || isa<CallBase, PHINode>(next) || next->isTerminator())
      return nullptr;
  }
  return nullptr;
}

// Lane after lane, without locks; without branches too while all lanes run. Of several updates in a
// row each lane does all, so that what their addresses are made of is at hand once.
bool Widener::emitThreadLocalAtomic(const AtomicRMWInst &atomic) {
  if (!isPlainElement(atomic.getType(), layout))
    return false;
  if (updateBeside(atomic, /*forward=*/true))
    return true; // with that one
  SmallVector<const AtomicRMWInst *, 4> updates = {&atomic};
  while (const AtomicRMWInst *before = updateBeside(*updates.back(), /*forward=*/false))
    updates.push_back(before);
  std::reverse(updates.begin(), updates.end());
  if (allRun()) {
    setVectors(&atomic, {updateLanes(updates)});
    return true;
  }
  BasicBlock *whole = newBlock("update.whole"), *parts = newBlock("update.parts"),
             *done = newBlock("updated");
  builder.CreateCondBr(all(current_mask), whole, parts);
  builder.SetInsertPoint(whole);
  Value *old = updateLanes(updates);
  builder.CreateBr(done);
  builder.SetInsertPoint(parts);
  for (const AtomicRMWInst *update : updates)
    loopOverLanes(*update);
  Value *old_of_some = vectorOf(&atomic);
  BasicBlock *parts_end = builder.GetInsertBlock();
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
  PHINode *results = builder.CreatePHI(old->getType(), 2);
  results->addIncoming(old, whole);
  results->addIncoming(old_of_some, parts_end);
  setVectors(&atomic, {results});
  return true;
}

// The operations in each lane; what was there before the last one.
Value *Widener::updateLanes(ArrayRef<const AtomicRMWInst *> updates) {
  Value *results = PoisonValue::get(wideType(updates.back()->getType()));
  stored_pairs.clear();
  for (unsigned lane = 0; lane < width; ++lane)
    for (const AtomicRMWInst *update : updates) {
      Value *at = laneAddress(update->getPointerOperand(), lane);
      Value *old = builder.CreateAlignedLoad(update->getType(), at, update->getAlign());
      Value *value = laneOf(update->getValOperand(), builder.getInt64(lane));
      value = buildAtomicRMWValue(update->getOperation(), builder, old, value);
      builder.CreateAlignedStore(value, at, update->getAlign());
      if (update == updates.back())
        results = builder.CreateInsertElement(results, old, uint64_t(lane));
    }
  return results;
}

// One lane's address as the sum of a scalar base and that lane's index, where it is that.
//
// Some CPUs (Zen 4) guess by the names of the registers that a load reads what was just stored, and
// do not see that such a register has been written from a vector since: an update by way of it then
// begins anew, which makes it ten times as slow. So what an address is made of comes out of the
// vector before the last operation on it, or by way of memory.
Value *Widener::laneAddress(const Value *pointer, unsigned lane) {
  auto *gep = dyn_cast<GetElementPtrInst>(pointer);
  if (!gep || !isUniform(gep->getPointerOperand()))
    return storedLane(pointer, lane);
  SmallVector<Value *, 4> indices;
  for (const Use &use : gep->indices()) {
    const Value *index = use;
    if (auto *zext = dyn_cast<ZExtInst>(index); zext && !hasScalar(index) &&
                                                hasLanes(zext->getOperand(0)) &&
                                                isPlainElement(zext->getSrcTy(), layout))
      index = zext->getOperand(0);
    bool computed = isLaneOperation(*index) || hasScalar(index);
    Value *own = computed ? storedField(index, lane) : storedLane(index, lane);
    if (!own)
      own = lanesOwn(index, lane);
    indices.push_back(index == use ? own : builder.CreateZExt(own, use->getType()));
  }
  return builder.CreateGEP(gep->getSourceElementType(), scalarOf(gep->getPointerOperand()),
                           indices);
}

// What costs no more lane by lane than the move out of a vector does.
bool Widener::isLaneOperation(const Value &value) const {
  if (auto *sext = dyn_cast<SExtInst>(&value))
    return hasLanes(sext->getOperand(0));
  auto *op = dyn_cast<BinaryOperator>(&value);
  if (!op || !op->getType()->isIntegerTy() || !hasScalar(op->getOperand(1)) ||
      !hasLanes(op->getOperand(0)))
    return false;
  switch (op->getOpcode()) {
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
    return true;
  default:
    return false;
  }
}

// What is made there serves all uses of `value`.
void Widener::insertBehind(Value *value) {
  auto *made = dyn_cast<Instruction>(value);
  if (!made) {
    builder.SetInsertPoint(entry_end);
    return;
  }
  BasicBlock::iterator after = *made->getInsertionPointAfterDef();
  if (after == made->getParent()->end()) // it is being written
    builder.SetInsertPoint(made->getParent());
  else
    builder.SetInsertPoint(after);
}

// A lane's value, computed from that lane's part of a vector that others may be computed from too.
Value *Widener::lanesOwn(const Value *value, unsigned lane) {
  Value *number = builder.getInt64(lane);
  if (hasScalar(value))
    return laneOf(value, number);
  if (auto *cast = dyn_cast<SExtInst>(value); cast && isLaneOperation(*value))
    return builder.CreateSExt(lanesOwn(cast->getOperand(0), lane), cast->getType());
  if (isLaneOperation(*value)) {
    auto *op = cast<BinaryOperator>(value);
    Value *left = lanesOwn(op->getOperand(0), lane);
    return builder.CreateBinOp(op->getOpcode(), left, laneOf(op->getOperand(1), number));
  }
  Value *vector = vectorOf(value);
  Value *&known = lane_values[{vector, lane}];
  if (!known) {
    IRBuilderBase::InsertPointGuard guard(builder);
    insertBehind(vector);
    known = builder.CreateExtractElement(vector, number);
  }
  return known;
}

// Where the lanes' values lie in memory, one behind the other; volatile, so that it stays so. Only
// plain elements lie so: vectors of others, such as booleans, are packed by bits.
Value *Widener::storedLanes(const Value *value) {
  assert(isPlainElement(value->getType(), layout));
  Value *vector = vectorOf(value);
  AllocaInst *&place = stored_lanes[vector];
  if (!place) {
    place = new AllocaInst(vector->getType(), layout.getAllocaAddrSpace(), nullptr, Align(64),
                           "lane.values", entry);
    IRBuilderBase::InsertPointGuard guard(builder);
    insertBehind(vector);
    builder.CreateAlignedStore(vector, place, Align(64), /*isVolatile=*/true);
  }
  return place;
}

// A lane's value by way of memory.
Value *Widener::storedLane(const Value *value, unsigned lane) {
  if (hasScalar(value))
    return laneOf(value, builder.getInt64(lane));
  if (!isPlainElement(value->getType(), layout))
    return lanesOwn(value, lane);
  int64_t bytes = layout.getTypeStoreSize(value->getType());
  return builder.CreateAlignedLoad(value->getType(),
                                   elementAddress(storedLanes(value), lane * bytes),
                                   Align(uint64_t(bytes)), /*isVolatile=*/true);
}

// The same of a byte or two of an integer that a shift and a mask take out of it. Null if `value`
// is something else.
Value *Widener::storedField(const Value *value, unsigned lane) {
  const Value *whole = value;
  unsigned size = value->getType()->getScalarSizeInBits(), bits = size, shift = 0;
  // A pattern that fails may have bound some of its captures: what they hold counts where it fits.
  const Value *operand;
  if (const APInt *mask; match(whole, m_And(m_Value(operand), m_LowBitMask(mask)))) {
    bits = mask->popcount();
    whole = operand;
  }
  if (const APInt *distance;
      match(whole, m_LShr(m_Value(operand), m_APInt(distance))) && distance->ult(size)) {
    shift = unsigned(distance->getZExtValue());
    bits = std::min(bits, size - shift);
    whole = operand;
  }
  bool is_field = (bits == 8 || bits == 16) && bits < size && shift % 8 == 0;
  if (!is_field || hasScalar(whole) || !isPlainElement(whole->getType(), layout) ||
      !hasLanes(whole))
    return nullptr;
  if (size == 32 && !target.tuning().loads_are_cheap) {
    Value *field = builder.CreateLShr(storedPair(whole, lane / 2), shift + lane % 2 * size);
    field = builder.CreateAnd(field, maskTrailingOnes<uint64_t>(bits));
    return builder.CreateTrunc(field, whole->getType());
  }
  Value *at = elementAddress(storedLanes(whole), int64_t(lane * (size / 8) + shift / 8));
  Value *field =
      builder.CreateAlignedLoad(builder.getIntNTy(bits), at, Align(1), /*isVolatile=*/true);
  return builder.CreateZExt(field, whole->getType());
}

// The words of two lanes, by way of memory: each update is a load as well, so that loads are what
// updates wait for, where they are not cheap.
Value *Widener::storedPair(const Value *value, unsigned pair) {
  Value *place = storedLanes(value);
  Value *&known = stored_pairs[{place, pair}];
  if (!known)
    known = builder.CreateAlignedLoad(builder.getInt64Ty(), elementAddress(place, pair * 8),
                                      Align(8), /*isVolatile=*/true);
  return known;
}

// In the words of who reads remarks.
static std::string nameOf(const Instruction &instruction) {
  if (isa<MemIntrinsic>(instruction))
    return "copy or fill of a block";
  if (auto *call = dyn_cast<CallBase>(&instruction)) {
    const Function *callee = call->getCalledFunction();
    return ("call of " + (callee ? callee->getName() : "a function pointer")).str();
  }
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(instruction))
    return "atomic operation";
  const char *what = isa<StoreInst>(instruction) ? "store" : "load";
  return (instruction.isVolatile() ? "volatile "
          : instruction.isAtomic() ? "atomic "
                                   : "odd-sized ") +
         std::string(what);
}

void Widener::emitPerLane(const Instruction &instruction) {
  remark(instruction, nameOf(instruction) + " runs lane by lane");
  loopOverLanes(instruction);
}

// while (bits) { lane = lowest bit; run it; bits &= bits - 1; }
void Widener::loopOverLanes(const Instruction &instruction) {
  Type *type = instruction.getType();
  unsigned count = flatCount(type);
  BasicBlock *before = builder.GetInsertBlock();
  BasicBlock *head = newBlock("lanes"), *body = newBlock("lane"), *after = newBlock("lanes.done");
  Value *bits = maskBits(current_mask);
  builder.CreateBr(head);

  builder.SetInsertPoint(head);
  PHINode *left = builder.CreatePHI(bits->getType(), 2);
  left->addIncoming(bits, before);
  Elements results;
  for (unsigned i = 0; i < count; ++i) {
    FixedVectorType *vector = wideType(flatType(type, i));
    PHINode *phi = builder.CreatePHI(vector, 2);
    phi->addIncoming(PoisonValue::get(vector), before);
    results.push_back(phi);
  }
  builder.CreateCondBr(builder.CreateIsNotNull(left), body, after);

  builder.SetInsertPoint(body);
  Value *lane =
      builder.CreateIntrinsic(Intrinsic::cttz, {bits->getType()}, {left, builder.getInt1(true)});
  lane = builder.CreateZExtOrTrunc(lane, builder.getInt64Ty());
  Instruction *clone = instruction.clone();
  for (Use &use : clone->operands())
    use.set(laneOf(use, lane));
  builder.Insert(clone);
  for (unsigned i = 0; i < count; ++i) {
    Value *now = builder.CreateInsertElement(results[i], extractFlat(clone, i), lane);
    cast<PHINode>(results[i])->addIncoming(now, builder.GetInsertBlock());
  }
  Value *rest =
      builder.CreateAnd(left, builder.CreateSub(left, ConstantInt::get(left->getType(), 1)));
  left->addIncoming(rest, builder.GetInsertBlock());
  builder.CreateBr(head);
  builder.SetInsertPoint(after);
  if (count)
    setVectors(&instruction, results);
}

// Calls the library's overload for vectors, or for parts of them, once for each element of the
// result. Idle lanes call with zeros: their own values may be anything, and may take a slow way.
bool Widener::emitVectorFunction(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  unsigned elements = flatCount(call.getType());
  if (!callee || elements == 0 || call.getType()->isAggregateType())
    return false;
  for (const Use &use : call.args()) {
    unsigned count = flatCount(use->getType());
    if (use->getType()->isPtrOrPtrVectorTy() || (count != 1 && count != elements))
      return false;
  }
  for (unsigned size = std::min(width, 16u); size >= 2; size /= 2) {
    std::string name = vectorOverload(callee->getName(), size);
    Function *overload = name.empty() ? nullptr : wide->getParent()->getFunction(name);
    if (!overload || overload == wide)
      continue;
    SmallVector<Type *, 4> types;
    for (const Use &use : call.args())
      types.push_back(FixedVectorType::get(use->getType()->getScalarType(), size));
    Type *part_type = FixedVectorType::get(call.getType()->getScalarType(), size);
    if (overload->getFunctionType() != FunctionType::get(part_type, types, false))
      continue;
    SmallVector<Value *, 16> results;
    for (unsigned element = 0; element < elements; ++element) {
      SmallVector<Value *, 4> args;
      for (const Use &use : call.args()) {
        Value *arg = vectorOf(use, flatCount(use->getType()) == 1 ? 0 : element);
        if (!isUniform(use))
          arg = builder.CreateSelect(current_mask, arg, Constant::getNullValue(arg->getType()));
        args.push_back(builder.CreateFreeze(arg));
      }
      results.push_back(callInParts(*overload, args, size, call));
    }
    setVectors(&call, results);
    return true;
  }
  return false;
}

// `width` lanes of `overload`, which takes `size` of them, with `call`'s name and flags.
Value *Widener::callInParts(Function &overload, ArrayRef<Value *> args, unsigned size,
                            const CallBase &call) {
  SmallVector<Value *, 32> parts;
  for (unsigned first = 0; first < width; first += size) {
    SmallVector<Value *, 4> part_args;
    SmallVector<int, 16> lanes(size);
    std::iota(lanes.begin(), lanes.end(), int(first));
    for (Value *arg : args)
      part_args.push_back(size == width ? arg : builder.CreateShuffleVector(arg, lanes));
    CallInst *made = builder.CreateCall(&overload, part_args, call.getName());
    made->setCallingConv(overload.getCallingConv());
    if (isa<FPMathOperator>(made) && isa<FPMathOperator>(call))
      made->copyFastMathFlags(&call);
    parts.push_back(made);
  }
  return concatenateVectors(builder, parts);
}

} // namespace weft
