// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "interpreter_values.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace weft::fuzz {

double fromHalf(uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const double digits = bits & 1023;
  const double x = exponent == 31  ? (digits == 0 ? INFINITY : NAN)
                   : exponent == 0 ? std::ldexp(digits, -24)
                                   : std::ldexp(1024 + digits, exponent - 25);
  return bits >> 15 ? -x : x;
}

uint16_t toHalf(double x) {
  const uint16_t sign = std::signbit(x) ? 0x8000 : 0;
  if (x == 0 || std::isinf(x))
    return sign | (x == 0 ? 0 : 0x7c00);
  int exponent;
  std::frexp(x, &exponent);
  // Of the last digit.
  const int last = std::max(exponent - 1, -14) - 10;
  const double digits = std::nearbyint(std::ldexp(std::fabs(x), -last));
  const double bits = (last + 24) * 1024.0 + digits;
  return sign | uint16_t(std::min(bits, double(0x7c00)));
}

void fusedMultiplyAdd(Value &result, unsigned i, double a, double b, double c) {
  if (result.type.base == Base::F64) {
    result.setNumber(i, std::fma(a, b, c));
    return;
  }
  if (result.type.base == Base::F32) {
    result.setNumber(i, double(std::fma(float(a), float(b), float(c))));
    return;
  }
  // The product is exact; a sum that is not gets an odd last digit, so that it is rounded once.
  const double product = a * b, sum = product + c;
  const double part = sum - product, error = (product - (sum - part)) + (c - part);
  if (std::isinf(sum) || error == 0 || (std::bit_cast<uint64_t>(sum) & 1))
    result.setNumber(i, sum);
  else
    result.setNumber(i, std::nextafter(sum, error > 0 ? INFINITY : -INFINITY));
}

uint64_t wrapped(Type type, uint64_t bits) {
  unsigned shift = 64 - type.bits();
  if (type.isFloat())
    return bits;
  return type.isSigned() ? uint64_t(int64_t(bits << shift) >> shift) : bits << shift >> shift;
}

Value makeValue(Type type, uint64_t bits) {
  Value value;
  value.type = type;
  for (unsigned i = 0; i < type.width; ++i)
    value.bits[i] = wrapped(type, bits);
  return value;
}

uint64_t integerOperator(Op op, Type type, uint64_t a, uint64_t b) {
  const bool less = type.isSigned() ? int64_t(a) < int64_t(b) : a < b;
  const unsigned bits = type.bits();
  const uint64_t low = bits == 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
  auto result = [&]() -> uint64_t {
    switch (op) {
    case Op::Add:
      return a + b;
    case Op::Sub:
      return a - b;
    case Op::Mul:
      return a * b;
    case Op::Div: {
      uint64_t divisor = (b & 15) | 1;
      return type.isSigned() ? uint64_t(int64_t(a) / int64_t(divisor)) : a / divisor;
    }
    case Op::And:
      return a & b;
    case Op::Or:
      return a | b;
    case Op::Xor:
      return a ^ b;
    case Op::Shl:
      return a << (b & (bits - 1));
    case Op::Shr:
      return type.isSigned() ? uint64_t(int64_t(a) >> (b & (bits - 1))) : a >> (b & (bits - 1));
    case Op::Rotate: {
      unsigned by = b & (bits - 1);
      return by == 0 ? a : (a << by) | ((a & low) >> (bits - by));
    }
    case Op::Min:
      return less ? a : b;
    case Op::Max:
      return less ? b : a;
    default:
      return 0;
    }
  };
  return wrapped(type, result());
}

// Sums and products of halfs are exact before they are rounded.
void floatOperator(Op op, Value &result, unsigned i, double a, double b) {
  if (result.type.base == Base::F32) {
    // In double first and then rounded, sums and products of floats are rounded as if at once.
    float x = float(a), y = float(b);
    float z = op == Op::Add   ? float(double(x) + double(y))
              : op == Op::Sub ? float(double(x) - double(y))
              : op == Op::Mul ? float(double(x) * double(y))
              : op == Op::Min ? std::fmin(x, y) + 0.0f
                              : std::fmax(x, y) + 0.0f;
    result.bits[i] = std::bit_cast<uint32_t>(z);
    return;
  }
  double z = op == Op::Add   ? a + b
             : op == Op::Sub ? a - b
             : op == Op::Mul ? a * b
             : op == Op::Min ? std::fmin(a, b) + 0.0
                             : std::fmax(a, b) + 0.0;
  result.setNumber(i, z);
}

