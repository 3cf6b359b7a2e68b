// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/private_memory.h"

#include "passes/analysis/shape_analysis.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace weft {
namespace {

// All lanes' copies together have to fit on a worker's stack.
constexpr uint64_t MaxBytes = 512 * 1024;
// Fills and copies of so many elements become one access per element; of more, or of a number that
// only the launch knows, a loop of them.
constexpr uint64_t MaxExpanded = 64;

class PrivateArray {
public:
  PrivateArray(AllocaInst &array, unsigned width, Value *lane)
      : array(array), layout(array.getDataLayout()), width(width), lane(lane) {}

  void run() {
    if (!collect(&array, /*depth=*/0) || !element || !fitsLayout()) {
      copyPerLane();
      return;
    }
    if (!blocks.empty()) {
      for (MemIntrinsic *block : blocks)
        expand(*block);
      geps.clear();
      collect(&array, /*depth=*/0);
    }
    interleave();
  }

private:
  // Finds all uses; false if one of them is not a simple access.
  bool collect(Value *pointer, unsigned depth);
  bool acceptAccess(Type *type);
  bool acceptBlock(MemIntrinsic &block);
  bool fitsLayout();
  bool isOfElements(const Value &index, int64_t scale) const;
  // Fills and copies, into element accesses.
  void expand(MemIntrinsic &block);
  Value *read(IRBuilder<> &builder, const MemIntrinsic &block, Value *index);
  void write(IRBuilder<> &builder, const MemIntrinsic &block, Value *index, Value *value);
  bool isShort(const MemIntrinsic &block) const;
  void interleave();
  void rewriteUses(Value *old_pointer, Value *new_pointer);
  Value *elementAt(IRBuilder<> &builder, Value *pointer, unsigned index) {
    return builder.CreateConstInBoundsGEP1_64(element, pointer, uint64_t(index) * width);
  }
  void copyPerLane();
  uint64_t elementBytes() const { return layout.getTypeStoreSize(element); }

