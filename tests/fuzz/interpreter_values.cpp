// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "interpreter_values.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace weft::fuzz {

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

Value clampFloats(Value value) {
  if (value.type.isFloat())
    for (unsigned i = 0; i < value.type.width; ++i)
      value.setNumber(i, std::fmin(std::fmax(value.number(i), -1024.0), 1024.0));
  return value;
}

} // namespace weft::fuzz
