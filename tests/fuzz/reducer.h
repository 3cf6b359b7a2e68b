// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes a failing program smaller while it keeps failing (delta debugging over its tree).
#ifndef WEFT_TESTS_FUZZ_REDUCER_H
#define WEFT_TESTS_FUZZ_REDUCER_H

#include "program.h"

#include <functional>

namespace weft::fuzz {

// `fails` is asked of legal programs only, at most `most_trials` times.
Program reduce(Program program, const std::function<bool(const Program &)> &fails,
               unsigned most_trials);

} // namespace weft::fuzz
#endif
