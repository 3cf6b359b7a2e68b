// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "inputs.h"

#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace weft {
namespace {

template <typename T> using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;

template <typename T> std::vector<T> positiveSpecials() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values = {0,
                           Limits::denorm_min(),
                           Limits::min() / 4,
                           std::nextafter(Limits::min(), T(0)),
                           Limits::min(),
                           T(1e-20),
                           Limits::epsilon(),
                           T(1e-3),
                           T(0.25),
                           std::nextafter(T(0.5), T(0)),
                           T(0.5),
                           std::nextafter(T(0.5), T(1)),
                           T(0.75),
                           std::nextafter(T(1), T(0)),
                           1,
                           std::nextafter(T(1), T(2)),
                           T(1.5),
                           T(M_PI_2),
                           2,
                           T(2.5),
                           3,
                           T(M_PI),
                           T(3.5),
                           4,
                           T(7.25),
                           10,
                           T(22.5),
                           100,
                           T(12345.5),
                           T(1) / Limits::epsilon(),
                           T(1) / Limits::epsilon() - 1,
                           T(0.5) / Limits::epsilon() + T(0.5),
                           T(3) / Limits::epsilon(),
                           T(1e20),
                           Limits::max() / 2,
                           Limits::max(),
                           Limits::infinity()};
  return values;
}

// Where single functions overflow, underflow or change their methods: for unary functions only.
template <typename T> std::vector<T> thresholds() {
  std::vector<T> values;
  for (double v : {0.34657359,
                   0.6931472,
                   1.0397208,
                   0.4375,
                   0.6875,
                   1.1875,
                   2.4375,
                   0.84375,
                   1.25,
                   2.857142857,
                   6.0,
                   9.0,
                   13.0,
                   19.06,
                   22.0,
                   27.226,
                   28.0,
                   33.0,
                   34.04,
                   35.04,
                   36.0437,
                   38.53,
                   44.9,
                   45.15,
                   88.02969,
                   88.72283,
                   88.72284,
                   89.41598,
                   103.97207,
                   103.97208,
                   87.33654,
                   126.0,
                   127.0,
                   128.0,
                   149.0,
                   150.0,
                   171.6243769,
                   172.0,
                   177.0,
                   184.0,
                   185.0,
                   307.95,
                   308.25,
                   323.3,
                   708.3964,
                   709.782712893384,
                   710.475860073943,
                   745.13321910194,
                   1021.5,
                   1022.0,
                   1024.0,
                   1074.0,
                   1075.0,
                   37.92977,
                   38.23,
                   44.85,
                   45.0,
                   23.5,
                   33554432.0,
                   8388607.5,
                   16777215.0,
                   2147483648.0,
                   4294967296.0,
                   9007199254740991.0,
                   4503599627370495.5,
                   6381956970095103.0e60,
                   0.785398163397448,
                   2.356194490192345,
                   14486038.0,
                   12582912.0,
                   102943.0,
                   205887.0,
                   1048576.0})
    for (T at : {T(v), std::nextafter(T(v), T(0)), std::nextafter(T(v), T(1e30))})
      values.push_back(at);
  return values;
}

template <typename T> class Random {
public:
  T any() {
    switch (generator() % 8) {
    case 0:
    case 1: { // any bits
      Bits<T> bits = static_cast<Bits<T>>(generator());
      return std::bit_cast<T>(bits);
    }
    case 2:
    case 3:
    case 4: // any significand, a moderate exponent
      return sign() * std::ldexp(T(1) + unit(), static_cast<int>(generator() % 32) - 20);
    case 5:
      return sign() * unit() * 40;
    case 6: // near 1
      return sign() *
             (1 + (unit() - T(0.5)) * std::ldexp(T(1), -static_cast<int>(generator() % 20)));
    default: { // near a multiple of a half
      T whole = T(generator() % 400) / 2;
      return sign() * (whole + (generator() % 4 ? std::ldexp(unit(), -10) : T(0)));
    }
    }
  }

  // Mostly the whole range of exponents' effect on numbers near one, and some of any size.
  int anyInt() {
    switch (generator() % 4) {
    case 0:
      return static_cast<int>(generator());
    case 1:
      return static_cast<int>(generator() % 4000) - 2000;
    default:
      return static_cast<int>(generator() % 64) - 32;
    }
  }

private:
  T sign() { return generator() % 2 ? T(1) : T(-1); }
  T unit() { return T(generator() >> 11) * T(0x1p-53); }

  std::mt19937_64 generator{20240612};
};

} // namespace

