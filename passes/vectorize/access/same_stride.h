// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads of lanes that are equally far apart, too far for vectors side by side, such as every n-th
// pair of a table, n known at run time only.
#ifndef WEFT_PASSES_VECTORIZE_ACCESS_SAME_STRIDE_H
#define WEFT_PASSES_VECTORIZE_ACCESS_SAME_STRIDE_H

#include "passes/vectorize/access/access.h"

namespace weft {

struct SameStrideAddress {
  llvm::SmallVector<SpeculationTest, 4> tests;    // all lanes are equally far apart if these hold
  llvm::SmallVector<const llvm::Value *, 8> used; // values that tests and addresses are made of
};

// Nothing if the lanes are not known to be equally far apart, or where other ways are better.
std::optional<SameStrideAddress> findSameStride(const Access &access);

} // namespace weft
#endif
