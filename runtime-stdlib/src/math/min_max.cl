// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// fmin, fmax, min, max, clamp, smoothstep as comparisons, of which each is one instruction. The
// specification leaves open which of two zeros is the smaller, and what min, max and clamp make of
// NaNs; fmin and fmax prefer the number.
#ifndef ALGORITHM
#include "lanes.h"
#define ALGORITHM "min_max.cl"
#include "all_types.h"
#else

INLINE static F lesser(F x, F y) { return y < x ? y : x; }
INLINE static F greater(F x, F y) { return x < y ? y : x; }

PURE F min(F x, F y) { return lesser(x, y); }
PURE F max(F x, F y) { return greater(x, y); }
PURE F fmin(F x, F y) { return x != x ? y : lesser(x, y); }
PURE F fmax(F x, F y) { return x != x ? y : greater(x, y); }
PURE F clamp(F x, F low, F high) { return lesser(greater(x, low), high); }
PURE F smoothstep(F low, F high, F x) {
  F t = lesser(greater((x - low) / (high - low), (F)0), (F)1);
  return t * t * (3 - 2 * t);
}
#if !IS_SCALAR
PURE F min(F x, T y) { return lesser(x, (F)y); }
PURE F max(F x, T y) { return greater(x, (F)y); }
PURE F fmin(F x, T y) { return fmin(x, (F)y); }
PURE F fmax(F x, T y) { return fmax(x, (F)y); }
PURE F clamp(F x, T low, T high) { return lesser(greater(x, (F)low), (F)high); }
PURE F smoothstep(T low, T high, F x) { return smoothstep((F)low, (F)high, x); }
#endif
#endif