  AllocaInst &array;
  const DataLayout &layout;
  unsigned width;
  Value *lane;
  Type *element = nullptr;
  SmallVector<GetElementPtrInst *, 16> geps;
  SmallSetVector<MemIntrinsic *, 4> blocks;
  SmallVector<Instruction *, 16> dead;
};

bool PrivateArray::acceptAccess(Type *type) {
  Type *scalar = type->getScalarType();
  if (!scalar->isIntegerTy() && !scalar->isFloatingPointTy() && !scalar->isPointerTy())
    return false;
  uint64_t bits = layout.getTypeSizeInBits(scalar);
  if (bits % 8 || !isPowerOf2_64(bits) || layout.getTypeAllocSize(scalar) * 8 != bits)
    return false;
  if (!element)
    element = scalar;
  return layout.getTypeStoreSize(element) * 8 == bits;
}

bool PrivateArray::acceptBlock(MemIntrinsic &block) {
  if (block.isVolatile())
    return false;
  if (auto *set = dyn_cast<MemSetInst>(&block))
    return isa<ConstantInt>(set->getValue());
  return isa<MemCpyInst, MemMoveInst>(block);
}

bool PrivateArray::collect(Value *pointer, unsigned depth) {
  if (depth > 16)
    return false;
  for (Use &use : pointer->uses()) {
    auto *user = cast<Instruction>(use.getUser());
    if (auto *load = dyn_cast<LoadInst>(user)) {
      if (!load->isSimple() || !acceptAccess(load->getType()))
        return false;
    } else if (auto *store = dyn_cast<StoreInst>(user)) {
      if (use.getOperandNo() != StoreInst::getPointerOperandIndex() || !store->isSimple() ||
          !acceptAccess(store->getValueOperand()->getType()))
        return false;
    } else if (auto *gep = dyn_cast<GetElementPtrInst>(user)) {
      if (gep->getType()->isVectorTy() || use.getOperandNo() != 0)
        return false;
      geps.push_back(gep);
      if (!collect(gep, depth + 1))
        return false;
    } else if (isa<AddrSpaceCastInst>(user)) {
      if (!collect(user, depth + 1))
        return false;
    } else if (auto *block = dyn_cast<MemIntrinsic>(user)) {
      // The element type has to come from elsewhere.
      if (use.getOperandNo() > 1 || !acceptBlock(*block))
        return false;
      blocks.insert(block);
    } else {
      return false;
    }
  }
  return true;
}

// Whether `index` times `scale` bytes are whole elements, and those of all lanes a multiple of it.
bool PrivateArray::isOfElements(const Value &index, int64_t scale) const {
  const auto bytes = int64_t(elementBytes());
  if (scale % bytes == 0)
    return true;
  const unsigned zeros = computeKnownBits(&index, layout).countMinTrailingZeros();
  return (scale << std::min(zeros, Log2_64(bytes))) % bytes == 0 &&
         scale * int64_t(width) % bytes == 0;
}

bool PrivateArray::fitsLayout() {
  uint64_t bytes = elementBytes();
  auto size = array.getAllocationSize(layout);
  if (!size || size->getFixedValue() % bytes)
    return false;
  for (GetElementPtrInst *gep : geps) {
    SmallMapVector<Value *, APInt, 4> scales;
    APInt offset(layout.getIndexTypeSizeInBits(gep->getType()), 0);
    if (!gep->collectOffset(layout, offset.getBitWidth(), scales, offset) ||
        offset.getSExtValue() % int64_t(bytes))
      return false;
    for (auto &[index, scale] : scales)
      if (!isOfElements(*index, scale.getSExtValue()))
        return false;
  }
  return all_of(blocks, [&](const MemIntrinsic *block) {
    const KnownBits length = computeKnownBits(block->getLength(), layout);
    return length.countMinTrailingZeros() >= Log2_64(bytes) &&
           (!isa<MemMoveInst>(block) || isShort(*block));
  });
}

// An element that a block is made of.
Value *PrivateArray::read(IRBuilder<> &builder, const MemIntrinsic &block, Value *index) {
  if (auto *set = dyn_cast<MemSetInst>(&block))
    return builder.getInt(
        APInt::getSplat(elementBytes() * 8, cast<ConstantInt>(set->getValue())->getValue()));
  auto &transfer = cast<MemTransferInst>(block);
  return builder.CreateAlignedLoad(
      element, builder.CreateInBoundsGEP(element, transfer.getRawSource(), index),
      commonAlignment(transfer.getSourceAlign().valueOrOne(), elementBytes()));
}

void PrivateArray::write(IRBuilder<> &builder, const MemIntrinsic &block, Value *index,
                         Value *value) {
  builder.CreateAlignedStore(value, builder.CreateInBoundsGEP(element, block.getRawDest(), index),
                             commonAlignment(block.getDestAlign().valueOrOne(), elementBytes()));
}

bool PrivateArray::isShort(const MemIntrinsic &block) const {
  auto *length = dyn_cast<ConstantInt>(block.getLength());
  return length && length->getZExtValue() / elementBytes() <= MaxExpanded;
}

void PrivateArray::expand(MemIntrinsic &block) {
  IRBuilder<> builder(&block);
  Value *length = block.getLength();
  if (isShort(block)) {
    // What is moved may lie where it goes to.
    SmallVector<Value *, 16> values;
    const uint64_t count = cast<ConstantInt>(length)->getZExtValue() / elementBytes();
    for (uint64_t i = 0; i < count; ++i)
      values.push_back(read(builder, block, builder.getInt64(i)));
    for (uint64_t i = 0; i < count; ++i)
      write(builder, block, builder.getInt64(i), values[i]);
  } else {
    Value *any = builder.CreateICmpNE(length, ConstantInt::get(length->getType(), 0));
    Instruction *then = SplitBlockAndInsertIfThen(any, block.getIterator(), /*Unreachable=*/false);
    builder.SetInsertPoint(then);
    Value *count =
        builder.CreateUDiv(length, ConstantInt::get(length->getType(), elementBytes()), "", true);
    auto [body, index] = SplitBlockAndInsertSimpleForLoop(count, then->getIterator());
    builder.SetInsertPoint(body);
    write(builder, block, index, read(builder, block, index));
  }
  block.eraseFromParent();
}

void PrivateArray::rewriteUses(Value *old_pointer, Value *new_pointer) {
  for (Use &use : make_early_inc_range(old_pointer->uses())) {
    auto *user = cast<Instruction>(use.getUser());
    IRBuilder<> builder(user);
    Align align = Align(elementBytes());
    if (auto *gep = dyn_cast<GetElementPtrInst>(user)) {
      SmallMapVector<Value *, APInt, 4> scales;
      APInt offset(layout.getIndexTypeSizeInBits(gep->getType()), 0);
      gep->collectOffset(layout, offset.getBitWidth(), scales, offset);
      int64_t bytes = elementBytes();
      Type *index_type = builder.getIntNTy(offset.getBitWidth());
      Value *pointer = new_pointer;
      for (auto &[index, scale] : scales) {
        Value *wide = builder.CreateSExtOrTrunc(index, index_type);
        wide = builder.CreateMul(
            wide, ConstantInt::get(index_type, scale.getSExtValue() * int64_t(width) / bytes));
        pointer = builder.CreateGEP(element, pointer, wide);
      }
      if (!offset.isZero())
        pointer = builder.CreateGEP(
            element, pointer,
            ConstantInt::get(index_type, offset.getSExtValue() / bytes * int64_t(width)));
      rewriteUses(gep, pointer);
      dead.push_back(gep);
    } else if (isa<AddrSpaceCastInst>(user)) {
      rewriteUses(user, builder.CreateAddrSpaceCast(new_pointer, user->getType()));
      dead.push_back(user);
    } else if (auto *load = dyn_cast<LoadInst>(user)) {
      Value *result;
      if (auto *vector = dyn_cast<FixedVectorType>(load->getType())) {
        result = PoisonValue::get(vector);
        for (unsigned i = 0; i < vector->getNumElements(); ++i)
          result = builder.CreateInsertElement(
              result,
              builder.CreateAlignedLoad(vector->getElementType(),
                                        elementAt(builder, new_pointer, i), align),
              uint64_t(i));
      } else {
        result = builder.CreateAlignedLoad(load->getType(), new_pointer, align);
      }
      load->replaceAllUsesWith(result);
      dead.push_back(load);
    } else if (auto *store = dyn_cast<StoreInst>(user)) {
      Value *value = store->getValueOperand();
      if (auto *vector = dyn_cast<FixedVectorType>(value->getType()))
        for (unsigned i = 0; i < vector->getNumElements(); ++i)
          builder.CreateAlignedStore(builder.CreateExtractElement(value, uint64_t(i)),
                                     elementAt(builder, new_pointer, i), align);
      else
        builder.CreateAlignedStore(value, new_pointer, align);
      dead.push_back(store);
    }
  }
}

void PrivateArray::interleave() {
  uint64_t count = array.getAllocationSize(layout)->getFixedValue() / elementBytes();
  IRBuilder<> builder(&array);
  AllocaInst *all = builder.CreateAlloca(ArrayType::get(element, count * width),
                                         array.getAddressSpace(), nullptr, array.getName());
  all->setAlignment(
      std::max(array.getAlign(), Align(std::min<uint64_t>(64, elementBytes() * width))));
  all->moveBefore(cast<Instruction>(lane)->getIterator());
  builder.SetInsertPoint(cast<Instruction>(lane)->getNextNode());
  Value *mine = builder.CreateGEP(element, all, lane);
  rewriteUses(&array, mine);
  // Users stand behind what they use.
  for (Instruction *instruction : dead) {
    instruction->dropAllReferences();
  }
  for (Instruction *instruction : dead)
    instruction->eraseFromParent();
  array.eraseFromParent();
}

void PrivateArray::copyPerLane() {
  IRBuilder<> builder(&array);
  uint64_t size = array.getAllocationSize(layout)->getFixedValue();
  size = alignTo(size, array.getAlign());
  Type *bytes = ArrayType::get(builder.getInt8Ty(), size);
  AllocaInst *all = builder.CreateAlloca(ArrayType::get(bytes, width), array.getAddressSpace(),
                                         nullptr, array.getName());
  all->setAlignment(array.getAlign());
  all->moveBefore(cast<Instruction>(lane)->getIterator());
  builder.SetInsertPoint(cast<Instruction>(lane)->getNextNode());
  array.replaceAllUsesWith(builder.CreateGEP(bytes, all, lane));
  array.eraseFromParent();
}

} // namespace

