// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random functions for the oracle. All end: each block burns fuel, and returns where none is left.
#ifndef WEFT_TESTS_UNIT_VECTORIZE_RANDOM_FUNCTIONS_H
#define WEFT_TESTS_UNIT_VECTORIZE_RANDOM_FUNCTIONS_H

#include "llvm/IR/Module.h"

#include <cstdint>

namespace weft::test {

enum class RandomFlow {
  Nested, // ifs, switches, loops with breaks and continues, returns from anywhere
  Graph,  // blocks that branch to any others: most are irreducible
};

void addRandomFunction(llvm::Module &module, const llvm::Twine &name, RandomFlow flow,
                       uint64_t seed);

} // namespace weft::test
#endif
