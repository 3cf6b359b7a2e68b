// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C, "Integer Functions", computed on the host in 128 bits.
#include "sweep.h"

#include <algorithm>

namespace weft {
namespace {

using Wide = __int128;

template <typename T> T saturate(Wide value) {
  return static_cast<T>(
      std::clamp<Wide>(value, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
}
// Rounds towards negative infinity, as >> does.
Wide halved(Wide value) { return value >> 1; }

// Half of the types in few widths: a function's source is the same for all.
template <typename T> std::vector<int> widthsFor() {
  return sizeof(T) == 4        ? AllWidths
         : std::is_signed_v<T> ? std::vector<int>{1, 3, 16}
                               : std::vector<int>{1, 2, 4, 8};
}

template <typename T> class IntegerTest : public testing::Test {};
using Types =
    testing::Types<int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t, uint64_t>;
TYPED_TEST_SUITE(IntegerTest, Types);

TYPED_TEST(IntegerTest, ArithmeticAndBits) {
  using T = TypeParam;
  using U = std::make_unsigned_t<T>;
  constexpr int Bits = sizeof(T) * 8;
  std::vector<int> widths = widthsFor<T>();
  Batch batch;
  auto unary = [&]<typename S>(const char *name, auto reference, S *) {
    batch.add<S>(name, std::string(name) + "(a)", reference, widths);
  };
  auto binary = [&](const char *name, auto reference) {
    batch.add<T(T, T)>(name, std::string(name) + "(a, b)", reference, widths);
  };
  unary("abs", [](T a) { return static_cast<U>(a < 0 ? -Wide(a) : Wide(a)); }, (U (*)(T))0);
  batch.add<U(T, T)>(
      "abs_diff", "abs_diff(a, b)",
      [](T a, T b) {
        Wide d = Wide(a) - b;
        return static_cast<U>(d < 0 ? -d : d);
      },
      widths);
  binary("add_sat", [](T a, T b) { return saturate<T>(Wide(a) + b); });
  binary("sub_sat", [](T a, T b) { return saturate<T>(Wide(a) - b); });
  binary("hadd", [](T a, T b) { return static_cast<T>(halved(Wide(a) + b)); });
  binary("rhadd", [](T a, T b) { return static_cast<T>(halved(Wide(a) + b + 1)); });
  binary("max", [](T a, T b) { return std::max(a, b); });
  binary("min", [](T a, T b) { return std::min(a, b); });
  binary("mul_hi", [](T a, T b) { return static_cast<T>((Wide(a) * b) >> Bits); });
  binary("rotate", [](T a, T b) {
    U value = static_cast<U>(a);
    unsigned by = static_cast<U>(b) % Bits;
    return static_cast<T>(by ? value << by | value >> (Bits - by) : value);
  });
  batch.add<T(T, T, T)>(
      "mad_hi", "mad_hi(a, b, c)",
      [](T a, T b, T c) { return static_cast<T>(((Wide(a) * b) >> Bits) + c); }, widths);
  batch.add<T(T, T, T)>(
      "mad_sat", "mad_sat(a, b, c)",
      [](T a, T b, T c) {
        // The product of two unsigned longs and more need not fit 127 bits.
        if constexpr (std::is_same_v<T, uint64_t>) {
          unsigned __int128 sum = (unsigned __int128)a * b;
          return sum > UINT64_MAX - c ? UINT64_MAX : static_cast<T>(sum + c);
        } else {
          return saturate<T>(Wide(a) * b + c);
        }
      },
      widths);
  batch.add<T(T, T, T)>(
      "clamp", "clamp(a, b, c)",
      [](T a, T b, T c) { return b > c ? Maybe<T>() : Maybe<T>(std::clamp(a, b, c)); }, widths);
  unary(
      "clz", [](T a) { return static_cast<T>(std::countl_zero(static_cast<U>(a))); }, (T (*)(T))0);
  unary(
      "popcount", [](T a) { return static_cast<T>(std::popcount(static_cast<U>(a))); },
      (T (*)(T))0);
  batch.run();
}

// max(gentype, sgentype) and its like.
TYPED_TEST(IntegerTest, VectorWithScalar) {
  using T = TypeParam;
  std::vector<int> widths = widthsFor<T>();
  widths.erase(widths.begin()); // no scalars
  Batch batch;
  std::string scalar = "(" + typeName<T>() + ")100";
  batch.add<T(T)>("max", "max(a, " + scalar + ")", [](T a) { return std::max<T>(a, 100); }, widths);
  batch.add<T(T)>("min", "min(a, " + scalar + ")", [](T a) { return std::min<T>(a, 100); }, widths);
  batch.add<T(T)>(
      "clamp", "clamp(a, (" + typeName<T>() + ")3, " + scalar + ")",
      [](T a) { return std::clamp<T>(a, 3, 100); }, widths);
  batch.run();
}

template <typename High, typename Low, typename Result> void addUpsample(Batch &batch) {
  batch.add<Result(High, Low)>("upsample_" + typeName<High>(), "upsample(a, b)", [](High a, Low b) {
    return static_cast<Result>((static_cast<std::make_unsigned_t<Result>>(a) << (sizeof(Low) * 8)) |
                               b);
  });
}
TEST(Integer, Upsample) {
  Batch batch;
  addUpsample<int8_t, uint8_t, int16_t>(batch);
  addUpsample<uint8_t, uint8_t, uint16_t>(batch);
  addUpsample<int16_t, uint16_t, int32_t>(batch);
  addUpsample<uint16_t, uint16_t, uint32_t>(batch);
  addUpsample<int32_t, uint32_t, int64_t>(batch);
  addUpsample<uint32_t, uint32_t, uint64_t>(batch);
  batch.run();
}

// Of 24 bits the functions make what they please; inputs are within them.
TEST(Integer, Fast24Bits) {
  Batch batch;
  batch.add<int(int, int)>("mul24", "mul24(a >> 8, b >> 8)",
                           [](int a, int b) { return static_cast<int>(Wide(a >> 8) * (b >> 8)); });
  batch.add<unsigned(unsigned, unsigned)>(
      "mul24u", "mul24(a >> 8, b >> 8)",
      [](unsigned a, unsigned b) { return static_cast<unsigned>(Wide(a >> 8) * (b >> 8)); });
  batch.add<int(int, int, int)>("mad24", "mad24(a >> 8, b >> 8, c)", [](int a, int b, int c) {
    return static_cast<int>(Wide(a >> 8) * (b >> 8) + c);
  });
  batch.add<unsigned(unsigned, unsigned, unsigned)>(
      "mad24u", "mad24(a >> 8, b >> 8, c)", [](unsigned a, unsigned b, unsigned c) {
        return static_cast<unsigned>(Wide(a >> 8) * (b >> 8) + c);
      });
  batch.run();
}

// ctz came with OpenCL C 2.0.
TYPED_TEST(IntegerTest, CountTrailingZeros) {
  using T = TypeParam;
  Batch batch("-cl-std=CL3.0");
  batch.add<T(T)>(
      "ctz", "ctz(a)",
      [](T a) { return static_cast<T>(std::countr_zero(static_cast<std::make_unsigned_t<T>>(a))); },
      widthsFor<T>());
  batch.run();
}

} // namespace
} // namespace weft