template <typename T> Inputs<T> makeInputs(Shape shape, int random) {
  std::vector<T> specials;
  for (T value : positiveSpecials<T>()) {
    specials.push_back(value);
    specials.push_back(-value);
  }
  specials.push_back(std::numeric_limits<T>::quiet_NaN());

  Inputs<T> in;
  auto add = [&](T x, T y, T z, int n) {
    in.x.push_back(x);
    in.y.push_back(y);
    in.z.push_back(z);
    in.n.push_back(n);
  };
  switch (shape) {
  case Shape::Unary:
    for (T value : thresholds<T>()) {
      specials.push_back(value);
      specials.push_back(-value);
    }
    for (T x : specials)
      add(x, 0, 0, 0);
    for (int i = -400; i <= 400; ++i) // poles, zeros and exact results at multiples of a quarter
      add(T(i) / 4, 0, 0, 0);
    break;
  case Shape::Binary:
    for (T x : specials)
      for (T y : specials)
        add(x, y, 0, 0);
    break;
  case Shape::Ternary:
    for (size_t i = 0; i < specials.size(); i += 3)
      for (size_t j = 0; j < specials.size(); j += 5)
        for (size_t k = 0; k < specials.size(); k += 5)
          add(specials[i], specials[j], specials[k], 0);
    break;
  case Shape::WithInt:
    for (T x : specials)
      for (int n : {0,         1,     -1,   2,    -2,    3,          -3,
                    4,         5,     7,    10,   -10,   23,         24,
                    -24,       52,    63,   64,   126,   -126,       127,
                    -127,      128,   -149, 150,  277,   278,        -278,
                    1022,      -1022, 1023, 1074, -1074, 1100,       -1075,
                    2045,      -2098, 2099, 4000, -4000, 0x7fffffff, -0x7fffffff - 1,
                    0x7ffffffe})
        add(x, 0, 0, n);
    break;
  }

  Random<T> source;
  for (int i = 0; i < random; ++i)
    add(source.any(), source.any(), source.any(), source.anyInt());
  // Pairs that cancel: equal up to a few units, which hypot, fmod, fdim and fma must survive.
  if (shape == Shape::Binary || shape == Shape::Ternary)
    for (int i = 0; i < random / 4; ++i) {
      T x = source.any();
      T y = std::bit_cast<T>(static_cast<Bits<T>>(std::bit_cast<Bits<T>>(x) + source.anyInt() % 8));
      add(x, y, -x * y, 0);
    }
  while (in.x.size() % 48)
    add(1, 1, 1, 1);
  return in;
}

// All halves where there is one parameter; else combinations of some, and random ones.
template <> Inputs<_Float16> makeInputs(Shape shape, int random) {
  std::mt19937_64 generator{20251121};
  Inputs<_Float16> in;
  auto add = [&](uint64_t x, uint64_t y, uint64_t z, int n) {
    in.x.push_back(std::bit_cast<_Float16>(uint16_t(x)));
    in.y.push_back(std::bit_cast<_Float16>(uint16_t(y)));
    in.z.push_back(std::bit_cast<_Float16>(uint16_t(z)));
    in.n.push_back(n);
  };
  if (shape == Shape::Unary)
    for (unsigned bits = 0; bits < 0x10000; ++bits)
      add(bits, 0, 0, 0);
  std::vector<uint16_t> specials = {0x7e00}; // no number
  for (uint16_t bits : {0x0000, 0x0001, 0x0002, 0x03ff, 0x0400, 0x0401, 0x1400, 0x3800, 0x3bff,
                        0x3c00, 0x3c01, 0x3e00, 0x4000, 0x4200, 0x4248, 0x4500, 0x4900, 0x4b80,
                        0x5640, 0x6400, 0x6401, 0x6800, 0x7800, 0x7bff, 0x7c00})
    specials.insert(specials.end(), {bits, uint16_t(bits | 0x8000)});
  if (shape == Shape::Binary || shape == Shape::Ternary)
    for (size_t i = 0; i < specials.size(); ++i)
      for (size_t j = 0; j < specials.size(); ++j)
        for (size_t k = i % 5; k < (shape == Shape::Ternary ? specials.size() : i % 5 + 1); k += 5)
          add(specials[i], specials[j], specials[k], 0);
  if (shape == Shape::WithInt)
    for (uint16_t x : specials)
      for (int n : {0,
                    1,
                    -1,
                    2,
                    -2,
                    3,
                    -3,
                    4,
                    5,
                    7,
                    10,
                    -10,
                    11,
                    -11,
                    14,
                    15,
                    -15,
                    16,
                    -16,
                    24,
                    -24,
                    -25,
                    26,
                    1000,
                    -1000,
                    255,
                    -2,
                    0x7fffffff,
                    -0x7fffffff - 1})
        add(x, 0, 0, n);
  if (shape != Shape::Unary)
    for (int i = 0; i < random; ++i) {
      // Every other one of moderate size.
      uint64_t mask = i % 2 ? 0xffff : 0xc7ff, moderate = i % 2 ? 0 : 0x2000;
      auto any = [&] { return (generator() & mask) | moderate; };
      add(any(), any(), any(), int(generator() % 64) - 32);
    }
  while (in.x.size() % 48)
    add(0x3c00, 0x3c00, 0x3c00, 1);
  return in;
}

template Inputs<float> makeInputs<float>(Shape, int);
template Inputs<double> makeInputs<double>(Shape, int);

} // namespace weft
