// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Changes OpenCL C sources at random, token by token, so that most of a program stays as it was and
// comes as far into the compiler as that lets it.
#ifndef WEFT_TESTS_FUZZ_SOURCES_MUTATOR_H
#define WEFT_TESTS_FUZZ_SOURCES_MUTATOR_H

#include "../random.h"

#include <string>
#include <string_view>
#include <vector>

namespace weft::fuzz {

// A directive of the preprocessor is one token, and ends in a newline. Comments are dropped.
using Tokens = std::vector<std::string>;
Tokens tokensOf(std::string_view source);
std::string textOf(const Tokens &tokens);

class Mutator {
public:
  explicit Mutator(std::vector<std::string> sources);

  // One of the sources, changed in one place or more; the same for the same seed and sources.
  std::string mutated(uint64_t seed) const;

private:
  std::vector<Tokens> corpus; // none is empty
};

} // namespace weft::fuzz
#endif
