// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C, "Conversions & Type Casting": every pair of types with every rounding mode, saturated
// and not; all widths come round. And as_type.
#include "sweep.h"

#include <algorithm>

namespace weft {
namespace {

enum class Rounding { Default, Even, Zero, Positive, Negative };
const char *const Suffixes[] = {"", "_rte", "_rtz", "_rtp", "_rtn"};

// Every value of every type is one of long double (x86's, 64 bits of significand) exactly.
using Exact = long double;

Exact toInteger(Exact value, Rounding rounding) {
  switch (rounding) {
  case Rounding::Even:
    return std::nearbyint(value);
  case Rounding::Positive:
    return std::ceil(value);
  case Rounding::Negative:
    return std::floor(value);
  default:
    return std::trunc(value);
  }
}

// A result that the specification leaves open (out of range without _sat) is nothing.
template <typename To, typename From>
Maybe<To> converted(From from, Rounding rounding, bool saturated) {
  if constexpr (std::is_floating_point_v<To>) {
    if (from != from)
      return std::numeric_limits<To>::quiet_NaN();
    Exact value = from;
    To nearest = static_cast<To>(value);
    To infinity = std::numeric_limits<To>::infinity();
    switch (rounding) {
    case Rounding::Zero:
      return std::fabs(Exact(nearest)) > std::fabs(value) ? std::nextafter(nearest, To(0))
                                                          : nearest;
    case Rounding::Positive:
      return Exact(nearest) < value ? std::nextafter(nearest, infinity) : nearest;
    case Rounding::Negative:
      return Exact(nearest) > value ? std::nextafter(nearest, -infinity) : nearest;
    default:
      return nearest;
    }
  } else if constexpr (std::is_floating_point_v<From>) {
    Exact low = std::numeric_limits<To>::min(), high = std::numeric_limits<To>::max();
    if (from != from)
      return saturated ? Maybe<To>(0) : Maybe<To>();
    Exact value = toInteger(from, rounding);
    if (value < low || value > high)
      return saturated ? Maybe<To>(value < low ? std::numeric_limits<To>::min()
                                               : std::numeric_limits<To>::max())
                       : Maybe<To>();
    return static_cast<To>(value);
  } else {
    if (!saturated)
      return static_cast<To>(from); // modulo 2^n, as C casts
    __int128 low = std::numeric_limits<To>::min(), high = std::numeric_limits<To>::max();
    return static_cast<To>(std::clamp<__int128>(from, low, high));
  }
}

template <typename From, typename To> void addConversions(Batch &batch) {
  static unsigned turn = 0;
  for (int rounding = 0; rounding < 5; ++rounding)
    for (bool saturated : {false, true}) {
      if (saturated && std::is_floating_point_v<To>)
        continue;
      std::string tail = std::string(saturated ? "_sat" : "") + Suffixes[rounding];
      std::string name = "to_" + typeName<To>() + tail;
      int width = AllWidths[turn++ % AllWidths.size()];
      std::string n = width == 1 ? "" : std::to_string(width);
      batch.add<To(From)>(
          name, "convert_" + typeName<To>() + n + tail + "(a)",
          [=](From a) { return converted<To>(a, static_cast<Rounding>(rounding), saturated); },
          {width});
    }
}

template <typename From> class ConvertTest : public testing::Test {};
using All = testing::Types<int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t, uint64_t,
                           float, double>;
TYPED_TEST_SUITE(ConvertTest, All);

TYPED_TEST(ConvertTest, ToEveryType) {
  Batch batch;
  addConversions<TypeParam, int8_t>(batch);
  addConversions<TypeParam, uint8_t>(batch);
  addConversions<TypeParam, int16_t>(batch);
  addConversions<TypeParam, uint16_t>(batch);
  addConversions<TypeParam, int32_t>(batch);
  addConversions<TypeParam, uint32_t>(batch);
  addConversions<TypeParam, int64_t>(batch);
  addConversions<TypeParam, uint64_t>(batch);
  addConversions<TypeParam, float>(batch);
  addConversions<TypeParam, double>(batch);
  batch.run();
}

template <typename From, typename To> void addAs(Batch &batch) {
  for (int width : AllWidths) {
    std::string n = width == 1 ? "" : std::to_string(width);
    batch.add<To(From)>("as_" + typeName<To>() + "_" + typeName<From>(),
                        "as_" + typeName<To>() + n + "(a)",
                        [](From a) { return std::bit_cast<To>(a); }, {width});
  }
}
TEST(Convert, AsTypeOfTheSameSize) {
  Batch batch;
  addAs<int8_t, uint8_t>(batch);
  addAs<uint8_t, int8_t>(batch);
  addAs<int16_t, uint16_t>(batch);
  addAs<int32_t, float>(batch);
  addAs<uint32_t, int32_t>(batch);
  addAs<float, uint32_t>(batch);
  addAs<int64_t, double>(batch);
  addAs<double, uint64_t>(batch);
  batch.run();
}
// The bytes of all lanes together, on a device whose least significant byte comes first.
TEST(Convert, AsTypeOfOtherLanes) {
  Batch batch;
  batch.add<uint32_t(uint32_t)>("bytes", "as_uint(as_uchar4(a).s3210)",
                                [](uint32_t a) { return __builtin_bswap32(a); }, {1});
  batch.add<uint64_t(uint64_t)>("words", "as_ulong(as_uint2(a).yx)",
                                [](uint64_t a) { return a << 32 | a >> 32; }, {1});
  batch.add<double(double)>("shorts", "as_double(as_ushort4(as_float2(a)))",
                            [](double a) { return a; }, {1});
  batch.add<uint64_t(uint64_t)>("wide", "as_ulong2(as_uchar16(a)).yx.yx",
                                [](uint64_t a) { return a; }, {2});
  batch.run();
}

} // namespace
} // namespace weft
