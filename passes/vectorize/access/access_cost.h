// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What strategies of accesses have in common in what they cost. Units: passes/target/costs.def.
#ifndef WEFT_PASSES_VECTORIZE_ACCESS_ACCESS_COST_H
#define WEFT_PASSES_VECTORIZE_ACCESS_ACCESS_COST_H

#include "passes/vectorize/access/access.h"

namespace weft {

// Of one operation on the values of all lanes, by the registers that these fill.
double operationCost(llvm::Type *type, unsigned width, const TargetInfo &target);

// Of lanes whose elements touch or overlap, and of those with gaps of (stride - size) between them.
double consecutiveCost(const Access &access);
double stridedCost(const Access &access);
// Of what has to be tested for the stride.
double testsCost(const Access &access);

// Whether the estimate takes the access for vectors side by side. Strategies are stricter: they ask
// for whole elements between lanes, and for fewer of them in stores.
bool isStridedByEstimate(const Access &access);

// Of an access that no vectors side by side serve; but see isStridedByEstimate().
double scatteredCost(const Access &access);

} // namespace weft
#endif