static uint64_t integerFunction(std::string_view name, Type type, uint64_t a, uint64_t b,
                                uint64_t c) {
  using Wide = __int128;
  auto wide = [&](uint64_t x) { return type.isSigned() ? Wide(int64_t(x)) : Wide(x); };
  const unsigned bits = type.bits();
  const uint64_t low = bits == 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
  const Wide most = type.isSigned() ? (Wide(1) << (bits - 1)) - 1 : (Wide(1) << bits) - 1;
  const Wide least = type.isSigned() ? -(Wide(1) << (bits - 1)) : 0;
  auto high = [&] {
    return type.isSigned() ? uint64_t((wide(a) * wide(b)) >> bits)
                           : uint64_t(((unsigned __int128)(a)*b) >> bits);
  };
  if (name == "popcount")
    return uint64_t(std::popcount(a & low));
  if (name == "clz")
    return uint64_t(std::countl_zero(a & low)) - (64 - bits);
  if (name == "ctz")
    return (a & low) ? uint64_t(std::countr_zero(a & low)) : bits;
  if (name == "mad_sat") {
    // A product of two ulongs needs all the bits of its type.
    if (!type.isSigned()) {
      auto product = (unsigned __int128)(a)*b;
      return product > (unsigned __int128)(most)-c ? uint64_t(most) : uint64_t(product) + c;
    }
    return uint64_t(std::clamp(wide(a) * wide(b) + wide(c), least, most));
  }
  if (name == "abs_diff")
    return uint64_t(wide(a) < wide(b) ? wide(b) - wide(a) : wide(a) - wide(b));
  if (name == "MUL24" || name == "MAD24") {
    auto low24 = [&](uint64_t x) { return wrapped(type, (x & low) << 8) >> 8 & 0xffffff; };
    auto extended = [&](uint64_t x) {
      return type.isSigned() ? uint64_t(int64_t(low24(x) << 40) >> 40) : low24(x);
    };
    return extended(a) * extended(b) + (name == "MAD24" ? c : 0);
  }
  if (name == "rotate")
    return integerOperator(Op::Rotate, type, a, b);
  if (name == "mul_hi")
    return high();
  if (name == "mad_hi")
    return high() + c;
  if (name == "hadd")
    return uint64_t((wide(a) + wide(b)) >> 1);
  if (name == "rhadd")
    return uint64_t((wide(a) + wide(b) + 1) >> 1);
  if (name == "add_sat")
    return uint64_t(std::clamp(wide(a) + wide(b), least, most));
  if (name == "sub_sat")
    return uint64_t(std::clamp(wide(a) - wide(b), least, most));
  return (a & ~c) | (b & c); // bitselect
}

static double floatFunction(std::string_view name, double a, double b) {
  if (name == "trunc")
    return std::trunc(a);
  if (name == "rint")
    return std::nearbyint(a);
  if (name == "ceil")
    return std::ceil(a);
  if (name == "round")
    return std::round(a);
  if (name == "sign")
    return a > 0 ? 1.0 : a < 0 ? -1.0 : a;
  if (name == "step")
    return b < a ? 0.0 : 1.0;
  if (name == "copysign")
    return std::copysign(a, b);
  if (name == "fdim")
    return a > b ? a - b : 0.0;
  return std::fabs(a);
}

Value libraryCall(unsigned index, Type type, const Value *args) {
  const LibraryFunction &function = libraryFunction(index);
  Value result;
  result.type = type;
  for (unsigned i = 0; i < type.width; ++i) {
    const Value &second = args[function.arity > 1 ? 1 : 0];
    const Value &third = args[function.arity > 2 ? 2 : 0];
    if (function.floats)
      result.setNumber(i, floatFunction(function.name, args[0].number(i), second.number(i)));
    else
      result.bits[i] = wrapped(type, integerFunction(function.name, type, args[0].bits[i],
                                                     second.bits[i], third.bits[i]));
  }
  return result;
}

uint64_t saturated(Type type, double x, unsigned rounding) {
  const double whole = rounding < 2    ? std::trunc(x)
                       : rounding == 2 ? std::nearbyint(x)
                       : rounding == 3 ? std::ceil(x)
                                       : std::floor(x);
  const unsigned bits = type.bits() - type.isSigned();
  const double end = std::ldexp(1.0, int(bits)), least = type.isSigned() ? -end : 0;
  if (whole >= end)
    return bits == 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
  if (whole < least)
    return uint64_t(int64_t(least));
  return type.isSigned() ? uint64_t(int64_t(whole)) : uint64_t(whole);
}

