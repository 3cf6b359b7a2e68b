// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_fp16's mathematical, common and geometric functions: those of float, rounded. Float has
// more than twice the bits of half, so sums, products, quotients and roots are rounded as if once,
// and the others err by little more than half a unit in the last place.
#include "half_rounding.h"

#define FOR_HALVES(M, ...) FOR_WIDTHS(M, __VA_ARGS__)

#define UNARY(N, NAME)                                                                             \
  PURE float##N NAME(float##N x);                                                                  \
  PURE half##N NAME(half##N x) { return nearestHalf(NAME(toFloat(x))); }
FOR_HALVES(UNARY, acos)
FOR_HALVES(UNARY, acosh)
FOR_HALVES(UNARY, acospi)
FOR_HALVES(UNARY, asin)
FOR_HALVES(UNARY, asinh)
FOR_HALVES(UNARY, asinpi)
FOR_HALVES(UNARY, atan)
FOR_HALVES(UNARY, atanh)
FOR_HALVES(UNARY, atanpi)
FOR_HALVES(UNARY, cbrt)
FOR_HALVES(UNARY, ceil)
FOR_HALVES(UNARY, cos)
FOR_HALVES(UNARY, cosh)
FOR_HALVES(UNARY, cospi)
FOR_HALVES(UNARY, degrees)
FOR_HALVES(UNARY, erf)
FOR_HALVES(UNARY, erfc)
FOR_HALVES(UNARY, exp)
FOR_HALVES(UNARY, exp10)
FOR_HALVES(UNARY, exp2)
FOR_HALVES(UNARY, expm1)
FOR_HALVES(UNARY, floor)
FOR_HALVES(UNARY, lgamma)
FOR_HALVES(UNARY, log)
FOR_HALVES(UNARY, log10)
FOR_HALVES(UNARY, log1p)
FOR_HALVES(UNARY, log2)
FOR_HALVES(UNARY, logb)
FOR_HALVES(UNARY, radians)
FOR_HALVES(UNARY, rint)
FOR_HALVES(UNARY, round)
FOR_HALVES(UNARY, rsqrt)
FOR_HALVES(UNARY, sign)
FOR_HALVES(UNARY, sin)
FOR_HALVES(UNARY, sinh)
FOR_HALVES(UNARY, sinpi)
FOR_HALVES(UNARY, sqrt)
FOR_HALVES(UNARY, tan)
FOR_HALVES(UNARY, tanh)
FOR_HALVES(UNARY, tanpi)
FOR_HALVES(UNARY, tgamma)
FOR_HALVES(UNARY, trunc)

#define BINARY(N, NAME)                                                                            \
  PURE float##N NAME(float##N x, float##N y);                                                      \
  PURE half##N NAME(half##N x, half##N y) { return nearestHalf(NAME(toFloat(x), toFloat(y))); }
FOR_HALVES(BINARY, atan2)
FOR_HALVES(BINARY, atan2pi)
FOR_HALVES(BINARY, fdim)
FOR_HALVES(BINARY, fmax)
FOR_HALVES(BINARY, fmin)
FOR_HALVES(BINARY, fmod)
FOR_HALVES(BINARY, hypot)
FOR_HALVES(BINARY, max)
FOR_HALVES(BINARY, maxmag)
FOR_HALVES(BINARY, min)
FOR_HALVES(BINARY, minmag)
FOR_HALVES(BINARY, pow)
FOR_HALVES(BINARY, powr)
FOR_HALVES(BINARY, remainder)
FOR_HALVES(BINARY, step)

#define WITH_INT(N, NAME)                                                                          \
  PURE float##N NAME(float##N x, int##N n);                                                        \
  PURE half##N NAME(half##N x, int##N n) { return nearestHalf(NAME(toFloat(x), n)); }
FOR_HALVES(WITH_INT, ldexp)
FOR_HALVES(WITH_INT, pown)
FOR_HALVES(WITH_INT, rootn)

#define OTHERS(N, ...)                                                                             \
  PURE half##N fabs(half##N x) { return __builtin_elementwise_abs(x); }                            \
  PURE half##N copysign(half##N x, half##N y) { return __builtin_elementwise_copysign(x, y); }     \
  PURE int##N ilogb(float##N x);                                                                   \
  PURE int##N ilogb(half##N x) { return ilogb(toFloat(x)); }                                       \
  PURE half##N nan(ushort##N code) { return as_half##N((ushort##N)(code | (ushort##N)0x7e00)); }   \
  /* The product has few enough bits for double to hold the sum of any two. */                     \
  PURE half##N fma(half##N x, half##N y, half##N z) {                                              \
    double##N product = toDouble(toFloat(x)) * toDouble(toFloat(y));                               \
    return nearestHalf(product + toDouble(toFloat(z)));                                            \
  }                                                                                                \
  PURE half##N mad(half##N x, half##N y, half##N z) {                                              \
    return nearestHalf(toFloat(x) * toFloat(y) + toFloat(z));                                      \
  }                                                                                                \
  PURE half##N clamp(half##N x, half##N low, half##N high) {                                       \
    half##N raised = low != low ? x : low < x ? x : low;                                           \
    return high != high ? raised : raised < high ? raised : high;                                  \
  }                                                                                                \
  PURE half##N mix(half##N x, half##N y, half##N a) {                                              \
    float##N from = toFloat(x);                                                                    \
    return nearestHalf(from + (toFloat(y) - from) * toFloat(a));                                   \
  }                                                                                                \
  PURE float##N smoothstep(float##N low, float##N high, float##N x);                               \
  PURE half##N smoothstep(half##N low, half##N high, half##N x) {                                  \
    return nearestHalf(smoothstep(toFloat(low), toFloat(high), toFloat(x)));                       \
  }                                                                                                \
  /* Numbers in order as integers: negative ones count down. */                                    \
  PURE half##N nextafter(half##N x, half##N y) {                                                   \
    short##N bits = as_short##N(x);                                                                \
    short##N away = (bits < (short)0) == (x < y) ? (short##N) - 1 : (short##N)1;                   \
    short##N least = as_short##N(y) & (short##N)(short)0x8000 | (short##N)1;                       \
    short##N next = x == (half)0 ? least : (short##N)(bits + away);                                \
    half##N result = x == y ? y : as_half##N(next);                                                \
    return x != x || y != y ? x + y : result;                                                      \
  }
