// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How an access is widened: an ordered list of strategies. The first that matches an access says
// what it costs, and writes it unless it finds that it cannot (emit()).
//
//                        +--> chooseAccessStrategy(access).cost()     cost_model.cpp
//   load or store --> Access
//                        +--> the same list: emit()                   accesses.cpp
#ifndef WEFT_PASSES_VECTORIZE_ACCESS_ACCESS_STRATEGY_H
#define WEFT_PASSES_VECTORIZE_ACCESS_ACCESS_STRATEGY_H

#include "passes/vectorize/access/access.h"

#include "weft/code_report.h"

#include "llvm/ADT/ArrayRef.h"

namespace weft {

class Accesses;

class AccessStrategy {
public:
  virtual llvm::StringRef name() const = 0;

  // As who asks what became of the access is told.
  virtual Fate fate() const = 0;

  // The name by which the strategy can be left out; none if it is needed.
  virtual std::optional<Step> step() const { return std::nullopt; }

  // Whether the strategy can widen the access, as far as shapes and target tell.
  virtual bool matches(const Access &access) const = 0;

  // Of all lanes together, in the units of passes/target/costs.def. Requires: matches(access).
  virtual double cost(const Access &access) const = 0;

  // Requires: matches(access); the builder stands at the access.
  // Guarantees: true: the access is written, and the values of a load are set. False: nothing is
  // written, because a value that it needs has not been made yet; the next strategy is tried.
  virtual bool emit(Accesses &to, const Access &access) const = 0;

protected:
  constexpr AccessStrategy() = default;
  ~AccessStrategy() = default; // strategies are static
};

// Whether the strategy matches, and is not to be left out.
bool applies(const AccessStrategy &strategy, const Access &access);

// All of them, the most preferred first (access_strategies.cpp). The last one matches any access.
llvm::ArrayRef<const AccessStrategy *> accessStrategies();

// The first that applies.
const AccessStrategy &chooseAccessStrategy(const Access &access);

} // namespace weft
#endif
