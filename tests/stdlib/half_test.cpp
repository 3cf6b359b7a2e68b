// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// vload_half, vstore_half and their aligned forms, with every rounding mode, for all 65536 halves
// and for floats and doubles around them.
#include "sweep.h"

#include <algorithm>

namespace weft {
namespace {

double halfToDouble(uint16_t bits) {
  int exponent = bits >> 10 & 31, fraction = bits & 1023;
  double magnitude = exponent == 31 ? (fraction ? NAN : INFINITY)
                     : exponent     ? std::ldexp(1024 + fraction, exponent - 25)
                                    : std::ldexp(fraction, -24);
  return bits >> 15 ? -magnitude : magnitude;
}

enum class Rounding { Even, Zero, Positive, Negative };

// The neighbours of the value among the halves, by search: positive ones are in order.
uint16_t doubleToHalf(double value, Rounding rounding) {
  uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  double magnitude = std::fabs(value);
  if (value != value)
    return 0x7e00;
  uint16_t below = 0, above = 0x7c00; // the largest not above, the least not below
  while (below + 1 < above) {
    uint16_t middle = (below + above) / 2;
    (halfToDouble(middle) <= magnitude ? below : above) = middle;
  }
  if (magnitude == INFINITY)
    below = above;
  if (halfToDouble(below) == magnitude)
    return sign | below;
  bool up = false;
  // For the nearest, infinity stands where the next number would be.
  double upper = above == 0x7c00 ? 65536 : halfToDouble(above), lower = halfToDouble(below);
  switch (rounding) {
  case Rounding::Even:
    up = magnitude - lower > upper - magnitude ||
         (magnitude - lower == upper - magnitude && (below & 1));
    break;
  case Rounding::Zero:
    break;
  case Rounding::Positive:
    up = !sign;
    break;
  case Rounding::Negative:
    up = sign;
    break;
  }
  return sign | (up ? above : below);
}

const kernels::Session::Built &build(const std::string &source) {
  return kernels::Session::get().build(source, "");
}

struct Form {
  int width;
  bool aligned;
  std::string suffix() const { return width == 1 ? "" : std::to_string(width); }
  // In halves, from one vector to the next.
  int stride() const { return aligned && width == 3 ? 4 : width; }
};

std::vector<Form> forms() {
  std::vector<Form> all;
  for (int width : AllWidths) {
    all.push_back({width, false});
    if (width > 1) // Clang declares no aligned form for one
      all.push_back({width, true});
  }
  return all;
}

TEST(Half, LoadsEveryValue) {
  std::vector<uint16_t> halves(65536);
  for (size_t i = 0; i < halves.size(); ++i)
    halves[i] = static_cast<uint16_t>(i);
  for (const Form &form : forms()) {
    std::string n = form.suffix(),
                name = std::string(form.aligned ? "vloada_half" : "vload_half") + n;
    std::string store = form.width == 1 ? "r[i] = v;" : "vstore" + n + "(v, i, r);";
    auto &built = build("kernel void k(global const half *p, global float *r) {\n"
                        "  size_t i = get_global_id(0);\n  float" +
                        n + " v = " + name + "(i, p);\n  " + store + "\n}\n");
    ASSERT_EQ(built.failure, "");
    size_t items = halves.size() / form.stride();
    std::vector<float> result(items * form.width, 77);
    ASSERT_EQ(runKernel(built.program, "k", {in(halves), out(result)}, items), "");
    for (size_t i = 0; i < result.size(); ++i) {
      uint16_t from = halves[i / form.width * form.stride() + i % form.width];
      ASSERT_TRUE(same(double(result[i]), halfToDouble(from))) << name << " " << from;
    }
  }
}

template <typename T> std::vector<T> valuesAroundHalves() {
  std::vector<T> values;
  for (int bits = 0; bits < 0x7c00; bits += bits < 0x420 ? 1 : 37) {
    double here = halfToDouble(static_cast<uint16_t>(bits)),
           next = bits == 0x7bff ? 65536 : halfToDouble(static_cast<uint16_t>(bits + 1));
    T middle = static_cast<T>((here + next) / 2);
    for (T v : {static_cast<T>(here), middle, std::nextafter(middle, T(0)),
                std::nextafter(middle, T(1e9)), std::nextafter(static_cast<T>(here), T(1e9))})
      for (T sign : {T(1), T(-1)})
        values.push_back(sign * v);
  }
  for (T v : {T(65504), T(65519.996), T(65520), T(65535), T(65536), T(1e30), T(1e-30),
              std::numeric_limits<T>::infinity(), std::numeric_limits<T>::denorm_min(),
              std::numeric_limits<T>::max()})
    for (T sign : {T(1), T(-1)})
      values.push_back(sign * v);
  values.push_back(std::numeric_limits<T>::quiet_NaN());
  while (values.size() % 48)
    values.push_back(1);
  return values;
}

template <typename T> class HalfStoreTest : public testing::Test {};
using Floats = testing::Types<float, double>;
TYPED_TEST_SUITE(HalfStoreTest, Floats);

TYPED_TEST(HalfStoreTest, RoundsAsAsked) {
  using T = TypeParam;
  std::vector<T> values = valuesAroundHalves<T>();
  struct {
    const char *suffix;
    Rounding rounding;
  } modes[] = {{"", Rounding::Even},
               {"_rte", Rounding::Even},
               {"_rtz", Rounding::Zero},
               {"_rtp", Rounding::Positive},
               {"_rtn", Rounding::Negative}};
  std::string type = typeName<T>();
  for (const Form &form : forms()) {
    std::string n = form.suffix(), source;
    std::string load = form.width == 1 ? "x[i]" : "vload" + n + "(i, x)";
    for (auto &mode : modes)
      source += std::string("kernel void k") + mode.suffix + "(global const " + type +
                " *x, global half *r) {\n  size_t i = get_global_id(0);\n  " +
                (form.aligned ? "vstorea_half" : "vstore_half") + n + mode.suffix + "(" + load +
                ", i, r);\n}\n";
    auto &built = build(source);
    ASSERT_EQ(built.failure, "");
    for (auto &mode : modes) {
      size_t items = values.size() / form.width;
      std::vector<uint16_t> result(items * form.stride(), 0x1234);
      ASSERT_EQ(runKernel(built.program, std::string("k") + mode.suffix, {in(values), out(result)},
                          items),
                "");
      for (size_t i = 0; i < result.size(); ++i) {
        int lane = static_cast<int>(i) % form.stride();
        if (lane >= form.width) // padding
          continue;
        double value = double(values[i / form.stride() * form.width + lane]);
        uint16_t wanted = doubleToHalf(value, mode.rounding);
        bool both_nan = value != value && (result[i] & 0x7fff) > 0x7c00;
        ASSERT_TRUE(result[i] == wanted || both_nan)
            << type << n << mode.suffix << (form.aligned ? " aligned " : " ") << show(value)
            << ": got " << result[i] << ", wanted " << wanted;
      }
    }
  }
}

} // namespace
} // namespace weft
