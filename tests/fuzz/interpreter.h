// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a program leaves in memory, computed on the host from its tree: the oracle, which shares no
// code with the compiler.
#ifndef WEFT_TESTS_FUZZ_INTERPRETER_H
#define WEFT_TESTS_FUZZ_INTERPRETER_H

#include "program.h"
#include "ranges.h"

namespace weft::fuzz {

struct Interpretation {
  std::string problem;         // empty, or why the program has no defined result
  std::vector<Memory> results; // by range
};

Interpretation interpret(const Program &program);

} // namespace weft::fuzz
#endif
