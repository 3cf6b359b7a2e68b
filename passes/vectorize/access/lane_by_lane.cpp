// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses that must be made one after the other, such as atomic ones, or whose elements are not
// consecutive in memory: a loop over the active lanes.
#include "passes/vectorize/access/access_strategies.h"
#include "passes/vectorize/access/accesses.h"

using namespace llvm;

namespace weft {
namespace {

class LaneByLane final : public AccessStrategy {
public:
  StringRef name() const override { return "lane by lane"; }
  Fate fate() const override { return Fate::LaneByLane; }
  bool matches(const Access &access) const override { return access.is_atomic || !access.is_plain; }
  bool takesAddresses() const override { return true; }
  double cost(const Access &access, const AccessPlan &) const override {
    const Costs &costs = access.target.costs();
    return access.width * (costs.looped_lane + costs.access);
  }
  void emit(Accesses &to, const Access &access) const override {
    to.core.emitPerLane(access.instruction);
  }
};

} // namespace

const AccessStrategy &laneByLaneAccess() {
  static const LaneByLane strategy;
  return strategy;
}

} // namespace weft
