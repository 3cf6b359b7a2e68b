// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/access/access_cost.h"
#include "passes/vectorize/access/access_strategy.h"
#include "passes/vectorize/access/same_stride.h"
#include "passes/vectorize/small_table.h"
#include "passes/vectorize/widener.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;

namespace weft {
namespace {

class Uniform final : public AccessStrategy {
public:
  StringRef name() const override { return "uniform"; }
  bool matches(const Access &access) const override { return access.isUniform(); }
  double cost(const Access &access) const override { return access.target.costs().access; }
  bool emit(Widener &to, const Access &access) const override {
    if (auto *load = dyn_cast<LoadInst>(&access.instruction))
      to.emitUniformLoad(*load);
    else
      to.emitUniformStore(cast<StoreInst>(access.instruction));
    return true;
  }
};

class LaneByLane final : public AccessStrategy {
public:
  StringRef name() const override { return "lane by lane"; }
  bool matches(const Access &access) const override {
    return !access.is_simple || !access.is_plain;
  }
  double cost(const Access &access) const override {
    const Costs &costs = access.target.costs();
    // The estimate takes a volatile store to one address for a single one, and does not know of
    // elements of odd sizes.
    if (access.is_store && access.shapes.shape(access.pointer).isUniform())
      return costs.access;
    return access.is_simple ? scatteredCost(access)
                            : access.width * (costs.looped_lane + costs.access);
  }
  bool emit(Widener &to, const Access &access) const override {
    to.emitPerLane(access.instruction);
    return true;
  }
};

class Table final : public AccessStrategy {
public:
  StringRef name() const override { return "table"; }
  bool matches(const Access &access) const override {
    return !access.is_store && !access.hasScalarPointer() &&
           findSmallTable(cast<LoadInst>(access.instruction), access.target);
  }
  double cost(const Access &access) const override {
    const Costs &costs = access.target.costs();
    return operationCost(access.type, access.width, access.target) * (costs.vector + costs.shuffle);
  }
  bool emit(Widener &to, const Access &access) const override {
    auto &load = cast<LoadInst>(access.instruction);
    std::optional<Widener::Elements> loaded = to.loadFromTable(load);
    if (loaded)
      to.setVectors(&load, *loaded);
    return loaded.has_value();
  }
};

class Broadcast final : public AccessStrategy {
public:
  StringRef name() const override { return "broadcast"; }
  bool matches(const Access &access) const override { return access.knownStride() == 0; }
  double cost(const Access &access) const override { return consecutiveCost(access); }
  bool emit(Widener &to, const Access &access) const override {
    auto &load = cast<LoadInst>(access.instruction);
    to.setVectors(&load, to.broadcastLoad(load, to.laneZero(access.pointer)));
    return true;
  }
};

void emitStrided(Widener &to, const Access &access) {
  Value *first = to.laneZero(access.pointer);
  if (auto *load = dyn_cast<LoadInst>(&access.instruction))
    to.setVectors(load, to.stridedLoad(*load, first, *access.knownStride()));
  else
    to.stridedStore(cast<StoreInst>(access.instruction), first, *access.knownStride());
}

class Consecutive final : public AccessStrategy {
public:
  StringRef name() const override { return "consecutive"; }
  bool matches(const Access &access) const override {
    std::optional<int64_t> stride = access.knownStride();
    return stride && *stride != 0 && uint64_t(std::abs(*stride)) <= access.bytes();
  }
  double cost(const Access &access) const override { return consecutiveCost(access); }
  bool emit(Widener &to, const Access &access) const override {
    emitStrided(to, access);
    return true;
  }
};

class Strided final : public AccessStrategy {
public:
  StringRef name() const override { return "strided"; }
  bool matches(const Access &access) const override {
    std::optional<int64_t> stride = access.knownStride();
    return stride && uint64_t(std::abs(*stride)) > access.bytes();
  }
  double cost(const Access &access) const override { return stridedCost(access); }
  bool emit(Widener &to, const Access &access) const override {
    emitStrided(to, access);
    return true;
  }
};

class TestedStride final : public AccessStrategy {
public:
  StringRef name() const override { return "tested stride"; }
  bool matches(const Access &access) const override {
    return access.tests == Access::Tests::Open && access.hangsOnTests();
  }
  double cost(const Access &access) const override {
    const Access held = access.with(Access::Tests::Hold);
    return chooseAccessStrategy(held).cost(held) + testsCost(access);
  }
  bool emit(Widener &to, const Access &access) const override {
    auto [regular, other, done] = to.branchOn(*access.lies);
    to.emitAccess(access.with(Access::Tests::Hold));
    Widener::Elements loaded = to.vectors.lookup(&access.instruction);
    regular = to.builder.GetInsertBlock();
    to.builder.CreateBr(done);
    to.builder.SetInsertPoint(other);
    {
      SaveAndRestore rare(to.runs_rarely, true);
      to.emitAccess(access.with(Access::Tests::Fail));
    }
    Widener::Elements merged =
        to.mergeOutcomes(loaded, regular, to.vectors.lookup(&access.instruction), done);
    if (!access.is_store)
      to.setVectors(&access.instruction, merged);
    return true;
  }
};

class SameStride final : public AccessStrategy {
public:
  StringRef name() const override { return "same stride"; }
  bool matches(const Access &access) const override {
    return access.tests == Access::Tests::Open && findSameStride(access);
  }
  double cost(const Access &access) const override { return scatteredCost(access); }
  bool emit(Widener &to, const Access &access) const override {
    auto &load = cast<LoadInst>(access.instruction);
    std::optional<Widener::Elements> loaded = to.gatherSameStride(access);
    if (!loaded)
      return false;
    to.noteGather(load, "load gathers");
    to.setVectors(&load, *loaded);
    return true;
  }
};

class Window final : public AccessStrategy {
public:
  StringRef name() const override { return "window"; }
  bool matches(const Access &access) const override {
    // Of objects whose end LLVM knows, what lies behind must not be read.
    return access.tests == Access::Tests::FailNear && canWindow(access) &&
           isa<Argument>(getUnderlyingObject(access.pointer)) &&
           windowIndex(access.pointer, access.bytes(), access.shapes, access.layout);
  }
  double cost(const Access &access) const override { return scatteredCost(access); }
  bool emit(Widener &to, const Access &access) const override {
    return access.is_store ? to.scatterNear(access) : to.gatherNear(access);
  }
};

class Gather final : public AccessStrategy {
public:
  StringRef name() const override { return "gather"; }
  bool matches(const Access &) const override { return true; }
  double cost(const Access &access) const override { return scatteredCost(access); }
  bool emit(Widener &to, const Access &access) const override {
    if (access.tests == Access::Tests::Open)
      to.noteGather(access.instruction, access.is_store ? "store scatters" : "load gathers");
    if (auto *load = dyn_cast<LoadInst>(&access.instruction))
      to.setVectors(load, to.gatherElements(*load));
    else
      to.emitScatter(cast<StoreInst>(access.instruction));
    return true;
  }
};

} // namespace

ArrayRef<const AccessStrategy *> accessStrategies() {
  static const Uniform uniform;
  static const LaneByLane lane_by_lane;
  static const Table table;
  static const Broadcast broadcast;
  static const Consecutive consecutive;
  static const Strided strided;
  static const TestedStride tested_stride;
  static const SameStride same_stride;
  static const Window window;
  static const Gather gather;
  static const AccessStrategy *const list[] = {
      &uniform,       // one access instead of W, whatever its type
      &lane_by_lane,  // what none of those below may join, split or repeat
      &table,         // no memory at all; also of an index that has, or may have, a stride
      &broadcast,     // one load; as of here all lanes' addresses are told from lane 0's ...
      &consecutive,   // ... by as many vectors as there are elements,
      &strided,       // ... by more of them, and shuffles,
      &tested_stride, // ... or so by a test, which pays as it mostly holds
      &same_stride,   // lanes' addresses are computed as scalars: no vector of them is taken apart
      &window,        // two vectors for W accesses, but after a test that is made in vectors
      &gather,        // each lane's own address: always possible
  };
  return list;
}

const AccessStrategy &chooseAccessStrategy(const Access &access) {
  return **find_if(accessStrategies(),
                   [&](const AccessStrategy *strategy) { return strategy->matches(access); });
}

} // namespace weft
