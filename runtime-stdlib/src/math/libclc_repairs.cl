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
PURE F erf(F x) {
  F result = libclc_erf(x);
  return x == 0 ? x : result;
}
#endif
#endif
