// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arguments for the tests of mathematical functions: the values where functions change their ways,
// and random ones from a fixed seed.
#pragma once

#include <cstdint>
#include <vector>

namespace weft {

/// The arguments of many calls, one array per parameter. All have the same length, a multiple of 16
/// (the widest vector) and of 3.
template <typename T> struct Inputs {
  std::vector<T> x, y, z;
  std::vector<int> n;
};

/// What the function takes beside x.
enum class Shape { Unary, Binary, Ternary, WithInt };

/// Special values (all combinations of them) and `random` random calls.
template <typename T> Inputs<T> makeInputs(Shape shape, int random);

} // namespace weft
