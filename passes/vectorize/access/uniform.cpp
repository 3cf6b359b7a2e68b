// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses of all lanes to one address, which a scalar one does.
#include "passes/vectorize/access/access_strategies.h"
#include "passes/vectorize/access/accesses.h"

using namespace llvm;

namespace weft {
namespace {

class UniformAccess : WidenerPart {
public:
  using WidenerPart::WidenerPart;
  void load(const LoadInst &load);
  void store(const StoreInst &store);
};

// Elements that go separate ways are loaded separately: what is wanted in all lanes is a broadcast,
// which comes from memory at no cost.
void UniformAccess::load(const LoadInst &load) {
  auto *type = dyn_cast<FixedVectorType>(load.getType());
  bool apart = type && load.isSimple() && isPlainSequence(type, layout) &&
               all_of(load.users(), [](auto *user) {
                 auto *extract = dyn_cast<ExtractElementInst>(user);
                 return extract && isa<ConstantInt>(extract->getIndexOperand());
               });
  if (!apart)
    return core.emitScalar(load);
  Value *pointer = core.scalarOf(load.getPointerOperand()), *result = PoisonValue::get(type);
  uint64_t bytes = layout.getTypeStoreSize(type->getElementType());
  for (unsigned i = 0; i < type->getNumElements(); ++i) {
    LoadInst *part =
        describe(builder.CreateAlignedLoad(type->getElementType(),
                                           core.elementAddress(pointer, int64_t(i * bytes)),
                                           commonAlignment(load.getAlign(), i * bytes)),
                 load);
    result = builder.CreateInsertElement(result, part, uint64_t(i));
  }
  core.setScalar(&load, result);
}

// One of the lanes' values, if they differ, is as good as another.
void UniformAccess::store(const StoreInst &store) {
  const Value *value = store.getValueOperand();
  Value *stored = core.isUniform(value) ? core.scalarOf(value)
                                        : core.laneOf(value, core.lastLane(core.current_mask));
  describe(builder.CreateAlignedStore(stored, core.scalarOf(store.getPointerOperand()),
                                      store.getAlign()),
           store);
}

class Uniform final : public AccessStrategy {
public:
  StringRef name() const override { return "uniform"; }
  Fate fate() const override { return Fate::Uniform; }
  bool matches(const Access &access) const override { return access.isUniform(); }
  double cost(const Access &access, const AccessPlan &) const override {
    return access.target.costs().access;
  }
  void emit(Accesses &to, const Access &access) const override {
    if (auto *load = dyn_cast<LoadInst>(&access.instruction))
      UniformAccess(to.core).load(*load);
    else
      UniformAccess(to.core).store(cast<StoreInst>(access.instruction));
  }
};

} // namespace

const AccessStrategy &uniformAccess() {
  static const Uniform strategy;
  return strategy;
}

} // namespace weft