#define WITH_SCALARS(N, ...)                                                                       \
  PURE half##N fmax(half##N x, half y) { return fmax(x, (half##N)y); }                             \
  PURE half##N fmin(half##N x, half y) { return fmin(x, (half##N)y); }                             \
  PURE half##N max(half##N x, half y) { return max(x, (half##N)y); }                               \
  PURE half##N min(half##N x, half y) { return min(x, (half##N)y); }                               \
  PURE half##N step(half edge, half##N x) { return step((half##N)edge, x); }                       \
  PURE half##N ldexp(half##N x, int n) { return ldexp(x, (int##N)n); }                             \
  PURE half##N clamp(half##N x, half low, half high) {                                             \
    return clamp(x, (half##N)low, (half##N)high);                                                  \
  }                                                                                                \
  PURE half##N mix(half##N x, half##N y, half a) { return mix(x, y, (half##N)a); }                 \
  PURE half##N smoothstep(half low, half high, half##N x) {                                        \
    return smoothstep((half##N)low, (half##N)high, x);                                             \
  }
FOR_HALVES(OTHERS)
FOR_VECTOR_WIDTHS(WITH_SCALARS)

// Geometric functions, up to four lanes. No length of halves overflows a float.
#define GEOMETRIC(N, ...)                                                                          \
  PURE float dot(float##N x, float##N y);                                                          \
  PURE half dot(half##N x, half##N y) { return nearestHalf(dot(toFloat(x), toFloat(y))); }         \
  PURE half length(half##N x) {                                                                    \
    float##N f = toFloat(x);                                                                       \
    return nearestHalf(__builtin_elementwise_sqrt(dot(f, f)));                                     \
  }                                                                                                \
  PURE half distance(half##N x, half##N y) {                                                       \
    float##N f = toFloat(x) - toFloat(y);                                                          \
    return nearestHalf(__builtin_elementwise_sqrt(dot(f, f)));                                     \
  }                                                                                                \
  PURE float##N normalize(float##N x);                                                             \
  PURE half##N normalize(half##N x) { return nearestHalf(normalize(toFloat(x))); }
GEOMETRIC()
GEOMETRIC(2)
GEOMETRIC(3)
GEOMETRIC(4)
#define CROSS(N)                                                                                   \
  PURE float##N cross(float##N x, float##N y);                                                     \
  PURE half##N cross(half##N x, half##N y) { return nearestHalf(cross(toFloat(x), toFloat(y))); }
CROSS(3)
CROSS(4)

// Functions with a second result.
#define SECOND(N, SPACE)                                                                           \
  PURE float##N sin(float##N x);                                                                   \
  OVERLOAD half##N fract(half##N x, SPACE half##N *whole) {                                        \
    half##N floor = nearestHalf(__builtin_elementwise_floor(toFloat(x)));                          \
    *whole = floor;                                                                                \
    half##N rest = nearestHalf(toFloat(x) - toFloat(floor));                                       \
    rest = rest > 0x1.ffcp-1h ? (half##N)0x1.ffcp-1h : rest;                                       \
    half##N zero = __builtin_elementwise_copysign((half##N)0, x);                                  \
    rest = x == (half)0 || __builtin_elementwise_abs(x) == (half)INFINITY ? zero : rest;           \
    return x == x ? rest : x;                                                                      \
  }                                                                                                \
  OVERLOAD half##N modf(half##N x, SPACE half##N *whole) {                                         \
    half##N trunc = nearestHalf(__builtin_elementwise_trunc(toFloat(x)));                          \
    *whole = trunc;                                                                                \
    half##N rest = x == trunc ? (half##N)0 : nearestHalf(toFloat(x) - toFloat(trunc));             \
    return __builtin_elementwise_copysign(rest, x);                                                \
  }                                                                                                \
  OVERLOAD half##N sincos(half##N x, SPACE half##N *cosine) {                                      \
    *cosine = cos(x);                                                                              \
    return sin(x);                                                                                 \
  }                                                                                                \
  OVERLOAD float##N frexp(float##N x, SPACE int##N *exponent);                                     \
  OVERLOAD half##N frexp(half##N x, SPACE int##N *exponent) {                                      \
    return nearestHalf(frexp(toFloat(x), exponent));                                               \
  }                                                                                                \
  OVERLOAD float##N lgamma_r(float##N x, SPACE int##N *sign);                                      \
  OVERLOAD half##N lgamma_r(half##N x, SPACE int##N *sign) {                                       \
    return nearestHalf(lgamma_r(toFloat(x), sign));                                                \
  }                                                                                                \
  OVERLOAD float##N remquo(float##N x, float##N y, SPACE int##N *quotient);                        \
  OVERLOAD half##N remquo(half##N x, half##N y, SPACE int##N *quotient) {                          \
    return nearestHalf(remquo(toFloat(x), toFloat(y), quotient));                                  \
  }
FOR_WIDTHS(SECOND, __private)
FOR_WIDTHS(SECOND, __global)
FOR_WIDTHS(SECOND, __local)
FOR_WIDTHS(SECOND, __generic)
