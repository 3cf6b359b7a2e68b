// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// remquo: exact, by long division on the integers that the numbers are multiples of. As many bits
// of the quotient are taken at a time as 64 bits have room for, so that even the largest ratio of
// doubles needs few divisions.
#include "math_types.h"

// Positive finite numbers as mantissa * 2^exponent; the exponent is that of the number's bits, 1 for
// subnormal ones.
typedef struct {
  ulong mantissa;
  int exponent;
} Split;

#define SCALAR(T, U)                                                                               \
  INLINE static Split split(T magnitude) {                                                         \
    U bits = as_##U(magnitude);                                                                    \
    int field = (int)(bits >> MANTISSA_BITS_##T);                                                  \
    U fraction = bits & (((U)1 << MANTISSA_BITS_##T) - 1);                                         \
    return (Split){field ? fraction | (U)1 << MANTISSA_BITS_##T : fraction, field ? field : 1};    \
  }                                                                                                \
  /* The way back, for a mantissa that has at most the bits of the format. */                      \
  INLINE static T join(Split number, T example) {                                                  \
    ulong mantissa = number.mantissa;                                                              \
    int shift = (int)__builtin_clzl(mantissa | 1) - (63 - MANTISSA_BITS_##T);                      \
    shift = min_(shift, number.exponent - 1);                                                      \
    mantissa <<= shift;                                                                            \
    /* The leading bit, where there is one, adds the last 1 to the exponent. */                    \
    return as_##T((U)mantissa + ((U)(number.exponent - shift - 1) << MANTISSA_BITS_##T));          \
  }                                                                                                \
  OVERLOAD static T remainderAndQuotient(T x, T y, int *quotient) {                                         \
    *quotient = 0;                                                                                 \
    T magnitude = __builtin_elementwise_abs(x), modulus = __builtin_elementwise_abs(y);            \
    /* Also false for NaNs. */                                                                     \
    if (!(magnitude < (T)INFINITY) || !(modulus > 0))                                              \
      return (T)NAN;                                                                               \
    if (magnitude == 0 || modulus == (T)INFINITY)                                                  \
      return x;                                                                                    \
    Split a = split(magnitude), b = split(modulus);                                                \
    int places = a.exponent - b.exponent;                                                          \
    if (places < -1)                                                                               \
      return x;                                                                                    \
    ulong divisor = b.mantissa, rest, whole;                                                       \
    if (places == -1) {                                                                            \
      divisor <<= 1;                                                                               \
      whole = 0;                                                                                   \
      rest = a.mantissa;                                                                           \
      b.exponent = a.exponent;                                                                     \
    } else {                                                                                       \
      whole = a.mantissa / divisor;                                                                \
      rest = a.mantissa % divisor;                                                                 \
    }                                                                                              \
    while (places > 0 && rest) {                                                                   \
      int step = min_(places, 63 - MANTISSA_BITS_##T);                                             \
      rest <<= step;                                                                               \
      whole = (whole << step) + rest / divisor;                                                    \
      rest %= divisor;                                                                             \
      places -= step;                                                                              \
    }                                                                                              \
    /* What is left of the quotient is zeros. */                                                   \
    whole = places > 0 ? (places < 64 ? whole << places : 0) : whole;                              \
    bool up = 2 * rest > divisor || (2 * rest == divisor && (whole & 1));                          \
    T result = join((Split){up ? divisor - rest : rest, b.exponent}, x);                           \
    int low = (int)((whole + up) & 0x7f);                                                          \
    *quotient = (x < 0) != (y < 0) ? -low : low;                                                   \
    return (x < 0) != up ? -result : result;                                                       \
  }

INLINE static int min_(int a, int b) { return a < b ? a : b; }
SCALAR(float, uint)
SCALAR(double, ulong)

#define DEFINE1(SPACE, T)                                                                          \
  OVERLOAD T remquo(T x, T y, SPACE int *quotient) {                                               \
    int low;                                                                                       \
    T result = remainderAndQuotient(x, y, &low);                                                   \
    *quotient = low;                                                                               \
    return result;                                                                                 \
  }
#define DEFINE(SPACE, N, T)                                                                        \
  OVERLOAD T##N remquo(T##N x, T##N y, SPACE int##N *quotient) {                                   \
    T##N result;                                                                                   \
    int##N low;                                                                                    \
    for (int i = 0; i < N; ++i) {                                                                  \
      int one;                                                                                     \
      result[i] = remainderAndQuotient(x[i], y[i], &one);                                          \
      low[i] = one;                                                                                \
    }                                                                                              \
    *quotient = low;                                                                               \
    return result;                                                                                 \
  }
#define ALL(T)                                                                                     \
  FOR_WRITABLE_SPACES(DEFINE1, T)                                                                  \
  FOR_WRITABLE_SPACES(DEFINE, 2, T)                                                                \
  FOR_WRITABLE_SPACES(DEFINE, 3, T)                                                                \
  FOR_WRITABLE_SPACES(DEFINE, 4, T)                                                                \
  FOR_WRITABLE_SPACES(DEFINE, 8, T)                                                                \
  FOR_WRITABLE_SPACES(DEFINE, 16, T)
ALL(float)
ALL(double)