bool layOutPrivateMemory(Function &function, unsigned width, std::string &failure) {
  SmallVector<AllocaInst *, 8> allocas;
  uint64_t total = 0;
  for (Instruction &instruction : function.getEntryBlock())
    if (auto *array = dyn_cast<AllocaInst>(&instruction)) {
      auto size = array->getAllocationSize(function.getDataLayout());
      if (!size || size->isScalable()) {
        failure = "private memory of unknown size";
        return false;
      }
      total += size->getFixedValue() * width;
      allocas.push_back(array);
    }
  if (total > MaxBytes) {
    failure = "private memory of all lanes exceeds " + std::to_string(MaxBytes) + " bytes";
    return false;
  }
  if (allocas.empty())
    return true;
  Module &module = *function.getParent();
  IRBuilder<> builder(function.getContext());
  FunctionCallee get_lane =
      module.getOrInsertFunction(LaneName, FunctionType::get(builder.getInt64Ty(), false));
  builder.SetInsertPoint(&function.getEntryBlock(), function.getEntryBlock().begin());
  CallInst *lane = builder.CreateCall(get_lane, {}, "lane");
  lane->setDoesNotAccessMemory();
  lane->setDoesNotThrow();
  for (AllocaInst *array : allocas)
    PrivateArray(*array, width, lane).run();
  return true;
}

} // namespace weft
