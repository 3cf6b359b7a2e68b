// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How each load and store of a function becomes wide. It is decided once, before anything is
// written: the estimate prices the plan, and the widener carries it out.
//
//   load or store --> Access --> first strategy that matches --> AccessPlan --+--> cost_model.cpp
//                                                                            +--> accesses.cpp
#ifndef WEFT_PASSES_VECTORIZE_ACCESS_ACCESS_PLAN_H
#define WEFT_PASSES_VECTORIZE_ACCESS_ACCESS_PLAN_H

#include "passes/vectorize/access/access_strategy.h"

#include "llvm/ADT/DenseMap.h"

#include <array>
#include <vector>

namespace weft {

struct AccessPlan {
  // The strategy, by what is known of the access's tests where it is written. The same for all if
  // it has none (Access::hangsOnTests()).
  const AccessStrategy &strategy(Access::Tests known) const { return *strategies[size_t(known)]; }
  // Whether each lane's address is wanted, but where tests fail.
  bool takesAddresses() const { return strategy(Access::Tests::Open).takesAddresses(); }
  // Of the access where nothing is known of its tests, in the units of passes/target/costs.def.
  double cost() const { return strategy(Access::Tests::Open).cost(access, *this); }

  Access access;
  std::array<const AccessStrategy *, 3> strategies{}; // by Access::Tests
};

class AccessPlans {
public:
  // Plans the function's loads and stores. Requires: it does not change while the plans are used.
  // `left_out`: strategies that are not to be taken.
  AccessPlans(const llvm::Function &function, const ShapeInfo &shapes, const TargetInfo &target,
              const LeftOut &left_out = {});

  // Requires: a load or a store of the function.
  const AccessPlan &of(const llvm::Instruction &access) const { return plans[numbers.at(&access)]; }

private:
  std::vector<AccessPlan> plans;
  llvm::DenseMap<const llvm::Instruction *, unsigned> numbers; // of each access's plan
};

} // namespace weft
#endif
