// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules that make a program's result defined, beside those that hold by construction:
//   - barriers, and what holds some, stand where all work-items of a group come together
//   - a uniform variable gets uniform values, and only where control is uniform
//   - guards stand before no barrier
//   - another's value is read inside its Exchange only, an atomic stands inside its Reduce
#ifndef WEFT_TESTS_FUZZ_LEGALITY_H
#define WEFT_TESTS_FUZZ_LEGALITY_H

#include "program.h"

namespace weft::fuzz {

// Empty, or the rule that is broken.
std::string findIllegal(const Program &program);

// Whether work-items wait for each other somewhere in `block`.
bool hasBarriers(const Program &program, const Block &block);

// Whether all work-items of a group get the same value, by the variables' and arrays' flags.
bool isUniform(const Expr &expr, const Function &function);

} // namespace weft::fuzz
#endif
