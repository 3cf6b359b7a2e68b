// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   v = load <4 x float>, p                 store float x, p + 4
//   w = insertelement v, x, 1         ->
//   store w, p
//
//   v = load <4 x float>, p                 x = load float, p + 8
//   x = extractelement v, 2           ->
#include "passes/check_marks.h"
#include "passes/lowering/steps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/TypeSize.h"
#include "llvm/Transforms/Utils/Local.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

using namespace llvm;

namespace weft {
namespace {

// Components from `first` up to `end`.
struct Run {
  unsigned first, end;
};
SmallVector<Run> runsOf(const SmallBitVector &lanes) {
  SmallVector<Run> runs;
  for (const unsigned lane : lanes.set_bits())
    if (!runs.empty() && runs.back().end == lane)
      ++runs.back().end;
    else
      runs.push_back({lane, lane + 1});
  return runs;
}

class ComponentAccesses {
public:
  explicit ComponentAccesses(Function &item) : item(item), layout(item.getDataLayout()) {}

  // All of them, loads too.
  void narrowAll() {
    for (const Write &write : writes())
      narrow(write);
    SmallVector<LoadInst *> loads;
    for (Instruction &instruction : instructions(item))
      if (auto *load = dyn_cast<LoadInst>(&instruction);
          load && load->isSimple() && isShared(*load->getPointerOperand(), load->getType()))
        loads.push_back(load);
    for (LoadInst *load : loads)
      narrow(*load);
  }

  // Stores beside which others, by other work-items, may write the rest of the vector.
  void narrowMixed() {
    const SmallVector<Write> all = writes();
    SmallVector<const Write *> mixed;
    for (const Write &write : all)
      if (!write.edits.empty() || write.changed.count() == 1 ||
          any_of(all, [&](const Write &other) {
            return bytesOf(other) == bytesOf(write) &&
                   (!other.edits.empty() || other.changed != write.changed);
          }))
        mixed.push_back(&write);
    for (const Write *write : mixed)
      narrow(*write);
  }

private:
  // A store of a vector some of whose components are those that were loaded from there.
  struct Write {
    StoreInst *store;
    LoadInst *load;         // the front end's, not the program's
    Value *base;            // what is stored, before the edits
    SmallBitVector changed; // components of `base` that are others than in memory
    SmallVector<InsertElementInst *, 1> edits; // at indices that are computed, and those behind
  };

  SmallVector<Write> writes() {
    SmallVector<Write> found;
    for (Instruction &instruction : instructions(item))
      if (auto *store = dyn_cast<StoreInst>(&instruction);
          store && !store->isAtomic() &&
          isShared(*store->getPointerOperand(), store->getValueOperand()->getType()))
        if (std::optional<Write> write = describe(*store))
          found.push_back(std::move(*write));
    return found;
  }

  std::optional<Write> describe(StoreInst &store) const {
    LoadInst *load = loadBehind(store);
    if (!load || isWrittenBetween(*load, store))
      return std::nullopt;
    Write write = {&store, load, store.getValueOperand(), {}, {}};
    unsigned kept = 0; // edits up to the first one at an index that is computed
    SmallVector<InsertElementInst *, 1> inserts;
    for (Value *value = write.base; auto *insert = dyn_cast<InsertElementInst>(value);) {
      inserts.push_back(insert);
      value = insert->getOperand(0);
      if (!isa<ConstantInt>(insert->getOperand(2))) {
        write.base = value;
        kept = unsigned(inserts.size());
      }
    }
    write.edits.assign(inserts.begin(), inserts.begin() + kept);
    std::reverse(write.edits.begin(), write.edits.end());
    write.changed.resize(lanesOf(*write.base));
    for (unsigned lane = 0; lane < write.changed.size(); ++lane)
      write.changed[lane] = !isOf(*load, write.base, lane);
    if (write.changed.all())
      return std::nullopt;
    return write;
  }

  uint64_t bytesOf(const Write &write) const {
    return layout.getTypeStoreSize(write.store->getValueOperand()->getType());
  }

  // Vectors of whole bytes, of other memory than the work-item's own.
  bool isShared(const Value &pointer, const Type *type) const {
    const auto *vector = dyn_cast<FixedVectorType>(type);
    if (!vector || isa<AllocaInst>(getUnderlyingObject(&pointer)))
      return false;
    Type *element = vector->getElementType();
    return layout.getTypeSizeInBits(element) == layout.getTypeAllocSizeInBits(element);
  }

