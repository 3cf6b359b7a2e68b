// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One way in which an access is widened. They are an ordered list, of which each access gets the
// first that matches (access_plan.h); what that one costs is what it emits.
#ifndef WEFT_PASSES_VECTORIZE_ACCESS_ACCESS_STRATEGY_H
#define WEFT_PASSES_VECTORIZE_ACCESS_ACCESS_STRATEGY_H

#include "passes/steps.h"
#include "passes/vectorize/access/access.h"

#include "weft/code_report.h"

#include "llvm/ADT/ArrayRef.h"

namespace weft {

class Accesses;
struct AccessPlan;

class AccessStrategy {
public:
  virtual llvm::StringRef name() const = 0;

  // As who asks what became of the access is told.
  virtual Fate fate() const = 0;

  // The name by which the strategy can be left out; none if it is needed.
  virtual std::optional<Step> step() const { return std::nullopt; }

  // Whether the strategy widens the access. What it needs is known before anything is written:
  // shapes, target, and what is known of the access's tests.
  virtual bool matches(const Access &access) const = 0;

  // Whether it takes the address of each lane; else lane 0's is enough, mostly.
  virtual bool takesAddresses() const { return false; }

  // Whether it leaves elements in the order of memory where the access is to
  // (Access::in_memory_order), and has whom it hands the access to do so; others are by element.
  virtual bool knowsMemoryOrder() const { return false; }

  // Of all lanes together, in the units of passes/target/costs.def. Requires: matches(access);
  // `plan`, the access's, has what it does where its tests hold, and where not.
  virtual double cost(const Access &access, const AccessPlan &plan) const = 0;

  // Requires: matches(access); the builder stands at the access.
  // Guarantees: the access is written, and the values of a load are set.
  virtual void emit(Accesses &to, const Access &access) const = 0;

protected:
  constexpr AccessStrategy() = default;
  ~AccessStrategy() = default; // strategies are static
};

// All of them, the most preferred first (access_strategies.cpp). The last one matches any access.
llvm::ArrayRef<const AccessStrategy *> accessStrategies();

} // namespace weft
#endif
