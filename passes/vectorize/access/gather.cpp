// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gathers and scatters: accesses of lanes at any addresses.
#include "passes/vectorize/access/access_cost.h"
#include "passes/vectorize/access/access_strategies.h"
#include "passes/vectorize/access/accesses.h"

using namespace llvm;

namespace weft {
namespace {

class Gather final : public AccessStrategy {
public:
  StringRef name() const override { return "gather"; }
  Fate fate() const override { return Fate::Gather; }
  bool matches(const Access &) const override { return true; }
  bool takesAddresses() const override { return true; }
  double cost(const Access &access, const AccessPlan &) const override {
    return scatteredCost(access);
  }
  void emit(Accesses &to, const Access &access) const override {
    if (access.tests == Access::Tests::Open)
      to.noteGather(access.instruction, access.is_store ? "store scatters" : "load gathers");
    if (!access.is_store)
      to.core.setVectors(&access.instruction, to.lanes.gather(access));
    else
      to.lanes.scatter(access);
  }
};

} // namespace

const AccessStrategy &gatherAccess() {
  static const Gather strategy;
  return strategy;
}

} // namespace weft
