// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "reference.h"

#include <climits>
#include <map>

namespace weft {
namespace {

using Args = const Arguments &;

void setZero(mpfr_ptr r, bool negative) { mpfr_set_zero(r, negative ? -1 : 1); }
void setInf(mpfr_ptr r, bool negative) { mpfr_set_inf(r, negative ? -1 : 1); }

template <auto Function> void unary(mpfr_ptr r, mpfr_ptr, Args a) { Function(r, a.x, MPFR_RNDN); }
template <auto Function> void binary(mpfr_ptr r, mpfr_ptr, Args a) {
  Function(r, a.x, a.y, MPFR_RNDN);
}
template <auto Function> void toWhole(mpfr_ptr r, mpfr_ptr, Args a) {
  Function(r, a.x);
  if (mpfr_zero_p(r))
    mpfr_setsign(r, r, mpfr_signbit(a.x), MPFR_RNDN);
}

void rsqrtOf(mpfr_ptr r, mpfr_ptr, Args a) {
  // C's 1 / sqrt(-0) is an infinity with the zero's sign; MPFR gives +inf.
  mpfr_rec_sqrt(r, a.x, MPFR_RNDN);
  if (mpfr_zero_p(a.x))
    setInf(r, mpfr_signbit(a.x));
}

void recipOf(mpfr_ptr r, mpfr_ptr, Args a) { mpfr_ui_div(r, 1, a.x, MPFR_RNDN); }

// The signs of sinPi, cosPi and tanPi of IEEE 754-2019 are those that OpenCL asks for.
void degreesOf(mpfr_ptr r, mpfr_ptr, Args a) {
  mpfr_t pi;
  mpfr_init2(pi, 300);
  mpfr_const_pi(pi, MPFR_RNDN);
  mpfr_mul_ui(r, a.x, 180, MPFR_RNDN);
  mpfr_div(r, r, pi, MPFR_RNDN);
  mpfr_clear(pi);
}

void radiansOf(mpfr_ptr r, mpfr_ptr, Args a) {
  mpfr_const_pi(r, MPFR_RNDN);
  mpfr_mul(r, r, a.x, MPFR_RNDN);
  mpfr_div_ui(r, r, 180, MPFR_RNDN);
}

void signOf(mpfr_ptr r, mpfr_ptr, Args a) {
  if (mpfr_nan_p(a.x))
    setZero(r, false); // sign(NaN) is 0.0
  else if (mpfr_zero_p(a.x))
    setZero(r, mpfr_signbit(a.x));
  else
    mpfr_set_si(r, mpfr_sgn(a.x), MPFR_RNDN);
}

void stepOf(mpfr_ptr r, mpfr_ptr, Args a) {
  mpfr_set_ui(r, mpfr_less_p(a.y, a.x) ? 0 : 1, MPFR_RNDN);
}

void logbOf(mpfr_ptr r, mpfr_ptr, Args a) {
  if (mpfr_nan_p(a.x))
    mpfr_set_nan(r);
  else if (mpfr_inf_p(a.x))
    setInf(r, false);
  else if (mpfr_zero_p(a.x))
    setInf(r, true);
  else
    mpfr_set_si(r, mpfr_get_exp(a.x) - 1, MPFR_RNDN);
}

void ilogbOf(mpfr_ptr r, mpfr_ptr, Args a) {
  if (mpfr_nan_p(a.x))
    mpfr_set_si(r, INT_MAX, MPFR_RNDN); // FP_ILOGBNAN as Clang's header has it
  else if (mpfr_inf_p(a.x))
    mpfr_set_si(r, INT_MAX, MPFR_RNDN);
  else if (mpfr_zero_p(a.x))
    mpfr_set_si(r, INT_MIN, MPFR_RNDN); // FP_ILOGB0
  else
    mpfr_set_si(r, mpfr_get_exp(a.x) - 1, MPFR_RNDN);
}

void copysignOf(mpfr_ptr r, mpfr_ptr, Args a) {
  mpfr_setsign(r, a.x, a.y_negative, MPFR_RNDN); // which a NaN in MPFR does not tell
}

void maxmagOf(mpfr_ptr r, mpfr_ptr, Args a) {
  int order = mpfr_nan_p(a.x) || mpfr_nan_p(a.y) ? 0 : mpfr_cmpabs(a.x, a.y);
  if (order > 0)
    mpfr_set(r, a.x, MPFR_RNDN);
  else if (order < 0)
    mpfr_set(r, a.y, MPFR_RNDN);
  else
    mpfr_max(r, a.x, a.y, MPFR_RNDN);
}

void minmagOf(mpfr_ptr r, mpfr_ptr, Args a) {
  int order = mpfr_nan_p(a.x) || mpfr_nan_p(a.y) ? 0 : mpfr_cmpabs(a.x, a.y);
  if (order < 0)
    mpfr_set(r, a.x, MPFR_RNDN);
  else if (order > 0)
    mpfr_set(r, a.y, MPFR_RNDN);
  else
    mpfr_min(r, a.x, a.y, MPFR_RNDN);
}

void fdimOf(mpfr_ptr r, mpfr_ptr, Args a) { mpfr_dim(r, a.x, a.y, MPFR_RNDN); }

void nextafterOf(mpfr_ptr r, mpfr_ptr, Args a) {
  if (mpfr_nan_p(a.x) || mpfr_nan_p(a.y)) {
    mpfr_set_nan(r);
    return;
  }
  if (mpfr_equal_p(a.x, a.y)) {
    mpfr_set(r, a.y, MPFR_RNDN);
    return;
  }
  bool up = mpfr_less_p(a.x, a.y);
  mpfr_t unit;
  mpfr_init2(unit, 64);
  if (mpfr_inf_p(a.x)) {
    // From an infinity to the largest number: 2^greatest - one unit.
    mpfr_set_ui_2exp(r, 1, a.greatest_exponent, MPFR_RNDN);
    mpfr_set_ui_2exp(unit, 1, a.greatest_exponent - a.precision, MPFR_RNDN);
    mpfr_sub(r, r, unit, MPFR_RNDN);
    mpfr_setsign(r, r, up, MPFR_RNDN);
  } else {
    bool away = mpfr_zero_p(a.x) || (mpfr_sgn(a.x) > 0) == up;
    long exponent = mpfr_zero_p(a.x) ? a.least_exponent : mpfr_get_exp(a.x);
    mpfr_t half;
    mpfr_init2(half, 64);
    mpfr_set_ui_2exp(half, 1, exponent - 1, MPFR_RNDN);
    // Towards zero from a power of two, the next number is half a unit away.
    if (!away && !mpfr_zero_p(a.x) && mpfr_cmpabs(a.x, half) == 0)
      --exponent;
    if (exponent < a.least_exponent)
      exponent = a.least_exponent;
    mpfr_set_ui_2exp(unit, 1, exponent - a.precision, MPFR_RNDN);
    (up ? mpfr_add : mpfr_sub)(r, a.x, unit, MPFR_RNDN);
    if (mpfr_zero_p(r))
      setZero(r, mpfr_signbit(a.x));
    mpfr_clear(half);
  }
  mpfr_clear(unit);
}

void powrOf(mpfr_ptr r, mpfr_ptr, Args a) {
  // IEEE 754's powr(1, NaN) is 1; OpenCL C's is NaN.
  if (mpfr_nan_p(a.y))
    mpfr_set_nan(r);
  else
    mpfr_powr(r, a.x, a.y, MPFR_RNDN);
}

void pownOf(mpfr_ptr r, mpfr_ptr, Args a) { mpfr_pow_si(r, a.x, a.n, MPFR_RNDN); }

void rootnOf(mpfr_ptr r, mpfr_ptr, Args a) { mpfr_rootn_si(r, a.x, a.n, MPFR_RNDN); }

void ldexpOf(mpfr_ptr r, mpfr_ptr, Args a) { mpfr_mul_2si(r, a.x, a.n, MPFR_RNDN); }

void fmaOf(mpfr_ptr r, mpfr_ptr, Args a) { mpfr_fma(r, a.x, a.y, a.z, MPFR_RNDN); }

void fractOf(mpfr_ptr r, mpfr_ptr second, Args a) {
  if (mpfr_inf_p(a.x) || mpfr_zero_p(a.x)) {
    mpfr_set(second, a.x, MPFR_RNDN);
    setZero(r, mpfr_signbit(a.x));
    return;
  }
  mpfr_floor(second, a.x);
  mpfr_sub(r, a.x, second, MPFR_RNDN);
  mpfr_t below_one;
  mpfr_init2(below_one, a.precision);
  mpfr_set_ui(below_one, 1, MPFR_RNDN);
  mpfr_nextbelow(below_one);
  if (mpfr_greater_p(r, below_one))
    mpfr_set(r, below_one, MPFR_RNDN);
  mpfr_clear(below_one);
  if (mpfr_zero_p(r))
    setZero(r, false);
}

void modfOf(mpfr_ptr r, mpfr_ptr second, Args a) { mpfr_modf(second, r, a.x, MPFR_RNDN); }

void sincosOf(mpfr_ptr r, mpfr_ptr second, Args a) { mpfr_sin_cos(r, second, a.x, MPFR_RNDN); }

void frexpOf(mpfr_ptr r, mpfr_ptr second, Args a) {
  mpfr_exp_t exponent = 0;
  if (mpfr_regular_p(a.x))
    mpfr_frexp(&exponent, r, a.x, MPFR_RNDN);
  else
    mpfr_set(r, a.x, MPFR_RNDN);
  mpfr_set_si(second, exponent, MPFR_RNDN);
}

void remquoOf(mpfr_ptr r, mpfr_ptr second, Args a) {
  mpfr_remainder(r, a.x, a.y, MPFR_RNDN);
  if (!mpfr_number_p(r) || mpfr_inf_p(a.y)) {
    setZero(second, false);
    return;
  }
  // The quotient, exactly: (x - r) / y is an integer, of which the low seven bits are compared.
  mpfr_t quotient;
  mpfr_init2(quotient, 4400);
  mpfr_sub(quotient, a.x, r, MPFR_RNDN);
  mpfr_div(quotient, quotient, a.y, MPFR_RNDN);
  mpfr_rint(quotient, quotient, MPFR_RNDN);
  mpz_t integer;
  mpz_init(integer);
  mpfr_get_z(integer, quotient, MPFR_RNDN);
  long low = static_cast<long>(mpz_get_ui(integer) & 0x7f); // of the magnitude
  mpfr_set_si(second, mpz_sgn(integer) < 0 ? -low : low, MPFR_RNDN);
  mpz_clear(integer);
  mpfr_clear(quotient);
}

const std::map<std::string_view, Reference> References = {
    {"acos", unary<mpfr_acos>},
    {"acosh", unary<mpfr_acosh>},
    {"acospi", unary<mpfr_acospi>},
    {"asin", unary<mpfr_asin>},
    {"asinh", unary<mpfr_asinh>},
    {"asinpi", unary<mpfr_asinpi>},
    {"atan", unary<mpfr_atan>},
    {"atan2", binary<mpfr_atan2>},
    {"atan2pi", binary<mpfr_atan2pi>},
    {"atanh", unary<mpfr_atanh>},
    {"atanpi", unary<mpfr_atanpi>},
    {"cbrt", unary<mpfr_cbrt>},
    {"ceil", toWhole<mpfr_ceil>},
    {"copysign", copysignOf},
    {"cos", unary<mpfr_cos>},
    {"cosh", unary<mpfr_cosh>},
    {"cospi", unary<mpfr_cospi>},
    {"degrees", degreesOf},
    {"divide", binary<mpfr_div>},
    {"erf", unary<mpfr_erf>},
    {"erfc", unary<mpfr_erfc>},
    {"exp", unary<mpfr_exp>},
    {"exp10", unary<mpfr_exp10>},
    {"exp2", unary<mpfr_exp2>},
    {"expm1", unary<mpfr_expm1>},
    {"fabs", unary<mpfr_abs>},
    {"fdim", fdimOf},
    {"floor", toWhole<mpfr_floor>},
    {"fma", fmaOf},
    {"fmax", binary<mpfr_max>},
    {"fmin", binary<mpfr_min>},
    {"fmod", binary<mpfr_fmod>},
    {"fract", fractOf},
    {"frexp", frexpOf},
    {"hypot", binary<mpfr_hypot>},
    {"ilogb", ilogbOf},
    {"ldexp", ldexpOf},
    {"log", unary<mpfr_log>},
    {"log10", unary<mpfr_log10>},
    {"log1p", unary<mpfr_log1p>},
    {"log2", unary<mpfr_log2>},
    {"logb", logbOf},
    {"maxmag", maxmagOf},
    {"minmag", minmagOf},
    {"modf", modfOf},
    {"nextafter", nextafterOf},
    {"pow", binary<mpfr_pow>},
    {"pown", pownOf},
    {"powr", powrOf},
    {"radians", radiansOf},
    {"recip", recipOf},
    {"remainder", binary<mpfr_remainder>},
    {"remquo", remquoOf},
    {"rint", unary<mpfr_rint_roundeven>},
    {"rootn", rootnOf},
    {"round", toWhole<mpfr_round>},
    {"rsqrt", rsqrtOf},
    {"sign", signOf},
    {"sin", unary<mpfr_sin>},
    {"sincos", sincosOf},
    {"sinh", unary<mpfr_sinh>},
    {"sinpi", unary<mpfr_sinpi>},
    {"sqrt", unary<mpfr_sqrt>},
    {"step", stepOf},
    {"tan", unary<mpfr_tan>},
    {"tanh", unary<mpfr_tanh>},
    {"tanpi", unary<mpfr_tanpi>},
    {"tgamma", unary<mpfr_gamma>},
    {"trunc", toWhole<mpfr_trunc>},
};

} // namespace

Reference findReference(std::string_view name) {
  if (name.starts_with("half_"))
    name.remove_prefix(5);
  auto found = References.find(name);
  return found == References.end() ? nullptr : found->second;
}

} // namespace weft
