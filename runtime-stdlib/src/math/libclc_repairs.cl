// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of libclc that err for some arguments only. libclc_name is libclc's own function of
// that name (tools/retarget_libclc.py keeps it where a source here declares it). erfc for float
// is hard to get right near subnormal results; it goes through double.
#ifndef ALGORITHM
#include "lanes.h"
#define ALGORITHM "libclc_repairs.cl"
#include "all_types.h"
#else

#if IS_FLOAT
#if IS_SCALAR
#define TO(TYPE, x) ((TYPE)(x))
#else
#define TO(TYPE, x) __builtin_convertvector(x, TYPE)
#endif
#define D CONCAT(double, N)
PURE D erfc(D x);
PURE F erfc(F x) { return TO(F, erfc(TO(D, x))); }
#undef D
#undef TO
#else
PURE F libclc_erf(F x);
PURE F libclc_pow(F x, F y);
PURE F libclc_powr(F x, F y);
PURE F erf(F x) {
  F result = libclc_erf(x);
  return x == 0 ? x : result;
}
// Above 2^65 every exponent is an even integer, and large enough for any x but 1.
INLINE static F powOfHuge(F x, F y) {
  F a = magnitude(x);
  I rising = (a > 1) == (y > 0);
  F result = rising ? (F)(T)INFINITY : (F)0;
  return a == 1 ? (F)1 : result;
}
PURE F pow(F x, F y) {
  F result = libclc_pow(x, y);
  return magnitude(y) > 0x1p65 && x == x ? powOfHuge(x, y) : result;
}
PURE F powr(F x, F y) {
  F result = libclc_powr(x, y);
  I huge = magnitude(y) > 0x1p65 && magnitude(y) < (T)INFINITY && x >= 0;
  return huge ? powOfHuge(x, y) : result;
}
#endif
#endif
