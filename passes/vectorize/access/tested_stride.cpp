// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses that have a stride if no narrow unsigned index wraps and no clamp takes hold, which is
// tested at run time:
//
//   tests hold? --yes--> vectors and shuffles --+--> done
//               --no---> gather or scatter -----+
#include "passes/vectorize/access/access_cost.h"
#include "passes/vectorize/access/access_plan.h"
#include "passes/vectorize/access/access_strategies.h"
#include "passes/vectorize/access/accesses.h"

#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;

namespace weft {
namespace {

class TestedStride final : public AccessStrategy {
public:
  StringRef name() const override { return "tested stride"; }
  Fate fate() const override { return Fate::TestedStride; }
  std::optional<Step> step() const override { return Step::TestedStrideAccess; }
  bool knowsMemoryOrder() const override { return true; }
  bool matches(const Access &access) const override {
    return access.tests == Access::Tests::Open && access.hangsOnTests();
  }
  double cost(const Access &access, const AccessPlan &plan) const override {
    const Access held = access.with(Access::Tests::Hold);
    return plan.strategy(held.tests).cost(held, plan) +
           testsCost(access.lies->tests, access.target.costs());
  }
  void emit(Accesses &to, const Access &access) const override {
    Widener &core = to.core;
    const Instruction &instruction = access.instruction;
    auto [regular, other, done] = to.tests.branchOn(*access.lies);
    to.emit(access.with(Access::Tests::Hold));
    Widener::Elements loaded = core.knownVectors(&instruction);
    regular = core.builder.GetInsertBlock();
    core.builder.CreateBr(done);
    core.builder.SetInsertPoint(other);
    SaveAndRestore rare(to.lanes.rarely, true);
    to.emit(access.with(Access::Tests::Fail));
    Widener::Elements merged =
        core.mergeOutcomes(loaded, regular, core.knownVectors(&instruction), done);
    if (!access.is_store)
      core.setVectors(&instruction, merged);
  }
};

} // namespace

const AccessStrategy &testedStrideAccess() {
  static const TestedStride strategy;
  return strategy;
}

} // namespace weft