  // Where component `lane` of a vector comes from: one of another vector, or a scalar.
  struct Source {
    Value *value; // null: nowhere
    unsigned lane;
    bool is_scalar;
  };
  static Source sourceOf(Value *value, unsigned lane) {
    for (;;) {
      if (auto *insert = dyn_cast<InsertElementInst>(value)) {
        const auto *index = dyn_cast<ConstantInt>(insert->getOperand(2));
        if (!index)
          return {value, lane, false};
        if (index->getZExtValue() == lane)
          return {insert->getOperand(1), 0, true};
        value = insert->getOperand(0);
      } else if (auto *shuffle = dyn_cast<ShuffleVectorInst>(value)) {
        const int from = shuffle->getMaskValue(lane);
        if (from < 0)
          return {nullptr, 0, false};
        const unsigned count = lanesOf(*shuffle->getOperand(0));
        value = shuffle->getOperand(unsigned(from) / count);
        lane = unsigned(from) % count;
      } else {
        return {value, lane, false};
      }
    }
  }
  static bool isOf(const LoadInst &load, Value *value, unsigned lane) {
    const Source source = sourceOf(value, lane);
    return source.value == &load && source.lane == lane && !source.is_scalar;
  }

  // The load of the same vector of which the stored value has kept some.
  static LoadInst *loadBehind(StoreInst &store) {
    SmallVector<Value *> left = {store.getValueOperand()};
    while (!left.empty()) {
      Value *value = left.pop_back_val();
      if (auto *load = dyn_cast<LoadInst>(value)) {
        if (!load->isAtomic() && load->getPointerOperand() == store.getPointerOperand() &&
            load->getType() == store.getValueOperand()->getType() &&
            load->getParent() == store.getParent())
          return load;
      } else if (auto *insert = dyn_cast<InsertElementInst>(value)) {
        left.push_back(insert->getOperand(0));
      } else if (auto *shuffle = dyn_cast<ShuffleVectorInst>(value)) {
        left.push_back(shuffle->getOperand(0));
        left.push_back(shuffle->getOperand(1));
      }
    }
    return nullptr;
  }

  // What is between them may have written there; marks for checks write nowhere.
  static bool isWrittenBetween(const Instruction &first, const Instruction &last) {
    return any_of(
        make_range(std::next(first.getIterator()), last.getIterator()), [](const Instruction &one) {
          const auto *call = dyn_cast<CallBase>(&one);
          return one.mayWriteToMemory() && !(call && call->onlyAccessesInaccessibleMemory());
        });
  }

  void narrow(const Write &write) {
    StoreInst &store = *write.store;
    Value *pointer = store.getPointerOperand(), *stored = store.getValueOperand();
    IRBuilder<> builder(&store);
    for (const Run &run : runsOf(write.changed))
      writePart(store, run, partOf(builder, write.base, run),
                address(builder, pointer, *stored, run));
    for (InsertElementInst *edit : write.edits) {
      const auto *index = dyn_cast<ConstantInt>(edit->getOperand(2));
      if (index && index->getValue().ult(lanesOf(*stored))) {
        const auto lane = unsigned(index->getZExtValue());
        const Run run = {lane, lane + 1};
        writePart(store, run, edit->getOperand(1), address(builder, pointer, *stored, run));
      } else if (!index) {
        writeAt(builder, store, *edit);
      }
    }
    store.eraseFromParent();
    const bool is_volatile = write.load->isVolatile(); // then it is not deleted with what uses it
    RecursivelyDeleteTriviallyDeadInstructions(stored);
    if (is_volatile && write.load->use_empty())
      write.load->eraseFromParent();
  }

  void writePart(StoreInst &whole, const Run &run, Value *part, Value *pointer) {
    IRBuilder<> builder(&whole);
    StoreInst *store = builder.CreateStore(part, pointer, whole.isVolatile());
    const Value &vector = *whole.getValueOperand();
    describe(*store, whole, vector, run);
    store->setAlignment(commonAlignment(whole.getAlign(), run.first * elementBytes(vector)));
  }

  // An index beyond the vector, with which nothing of it is defined, writes its last component.
  void writeAt(IRBuilderBase &builder, StoreInst &whole, InsertElementInst &edit) {
    Value *index = builder.CreateFreeze(edit.getOperand(2));
    index = builder.CreateBinaryIntrinsic(Intrinsic::umin, index,
                                          ConstantInt::get(index->getType(), lanesOf(edit) - 1));
    Type *element = edit.getType()->getElementType();
    Value *pointer = builder.CreateInBoundsGEP(
        element, whole.getPointerOperand(), builder.CreateZExtOrTrunc(index, builder.getInt64Ty()));
    StoreInst *store = builder.CreateStore(edit.getOperand(1), pointer, whole.isVolatile());
    store->copyMetadata(whole, {LLVMContext::MD_alias_scope, LLVMContext::MD_noalias});
    store->setDebugLoc(whole.getDebugLoc());
    store->setAlignment(commonAlignment(whole.getAlign(), elementBytes(edit)));
  }

