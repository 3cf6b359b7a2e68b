// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// fmin, fmax, min, max, clamp, smoothstep, of which each comparison is one instruction where the
// bounds are constants. The specification leaves open which of two zeros is the smaller, and what
// min and max make of NaNs. fmin and fmax prefer the number; clamp(x, low, high) is
// fmin(fmax(x, low), high), so that a NaN becomes `low`, and smoothstep is made of it.
#ifndef ALGORITHM
#include "lanes.h"
#define ALGORITHM "min_max.cl"
#include "all_types.h"
#else

PURE F min(F x, F y) { return y < x ? y : x; }
PURE F max(F x, F y) { return x < y ? y : x; }
// LLVM's minnum may take a signalling NaN for the result, as IEEE 754-2008 does and C does not.
PURE F fmin(F x, F y) { return y != y ? x : x < y ? x : y; }
PURE F fmax(F x, F y) { return y != y ? x : y < x ? x : y; }
PURE F clamp(F x, F low, F high) { return fmin(fmax(x, low), high); }
PURE F smoothstep(F low, F high, F x) {
  F t = clamp((x - low) / (high - low), (F)0, (F)1);
  return t * t * (3 - 2 * t);
}
#if !IS_SCALAR
PURE F min(F x, T y) { return min(x, (F)y); }
PURE F max(F x, T y) { return max(x, (F)y); }
PURE F fmin(F x, T y) { return fmin(x, (F)y); }
PURE F fmax(F x, T y) { return fmax(x, (F)y); }
PURE F clamp(F x, T low, T high) { return clamp(x, (F)low, (F)high); }
PURE F smoothstep(T low, T high, F x) { return smoothstep((F)low, (F)high, x); }
#endif
#endif