Value convert(Type to, const Value &from) {
  Value result;
  result.type = to;
  for (unsigned i = 0; i < to.width; ++i) {
    if (to.isFloat() && from.type.isFloat())
      result.setNumber(i, from.number(i));
    else if (to.isFloat())
      result.setNumber(i, double(int16_t(from.bits[i]) >> 4));
    else if (from.type.isFloat())
      result.bits[i] = uint64_t(std::fmin(std::fabs(from.number(i)), 127.0));
    else
      result.bits[i] = wrapped(to, from.bits[i]);
  }
  return result;
}

// `digits` of the number's own stay; what is cut off decides by the mode.
static double cut(double sign, unsigned __int128 magnitude, unsigned digits, unsigned rounding) {
  unsigned shift = 0;
  while ((magnitude >> shift) >> digits)
    ++shift;
  const unsigned __int128 rest = magnitude & (((unsigned __int128)(1) << shift) - 1);
  unsigned __int128 kept = magnitude >> shift;
  const unsigned __int128 half = shift ? (unsigned __int128)(1) << (shift - 1) : 0;
  const bool up = rest != 0 && (rounding == 3   ? sign > 0
                                : rounding == 4 ? sign < 0
                                : rounding == 1 ? false
                                                : rest > half || (rest == half && (kept & 1)));
  kept += up;
  return sign * std::ldexp(double(uint64_t(kept)), int(shift));
}

Value rounded(Type to, const Value &from, unsigned rounding) {
  Value result;
  result.type = to;
  const unsigned digits = to.base == Base::F16 ? 11 : to.base == Base::F32 ? 24 : 53;
  for (unsigned i = 0; i < to.width; ++i) {
    if (from.type.isFloat()) {
      const double x = from.number(i);
      // Numbers near to zero have fewer digits; none of those that are converted is too large.
      int exponent = 0;
      std::frexp(x, &exponent);
      const int least = to.base == Base::F16 ? -24 : to.base == Base::F32 ? -149 : -1074;
      const int last = std::max(exponent - int(digits), least);
      const double scaled = std::ldexp(x, -last);
      const double whole = rounding == 3   ? std::ceil(scaled)
                           : rounding == 4 ? std::floor(scaled)
                           : rounding == 1 ? std::trunc(scaled)
                                           : std::nearbyint(scaled);
      result.setNumber(i, std::copysign(std::ldexp(whole, last), x));
      continue;
    }
    const bool negative = from.type.isSigned() && int64_t(from.bits[i]) < 0;
    const uint64_t magnitude = negative ? 0 - from.bits[i] : from.bits[i];
    result.setNumber(i, magnitude ? cut(negative ? -1.0 : 1.0, magnitude, digits, rounding) : 0.0);
  }
  return result;
}

bool compared(unsigned comparison, const Value &a, const Value &b, unsigned i) {
  const bool floats = a.type.isFloat(), has_sign = a.type.isSigned();
  const bool less = floats     ? a.number(i) < b.number(i)
                    : has_sign ? int64_t(a.bits[i]) < int64_t(b.bits[i])
                               : a.bits[i] < b.bits[i];
  const bool equal = floats ? a.number(i) == b.number(i) : a.bits[i] == b.bits[i];
  const bool results[] = {less, less || equal, !less && !equal, !less, equal, !equal};
  return results[comparison];
}

// Of numbers, as no others are made.
bool related(unsigned index, const Value &a, const Value &b, unsigned i) {
  const std::string_view name = relation(index).name;
  const double x = a.number(i), y = b.number(i);
  const double least = a.type.base == Base::F16   ? std::ldexp(1.0, -14)
                       : a.type.base == Base::F32 ? std::ldexp(1.0, -126)
                                                  : std::ldexp(1.0, -1022);
  if (name == "isequal")
    return x == y;
  if (name == "isnotequal" || name == "islessgreater")
    return x != y;
  if (name == "isgreater")
    return x > y;
  if (name == "islessequal")
    return x <= y;
  if (name == "isfinite")
    return !std::isinf(x);
  if (name == "isnormal")
    return !std::isinf(x) && std::fabs(x) >= least;
  if (name == "signbit")
    return std::signbit(x);
  return name == "isordered";
}

Value clampFloats(Value value) {
  if (value.type.isFloat())
    for (unsigned i = 0; i < value.type.width; ++i)
      value.setNumber(i, std::fmin(std::fmax(value.number(i), -1024.0), 1024.0));
  return value;
}

} // namespace weft::fuzz
