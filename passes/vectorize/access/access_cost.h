// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Costs that strategies of accesses share, in the units of passes/target/costs.def.
#ifndef WEFT_PASSES_VECTORIZE_ACCESS_ACCESS_COST_H
#define WEFT_PASSES_VECTORIZE_ACCESS_ACCESS_COST_H

#include "passes/vectorize/access/access.h"

namespace weft {

// Of one operation on the values of all lanes, by the registers that they fill.
double operationCost(llvm::Type *type, unsigned width, const TargetInfo &target);

// Of lanes whose elements are adjacent or overlap; and of lanes with gaps between them.
double consecutiveCost(const Access &access);
double stridedCost(const Access &access);
// Of tests at run time.
double testsCost(llvm::ArrayRef<SpeculationTest> tests, const Costs &costs);
// Of an access that gathers or scatters.
double scatteredCost(const Access &access);

} // namespace weft
#endif