  void narrow(LoadInst &load) {
    SmallBitVector used(lanesOf(load));
    for (const User *user : load.users())
      if (const auto *extract = dyn_cast<ExtractElementInst>(user)) {
        const auto *index = dyn_cast<ConstantInt>(extract->getIndexOperand());
        if (!index || index->getZExtValue() >= used.size())
          return;
        used.set(unsigned(index->getZExtValue()));
      } else if (const auto *shuffle = dyn_cast<ShuffleVectorInst>(user)) {
        for (const int from : shuffle->getShuffleMask())
          for (const unsigned operand : {0u, 1u})
            if (shuffle->getOperand(operand) == &load && from >= 0 &&
                unsigned(from) / used.size() == operand)
              used.set(unsigned(from) % used.size());
      } else {
        return;
      }
    if (used.all() || used.none())
      return;
    IRBuilder<> builder(&load);
    Value *whole = PoisonValue::get(load.getType());
    for (const Run &run : runsOf(used)) {
      Type *element = cast<FixedVectorType>(load.getType())->getElementType();
      const unsigned count = run.end - run.first;
      auto *part = builder.CreateLoad(count == 1 ? element : FixedVectorType::get(element, count),
                                      address(builder, load.getPointerOperand(), load, run));
      describe(*part, load, load, run);
      part->setAlignment(commonAlignment(load.getAlign(), run.first * elementBytes(load)));
      for (unsigned lane = run.first; lane < run.end; ++lane)
        whole = builder.CreateInsertElement(
            whole, count == 1 ? part : builder.CreateExtractElement(part, lane - run.first), lane);
    }
    whole->takeName(&load);
    load.replaceAllUsesWith(whole);
    load.eraseFromParent();
  }

  static unsigned lanesOf(const Value &vector) {
    return cast<FixedVectorType>(vector.getType())->getNumElements();
  }
  uint64_t elementBytes(const Value &vector) const {
    return layout.getTypeAllocSize(cast<FixedVectorType>(vector.getType())->getElementType());
  }

  Value *address(IRBuilderBase &builder, Value *pointer, const Value &vector,
                 const Run &run) const {
    return run.first ? builder.CreateConstGEP1_64(builder.getInt8Ty(), pointer,
                                                  run.first * elementBytes(vector))
                     : pointer;
  }
  static Value *partOf(IRBuilderBase &builder, Value *vector, const Run &run) {
    Type *element = cast<FixedVectorType>(vector->getType())->getElementType();
    const auto component = [&](unsigned lane) -> Value * {
      const Source source = sourceOf(vector, lane);
      if (!source.value)
        return PoisonValue::get(element);
      return source.is_scalar ? source.value
                              : builder.CreateExtractElement(source.value, source.lane);
    };
    if (run.end - run.first == 1)
      return component(run.first);
    Value *part = PoisonValue::get(FixedVectorType::get(element, run.end - run.first));
    for (unsigned lane = run.first; lane < run.end; ++lane)
      part = builder.CreateInsertElement(part, component(lane), lane - run.first);
    return part;
  }

  void describe(Instruction &part, const Instruction &access, const Value &vector,
                const Run &run) const {
    part.copyMetadata(access, {LLVMContext::MD_alias_scope, LLVMContext::MD_noalias});
    part.setDebugLoc(access.getDebugLoc());
    Type *word = Type::getInt64Ty(item.getContext());
    auto number = [&](uint64_t value) {
      return ConstantAsMetadata::get(ConstantInt::get(word, value));
    };
    part.setMetadata(ComponentKind, MDNode::get(item.getContext(),
                                                {number(run.first * elementBytes(vector)),
                                                 number(layout.getTypeStoreSize(vector.getType())),
                                                 number(getLoadStoreAlignment(&access).value())}));
  }

  Function &item;
  const DataLayout &layout;
};

} // namespace

void narrowComponentAccesses(Function &item) { ComponentAccesses(item).narrowAll(); }
void narrowMixedComponentStores(Function &function) { ComponentAccesses(function).narrowMixed(); }

} // namespace weft
