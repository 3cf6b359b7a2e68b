// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of libclc that err for some arguments only. libclc_name is libclc's own function of
// that name (tools/make_library.cpp keeps it where a source here declares it).
#ifndef ALGORITHM
#include "lanes.h"
#define ALGORITHM "libclc_repairs.cl"
#include "all_types.h"
#else

PURE F libclc_lgamma(F x);
PURE F lgamma(F x) {
  F result = libclc_lgamma(x);
  return magnitude(x) == (T)INFINITY ? (F)(T)INFINITY : result;
}
#endif
