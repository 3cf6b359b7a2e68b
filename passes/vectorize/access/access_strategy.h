// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How an access becomes wide: one strategy for each way, in one list that is ordered. The first
// that matches an access writes it, and says what it costs, so that the estimate is of what is
// written.
//
//                        +--> chooseAccessStrategy(access).cost()     cost_model.cpp
//   load or store --> Access
//                        +--> the same list: emit()                   accesses.cpp
#ifndef WEFT_PASSES_VECTORIZE_ACCESS_ACCESS_STRATEGY_H
#define WEFT_PASSES_VECTORIZE_ACCESS_ACCESS_STRATEGY_H

#include "passes/vectorize/access/access.h"

#include "llvm/ADT/ArrayRef.h"

namespace weft {

class Accesses;

class AccessStrategy {
public:
  virtual llvm::StringRef name() const = 0;

  // Where all accesses are right without it: the name by which it is left out.
  virtual std::optional<Step> step() const { return std::nullopt; }

  // Whether it is a way for the access, as far as shapes and target tell.
  virtual bool matches(const Access &access) const = 0;

  // Of all lanes together, in the units of passes/target/costs.def.
  // Requires: matches(access).
  virtual double cost(const Access &access) const = 0;

  // Requires: matches(access); the builder stands where the access is.
  // Guarantees: true: the access is written, and what a load loads is noted. False: nothing is
  // written, as something that was to be at hand here is not; another strategy has to do it.
  virtual bool emit(Accesses &to, const Access &access) const = 0;

protected:
  constexpr AccessStrategy() = default;
  ~AccessStrategy() = default; // they are there for ever
};

// Whether it matches, and is not to be left out.
bool applies(const AccessStrategy &strategy, const Access &access);

// All of them, the most preferred first (access_strategies.cpp). The last one matches any access.
llvm::ArrayRef<const AccessStrategy *> accessStrategies();

// The first that applies.
const AccessStrategy &chooseAccessStrategy(const Access &access);

} // namespace weft
#endif
