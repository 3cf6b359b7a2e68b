// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gathers and scatters of lanes that are near to each other without a stride, such as those of
// short rows or blocks: two vectors from lane 0's element on, and permutations. Whether the lanes
// are that near is tested; only what they want is accessed.
#include "passes/vectorize/access/access.h"
#include "passes/vectorize/widener.h"

using namespace llvm;

namespace weft {

// Whether vectorOf() knows it: a part of an earlier version is left behind there.
bool Widener::hasLanes(const Value *value) const {
  return isa<Constant>(value) || hasScalar(value) || vectors.contains(value);
}

// How far from lane 0's the others' indices are. The same for indices a constant distance apart.
Widener::Distances &Widener::distancesOf(const Value *index) {
  while (auto *sum = dyn_cast<BinaryOperator>(index)) {
    if (sum->getOpcode() != Instruction::Add)
      break;
    bool left = isUniform(sum->getOperand(0));
    if (!left && !isUniform(sum->getOperand(1)))
      break;
    const Value *part = sum->getOperand(left ? 1 : 0);
    if (!hasLanes(part))
      break;
    index = part;
  }
  Distances &known = version->distances[index];
  if (!known.each) {
    // Of idle lanes it may be poison.
    Value *indices = builder.CreateFreeze(vectorOf(index));
    known.each =
        builder.CreateSub(indices, splat(builder.CreateExtractElement(indices, uint64_t(0))));
  }
  return known;
}

// `ordered`: all lanes run, and each is behind the one before it.
std::optional<Widener::Window> Widener::findWindow(const Access &access, bool ordered) {
  const Value *pointer = access.pointer;
  uint64_t bytes = access.bytes();
  const Value *wide_index = windowIndex(pointer, bytes, shapes, layout), *index = wide_index;
  // In 32 bits where the index is made from these.
  if (auto *extension = dyn_cast<CastInst>(index);
      extension && isa<SExtInst, ZExtInst>(extension) &&
      extension->getOperand(0)->getType()->isIntegerTy(32) && hasLanes(extension->getOperand(0)))
    index = extension->getOperand(0);
  if (!hasLanes(index) || !isMade(index))
    return std::nullopt;
  bool is_signed = isa<SExtInst>(wide_index);
  Distances &distances = distancesOf(index);
  Value *each = distances.each;
  Type *integer = each->getType()->getScalarType();

  // Computed as a scalar, which is there sooner; whether it is right, the tests say.
  Value *first = builder.CreateFreeze(laneZero(index));
  Value *is_first = builder.CreateICmpEQ(
      first, builder.CreateFreeze(builder.CreateExtractElement(vectorOf(index), uint64_t(0))));
  Instruction *start = cast<Instruction>(pointer)->clone();
  for (Use &use : start->operands()) {
    if (use != wide_index)
      use.set(scalarOf(use));
    else if (index == wide_index)
      use.set(first);
    else
      use.set(is_signed ? builder.CreateSExt(first, builder.getInt64Ty())
                        : builder.CreateZExt(first, builder.getInt64Ty()));
  }
  start->dropPoisonGeneratingAnnotations();
  builder.Insert(start);
  Type *address = layout.getIntPtrType(start->getType());
  Window window;
  // Aligned vectors with an element that is wanted can be read as a whole, and what is written
  // does not hold up the loads of what lies beside it.
  window.first =
      builder.CreateIntrinsic(Intrinsic::ptrmask, {start->getType(), address},
                              {start, ConstantInt::getSigned(address, -int64_t(bytes * width))});
  window.before = builder.CreateZExtOrTrunc(
      builder.CreateLShr(
          builder.CreateAnd(builder.CreatePtrToInt(start, address), bytes * width - 1),
          Log2_64(bytes)),
      integer);
  Value *end = ConstantInt::get(integer, uint64_t(2) * width);
  Value *near = builder.CreateICmpULT(each, splat(builder.CreateSub(end, window.before)));
  if (ordered) {
    if (!distances.ordered) {
      SmallVector<int, 16> next;
      for (unsigned lane = 0; lane < width; ++lane)
        next.push_back(int(std::min(lane + 1, width - 1)));
      SmallVector<Constant *, 16> last(width, builder.getFalse()); // behind it there is none
      last.back() = builder.getTrue();
      distances.ordered =
          builder.CreateOr(builder.CreateICmpULT(each, builder.CreateShuffleVector(each, next)),
                           ConstantVector::get(last));
      distances.bits =
          builder.CreateOrReduce(builder.CreateShl(ConstantInt::get(each->getType(), 1), each));
    }
    near = maskAnd(current_mask, builder.CreateAnd(near, distances.ordered));
    window.fits = all(near);
  } else {
    Value *beyond = builder.CreateICmpUGE(
        each, splat(builder.CreateSub(ConstantInt::get(integer, width), window.before)));
    auto *constant = dyn_cast<Constant>(current_mask);
    if (!constant || !constant->isAllOnesValue()) {
      near = builder.CreateSelect(current_mask, near, Constant::getAllOnesValue(near->getType()));
      beyond = maskAnd(current_mask, beyond);
    }
    window.fits =
        builder.CreateAnd(all(near), builder.CreateExtractElement(current_mask, uint64_t(0)));
    // What nobody wants is read if its page is there.
    const uint64_t page = target.leastPageBytes();
    Value *in_page = builder.CreateICmpNE(
        builder.CreateAnd(builder.CreatePtrToInt(window.first, address), page - 1),
        ConstantInt::get(address, page - bytes * width));
    window.fits = builder.CreateAnd(window.fits, builder.CreateOr(in_page, any(beyond)));
  }
  window.fits = builder.CreateAnd(window.fits, is_first);
  if (integer->isIntegerTy(32)) {
    APInt most = is_signed ? APInt::getSignedMaxValue(32) : APInt::getMaxValue(32);
    window.fits = builder.CreateAnd(
        window.fits, builder.CreateICmp(is_signed ? ICmpInst::ICMP_SLE : ICmpInst::ICMP_ULE, first,
                                        builder.getInt(most - (2 * width - 1))));
  }
  window.distances = each;
  window.bits = distances.bits;
  return window;
}

Value *Widener::windowLoad(const LoadInst &load, const Window &window) {
  Type *element = load.getType();
  auto *type = wideType(element);
  int64_t bytes = layout.getTypeStoreSize(element);
  Type *integers = wideType(builder.getIntNTy(unsigned(bytes * 8)));
  const Align align(uint64_t(bytes) * width);
  Value *low = describe(builder.CreateAlignedLoad(integers, window.first, align), load);
  Value *high = describe(
      builder.CreateAlignedLoad(integers, elementAddress(window.first, bytes * width), align),
      load);
  Value *places = builder.CreateZExtOrTrunc(
      builder.CreateAdd(window.distances, splat(window.before)), integers);
  return builder.CreateBitCast(target.permuteTwo(builder, low, places, high), type);
}

void Widener::windowStore(const StoreInst &store, const Window &window) {
  auto *type = wideType(store.getValueOperand()->getType());
  int64_t bytes = layout.getTypeStoreSize(store.getValueOperand()->getType());
  Type *integer = builder.getIntNTy(unsigned(bytes * 8)), *integers = wideType(integer);
  // Of the two vectors, what is written.
  Value *bits = builder.CreateShl(window.bits, window.before);
  auto lanes = [&](Value *of) {
    return builder.CreateBitCast(builder.CreateTrunc(of, builder.getIntNTy(width)),
                                 current_mask->getType());
  };
  Value *low = lanes(bits), *high = lanes(builder.CreateLShr(bits, width));
  Value *value = builder.CreateBitCast(vectorOf(store.getValueOperand()), integers);
  auto expand = [&](Value *from, Value *places) {
    return builder.CreateBitCast(target.expand(builder, from, places), type);
  };
  const Align align(uint64_t(bytes) * width);
  maskedStore(expand(value, low), window.first, align, low, store);
  // The lanes that come after those.
  Value *count =
      builder.CreateZExt(builder.CreateUnaryIntrinsic(Intrinsic::ctpop, maskBits(low)), integer);
  Value *rest = target.permute(builder, value, builder.CreateAdd(splat(count), steps(integer, 1)));
  maskedStore(expand(rest, high), elementAddress(window.first, bytes * width), align, high, store);
}

// The addresses of all lanes, once more where they are wanted, as they mostly are not.
template <typename F> void Widener::withAddresses(const Value *pointer, F access) {
  SmallVector<std::pair<const Instruction *, Elements>, 2> before;
  auto again = [&](const Instruction &instruction) {
    if (!all_of(instruction.operands(), [&](const Use &use) { return hasLanes(use); }))
      return;
    before.emplace_back(&instruction, vectors.lookup(&instruction));
    emitInstruction(instruction);
  };
  auto *gep = cast<GetElementPtrInst>(pointer);
  for (const Use &index : gep->indices())
    if (auto *extension = dyn_cast<CastInst>(index); extension && !hasScalar(extension))
      again(*extension);
  again(*gep);
  access();
  for (auto &[instruction, elements] : before)
    vectors[instruction] = std::move(elements);
}

bool Widener::gatherNear(const Access &access) {
  std::optional<Window> window = findWindow(access, /*ordered=*/false);
  if (!window)
    return false;
  auto &load = cast<LoadInst>(access.instruction);
  BasicBlock *near = newBlock("near"), *far = newBlock("far"), *done = newBlock("gathered");
  builder.CreateCondBr(window->fits, near, far);
  builder.SetInsertPoint(near);
  Value *permuted = windowLoad(load, *window);
  near = builder.GetInsertBlock();
  builder.CreateBr(done);
  builder.SetInsertPoint(far);
  Value *gathered = nullptr;
  withAddresses(load.getPointerOperand(), [&] { gathered = gatherElements(load).front(); });
  setVectors(&load, mergeOutcomes({permuted}, near, {gathered}, done));
  return true;
}

bool Widener::scatterNear(const Access &access) {
  std::optional<Window> window = findWindow(access, /*ordered=*/true);
  if (!window)
    return false;
  auto &store = cast<StoreInst>(access.instruction);
  BasicBlock *near = newBlock("near"), *far = newBlock("far"), *done = newBlock("scattered");
  builder.CreateCondBr(window->fits, near, far);
  builder.SetInsertPoint(near);
  windowStore(store, *window);
  builder.CreateBr(done);
  builder.SetInsertPoint(far);
  withAddresses(store.getPointerOperand(), [&] { emitScatter(store); });
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
  return true;
}

} // namespace weft
