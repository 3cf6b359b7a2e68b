// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One mistake in a program that has none, for drivers that say what is wrong with kernels.
#ifndef WEFT_TESTS_FUZZ_MISTAKES_H
#define WEFT_TESTS_FUZZ_MISTAKES_H

#include "launch.h"

namespace weft::fuzz {

struct Mistake {
  std::string kind; // "memory": of WEFT_CHECK
  std::string text; // statements in one line
  unsigned line = 0;
  std::string object; // that the rest of the program accesses, and so may race for with it
};

// The program with the mistake in it that the seed draws, at the beginning of its kernel, which
// some work-item makes in each launch.
std::string withMistake(const std::string &source, uint64_t seed, Mistake &mistake);

// What is wrong with the reports; empty: all are of the mistake, or of none if that is null.
std::string judge(const std::vector<std::string> &reports, const Mistake *mistake);

} // namespace weft::fuzz
#endif
