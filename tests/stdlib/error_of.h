// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How far a result is from the precise one (OpenCL C, "Relative Error as ULPs").
#ifndef WEFT_TESTS_STDLIB_ERROR_OF_H
#define WEFT_TESTS_STDLIB_ERROR_OF_H

#include <algorithm>
#include <cmath>
#include <mpfr.h>

namespace weft {

constexpr double EXACT = 0;        // a limit: the precise result, rounded to the nearest
constexpr double Wrong = HUGE_VAL; // an error: not a number where one is due, and the like

template <typename T> struct Format;
template <> struct Format<_Float16> {
  static constexpr int Precision = 11, Least = -13, Greatest = 16;
  static constexpr const char *Name = "half";
  static bool isAboveTie(mpfr_srcptr x) { return std::fabs(mpfr_get_d(x, MPFR_RNDA)) > 0x1p-25; }
  // MPFR knows no halves: to as many bits as there are at this magnitude, which then convert as
  // they are.
  static _Float16 round(mpfr_srcptr x) {
    if (!mpfr_number_p(x) || mpfr_zero_p(x))
      return _Float16(mpfr_get_d(x, MPFR_RNDN));
    long bits = Precision - std::max<long>(0, Least - mpfr_get_exp(x));
    if (bits < 1) // up to half of the least number, which itself is a tie
      return _Float16(
          std::copysign(bits == 0 && isAboveTie(x) ? 0x1p-24 : 0.0, double(mpfr_sgn(x))));
    mpfr_t rounded;
    mpfr_init2(rounded, bits);
    mpfr_set(rounded, x, MPFR_RNDN);
    double value = mpfr_get_d(rounded, MPFR_RNDN);
    mpfr_clear(rounded);
    return _Float16(value); // infinite from 65520 on: 2^16 after rounding
  }
};
template <> struct Format<float> {
  static constexpr int Precision = 24, Least = -125, Greatest = 128;
  static constexpr const char *Name = "float";
  static float round(mpfr_srcptr x) { return mpfr_get_flt(x, MPFR_RNDN); }
};
template <> struct Format<double> {
  static constexpr int Precision = 53, Least = -1021, Greatest = 1024;
  static constexpr const char *Name = "double";
  static double round(mpfr_srcptr x) { return mpfr_get_d(x, MPFR_RNDN); }
};

class Value {
public:
  explicit Value(int precision) { mpfr_init2(value, precision); }
  ~Value() { mpfr_clear(value); }
  Value(const Value &) = delete;
  operator mpfr_ptr() { return value; }

private:
  mpfr_t value;
};

/// In units in the last place; with `exact`, 0 or Wrong. A precise result that is zero, infinite or
/// no number has to be met, with its sign.
template <typename T> double errorOf(T result, mpfr_srcptr precise, bool exact) {
  using F = Format<T>;
  const double got = double(result);
  if (mpfr_nan_p(precise))
    return std::isnan(got) ? 0 : Wrong;
  if (std::isnan(got))
    return Wrong;
  if (mpfr_inf_p(precise))
    return std::isinf(got) && std::signbit(got) == (mpfr_sgn(precise) < 0) ? 0 : Wrong;
  if (mpfr_zero_p(precise) && got == 0)
    return std::signbit(got) == (mpfr_signbit(precise) != 0) ? 0 : Wrong;
  if (exact)
    return got == double(F::round(precise)) ? 0 : Wrong;
  long exponent = mpfr_zero_p(precise) ? F::Least : mpfr_get_exp(precise);
  exponent = std::clamp<long>(exponent, F::Least, F::Greatest);
  static Value distance(300);
  if (std::isinf(got)) {
    // The next number after the finite maximum, if there were one.
    if ((mpfr_signbit(precise) != 0) != std::signbit(got))
      return Wrong;
    if (mpfr_get_exp(precise) > F::Greatest)
      return 0;
    mpfr_set_ui_2exp(distance, 1, F::Greatest, MPFR_RNDN);
    mpfr_setsign(distance, distance, std::signbit(got), MPFR_RNDN);
  } else {
    mpfr_set_d(distance, got, MPFR_RNDN);
  }
  mpfr_sub(distance, distance, precise, MPFR_RNDN);
  mpfr_mul_2si(distance, distance, F::Precision - exponent, MPFR_RNDN);
  return std::fabs(mpfr_get_d(distance, MPFR_RNDN));
}

} // namespace weft
#endif
