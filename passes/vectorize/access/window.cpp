// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gathers and scatters of lanes that are near to each other without a stride, such as those of
// short rows or blocks: two vectors from lane 0's element on, and permutations. Whether the lanes
// are that near is tested; only what they want is accessed.
#include "passes/vectorize/access/access_cost.h"
#include "passes/vectorize/access/access_strategies.h"
#include "passes/vectorize/access/accesses.h"
#include "passes/vectorize/access/versions.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace weft {
namespace {

// Whether vectors of such an access are ones that the target permutes and expands.
bool canWindow(const Access &access) {
  return !access.type->isVectorTy() && !access.type->isPointerTy() &&
         isPlainElement(access.type, access.layout) &&
         access.target.canRearrange(unsigned(access.layout.getTypeSizeInBits(access.type)),
                                    access.width) &&
         access.align >= access.layout.getTypeStoreSize(access.type);
}

// The index that makes the addresses differ, an element being `bytes`; null if it is not one alone.
const Value *windowIndex(const Value *pointer, uint64_t bytes, const ShapeInfo &shapes,
                         const DataLayout &layout) {
  auto *gep = dyn_cast<GetElementPtrInst>(pointer);
  if (!gep || !shapes.shape(gep->getPointerOperand()).isUniform())
    return nullptr;
  const Value *index = nullptr;
  bool others = false;
  ShapeInfo::visitIndices(*cast<GEPOperator>(gep), layout, [&](Value *of, uint64_t step) {
    if (shapes.shape(of).isUniform())
      return;
    others |= index || step != bytes || !of->getType()->isIntegerTy(64);
    index = of;
  });
  return others ? nullptr : index;
}

class WindowAccess : WidenerPart {
public:
  explicit WindowAccess(Accesses &to) : WidenerPart(to.core), to(to) {}
  // False, and nothing written, if what that takes is not at hand.
  bool load(const Access &access);
  bool store(const Access &access);

private:
  struct Vectors {
    Value *fits;      // whether the rest can be used
    Value *first;     // address of the first vector
    Value *before;    // elements in it before lane 0's
    Value *distances; // of the lanes from lane 0
    Value *bits;      // if ordered, a bit for each distance
  };
  Version::Distances &distancesOf(const Value *index);
  std::optional<Vectors> find(const Access &access, bool ordered);
  Value *loadVectors(const LoadInst &load, const Vectors &window);
  void storeVectors(const StoreInst &store, const Vectors &window);
  template <typename F> void withAddresses(const Value *pointer, F access);

