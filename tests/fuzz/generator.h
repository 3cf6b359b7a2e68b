// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random programs: the same seed and options give the same program on every machine.
#ifndef WEFT_TESTS_FUZZ_GENERATOR_H
#define WEFT_TESTS_FUZZ_GENERATOR_H

#include "program.h"

namespace weft::fuzz {

struct GeneratorOptions {
  bool sub_groups = false;      // sub-group functions
  bool group_functions = false; // work_group_reduce_add and the like
  bool large = false;           // kernels of many barriers and thousands of instructions
  bool calls = false;           // large functions without barriers that are called in many places
  bool typed = false; // each with memory that is accessed by many types, and most are short
};

Program generate(uint64_t seed, const GeneratorOptions &options);

} // namespace weft::fuzz
#endif
