// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a mutation puts into a program. "$" stands for a token of the program itself.
#ifndef WEFT_TESTS_FUZZ_SOURCES_WORDS_H
#define WEFT_TESTS_FUZZ_SOURCES_WORDS_H

#include <string_view>
#include <vector>

namespace weft::fuzz {

using Words = std::vector<std::string_view>;

extern const Words Numbers; // at the edges of what a type holds
extern const Words Types;
extern const Words Qualifiers;  // of declarations
extern const Words Attributes;  // in whole
extern const Words Directives;  // lines for the preprocessor
extern const Words Expressions; // calls of functions of Clang's and of OpenCL's among them
extern const Words Statements;
extern const Words Globals; // declarations outside of functions

// Words that may be put around an expression any number of times: before and after it.
struct Nest {
  std::string_view before, after;
};
extern const std::vector<Nest> ExpressionNests, StatementNests;

} // namespace weft::fuzz
#endif
