// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Changes of SPIR-V modules as a fuzzer makes them: of words, of instructions, of ids.
#ifndef WEFT_TESTS_SPIRV_FUZZ_MUTATION_H
#define WEFT_TESTS_SPIRV_FUZZ_MUTATION_H

#include <cstdint>
#include <random>
#include <vector>

namespace weft::spirv_test {

using Words = std::vector<uint32_t>;

// Some changes of `module`, also with what `other` has. The same for the same state of `random`.
Words mutate(const Words &module, const Words &other, std::mt19937_64 &random);

} // namespace weft::spirv_test
#endif