  Accesses &to;
};

// How far from lane 0's the others' indices are. The same for indices a constant distance apart.
Version::Distances &WindowAccess::distancesOf(const Value *index) {
  while (auto *sum = dyn_cast<BinaryOperator>(index)) {
    if (sum->getOpcode() != Instruction::Add)
      break;
    bool left = core.isUniform(sum->getOperand(0));
    if (!left && !core.isUniform(sum->getOperand(1)))
      break;
    const Value *part = sum->getOperand(left ? 1 : 0);
    if (!core.hasLanes(part))
      break;
    index = part;
  }
  Version::Distances &known = to.version->distances[index];
  if (!known.each) {
    // Of idle lanes it may be poison.
    Value *indices = builder.CreateFreeze(core.vectorOf(index));
    known.each =
        builder.CreateSub(indices, core.splat(builder.CreateExtractElement(indices, uint64_t(0))));
  }
  return known;
}

// `ordered`: all lanes run, and each is behind the one before it.
std::optional<WindowAccess::Vectors> WindowAccess::find(const Access &access, bool ordered) {
  const Value *pointer = access.pointer;
  uint64_t bytes = access.bytes();
  const Value *wide_index = windowIndex(pointer, bytes, shapes, layout), *index = wide_index;
  // In 32 bits where the index is made from these.
  if (auto *extension = dyn_cast<CastInst>(index);
      extension && isa<SExtInst, ZExtInst>(extension) &&
      extension->getOperand(0)->getType()->isIntegerTy(32) &&
      core.hasLanes(extension->getOperand(0)))
    index = extension->getOperand(0);
  if (!core.hasLanes(index) || !core.isMade(index))
    return std::nullopt;
  bool is_signed = isa<SExtInst>(wide_index);
  Version::Distances &distances = distancesOf(index);
  Value *each = distances.each;
  Type *integer = each->getType()->getScalarType();

  // Computed as a scalar, which is there sooner; whether it is right, the tests say.
  Value *first = builder.CreateFreeze(core.laneZero(index));
  Value *is_first = builder.CreateICmpEQ(
      first, builder.CreateFreeze(builder.CreateExtractElement(core.vectorOf(index), uint64_t(0))));
  Instruction *start = cast<Instruction>(pointer)->clone();
  for (Use &use : start->operands()) {
    if (use != wide_index)
      use.set(core.scalarOf(use));
    else if (index == wide_index)
      use.set(first);
    else
      use.set(is_signed ? builder.CreateSExt(first, builder.getInt64Ty())
                        : builder.CreateZExt(first, builder.getInt64Ty()));
  }
  start->dropPoisonGeneratingAnnotations();
  builder.Insert(start);
  Type *address = layout.getIntPtrType(start->getType());
  Vectors window;
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
  Value *near = builder.CreateICmpULT(each, core.splat(builder.CreateSub(end, window.before)));
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
    near = core.maskAnd(core.current_mask, builder.CreateAnd(near, distances.ordered));
    window.fits = core.all(near);
  } else {
    Value *beyond = builder.CreateICmpUGE(
        each, core.splat(builder.CreateSub(ConstantInt::get(integer, width), window.before)));
    auto *constant = dyn_cast<Constant>(core.current_mask);
    if (!constant || !constant->isAllOnesValue()) {
      near =
          builder.CreateSelect(core.current_mask, near, Constant::getAllOnesValue(near->getType()));
      beyond = core.maskAnd(core.current_mask, beyond);
    }
    window.fits = builder.CreateAnd(core.all(near),
                                    builder.CreateExtractElement(core.current_mask, uint64_t(0)));
    // What nobody wants is read if its page is there.
    const uint64_t page = target.leastPageBytes();
    Value *in_page = builder.CreateICmpNE(
        builder.CreateAnd(builder.CreatePtrToInt(window.first, address), page - 1),
        ConstantInt::get(address, page - bytes * width));
    window.fits = builder.CreateAnd(window.fits, builder.CreateOr(in_page, core.any(beyond)));
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

Value *WindowAccess::loadVectors(const LoadInst &load, const Vectors &window) {
  Type *element = load.getType();
  auto *type = core.wideType(element);
  int64_t bytes = layout.getTypeStoreSize(element);
  Type *integers = core.wideType(builder.getIntNTy(unsigned(bytes * 8)));
  const Align align(uint64_t(bytes) * width);
  Value *low = describe(builder.CreateAlignedLoad(integers, window.first, align), load);
  Value *high = describe(
      builder.CreateAlignedLoad(integers, core.elementAddress(window.first, bytes * width), align),
      load);
  Value *places = builder.CreateZExtOrTrunc(
      builder.CreateAdd(window.distances, core.splat(window.before)), integers);
  return builder.CreateBitCast(target.permuteTwo(builder, low, places, high), type);
}

void WindowAccess::storeVectors(const StoreInst &store, const Vectors &window) {
  auto *type = core.wideType(store.getValueOperand()->getType());
  int64_t bytes = layout.getTypeStoreSize(store.getValueOperand()->getType());
  Type *integer = builder.getIntNTy(unsigned(bytes * 8)), *integers = core.wideType(integer);
  // Of the two vectors, what is written.
  Value *bits = builder.CreateShl(window.bits, window.before);
  auto lanes = [&](Value *of) {
    return builder.CreateBitCast(builder.CreateTrunc(of, builder.getIntNTy(width)),
                                 core.current_mask->getType());
  };
  Value *low = lanes(bits), *high = lanes(builder.CreateLShr(bits, width));
  Value *value = builder.CreateBitCast(core.vectorOf(store.getValueOperand()), integers);
  auto expand = [&](Value *from, Value *places) {
    return builder.CreateBitCast(target.expand(builder, from, places), type);
  };
  const Align align(uint64_t(bytes) * width);
  to.masked.store(expand(value, low), window.first, align, low, store);
  // The lanes that come after those.
  Value *count = builder.CreateZExt(
      builder.CreateUnaryIntrinsic(Intrinsic::ctpop, core.maskBits(low)), integer);
  Value *rest =
      target.permute(builder, value, builder.CreateAdd(core.splat(count), core.steps(integer, 1)));
  to.masked.store(expand(rest, high), core.elementAddress(window.first, bytes * width), align, high,
                  store);
}

// The addresses of all lanes, once more where they are wanted, as they mostly are not.
template <typename F> void WindowAccess::withAddresses(const Value *pointer, F access) {
  SmallVector<std::pair<const Instruction *, Elements>, 2> before;
  auto again = [&](const Instruction &instruction) {
    if (!all_of(instruction.operands(), [&](const Use &use) { return core.hasLanes(use); }))
      return;
    before.emplace_back(&instruction, core.knownVectors(&instruction));
    core.emitInstruction(instruction);
  };
  auto *gep = cast<GetElementPtrInst>(pointer);
  for (const Use &index : gep->indices())
    if (auto *extension = dyn_cast<CastInst>(index); extension && !core.hasScalar(extension))
      again(*extension);
  again(*gep);
  access();
  for (auto &[instruction, elements] : before)
    core.setVectors(instruction, elements);
}

bool WindowAccess::load(const Access &access) {
  std::optional<Vectors> window = find(access, /*ordered=*/false);
  if (!window)
    return false;
  auto &load = cast<LoadInst>(access.instruction);
  BasicBlock *near = core.newBlock("near"), *far = core.newBlock("far"),
             *done = core.newBlock("gathered");
  builder.CreateCondBr(window->fits, near, far);
  builder.SetInsertPoint(near);
  Value *permuted = loadVectors(load, *window);
  near = builder.GetInsertBlock();
  builder.CreateBr(done);
  builder.SetInsertPoint(far);
  Value *gathered = nullptr;
  withAddresses(load.getPointerOperand(), [&] { gathered = to.lanes.gather(load).front(); });
  core.setVectors(&load, core.mergeOutcomes({permuted}, near, {gathered}, done));
  return true;
}

bool WindowAccess::store(const Access &access) {
  std::optional<Vectors> window = find(access, /*ordered=*/true);
  if (!window)
    return false;
  auto &store = cast<StoreInst>(access.instruction);
  BasicBlock *near = core.newBlock("near"), *far = core.newBlock("far"),
             *done = core.newBlock("scattered");
  builder.CreateCondBr(window->fits, near, far);
  builder.SetInsertPoint(near);
  storeVectors(store, *window);
  builder.CreateBr(done);
  builder.SetInsertPoint(far);
  withAddresses(store.getPointerOperand(), [&] { to.lanes.scatter(store); });
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
  return true;
}

class Window final : public AccessStrategy {
public:
  StringRef name() const override { return "window"; }
  std::optional<Step> step() const override { return Step::WindowAccess; }
  bool matches(const Access &access) const override {
    // Of objects whose end LLVM knows, what lies behind must not be read.
    return access.tests == Access::Tests::FailNear && canWindow(access) &&
           isa<Argument>(getUnderlyingObject(access.pointer)) &&
           windowIndex(access.pointer, access.bytes(), access.shapes, access.layout);
  }
  double cost(const Access &access) const override { return scatteredCost(access); }
  bool emit(Accesses &to, const Access &access) const override {
    return access.is_store ? WindowAccess(to).store(access) : WindowAccess(to).load(access);
  }
};

} // namespace

const AccessStrategy &windowAccess() {
  static const Window strategy;
  return strategy;
}

} // namespace weft
