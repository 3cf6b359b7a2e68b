// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Infinitely precise results, for all practical purposes, of OpenCL C's mathematical functions:
// MPFR's, and OpenCL's own edge cases ("Additional Requirements Beyond C99 TC2") where those
// differ.
#pragma once

#include <mpfr.h>
#include <string_view>

namespace weft {

/// A function's arguments: floating values exactly as given, and the int of those that take one.
struct Arguments {
  mpfr_srcptr x, y, z;
  long n;
  bool y_negative; ///< y's sign bit
  /// Bits of the significand of the type in use, and its least and greatest exponents in MPFR's
  /// sense (significand in [0.5, 1)).
  int precision, least_exponent, greatest_exponent;
};

/// Computes a result, and where the function has two the second one.
using Reference = void (*)(mpfr_ptr result, mpfr_ptr second, const Arguments &arguments);

/// The reference of the named function, or null.
Reference findReference(std::string_view name);

} // namespace weft
