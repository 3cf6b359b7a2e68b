// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/access/access_plan.h"

#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace weft {

static const AccessStrategy *choose(const Access &access, const LeftOut &left_out) {
  return *find_if(accessStrategies(), [&](const AccessStrategy *strategy) {
    const std::optional<Step> step = strategy->step();
    return !(step && left_out.contains(*step)) && strategy->matches(access);
  });
}

AccessPlans::AccessPlans(const Function &function, const ShapeInfo &shapes,
                         const TargetInfo &target, const LeftOut &left_out) {
  for (const Instruction &instruction : instructions(function)) {
    if (!getLoadStorePointerOperand(&instruction))
      continue;
    numbers[&instruction] = unsigned(plans.size());
    AccessPlan &plan = plans.emplace_back(AccessPlan{Access(instruction, shapes, target)});
    plan.strategies.fill(choose(plan.access, left_out));
    if (plan.access.hangsOnTests())
      for (Access::Tests known : {Access::Tests::Hold, Access::Tests::Fail})
        plan.strategies[size_t(known)] = choose(plan.access.with(known), left_out);
  }
}

} // namespace weft
