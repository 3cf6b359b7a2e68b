// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C, "Relational Functions": 1 is true for scalars and -1 in vectors.
#include "sweep.h"

namespace weft {
namespace {

const std::vector<int> Scalar = {1}, Vectors = {2, 3, 4, 8, 16};

template <typename T> class RelationalTest : public testing::Test {};
using Floats = testing::Types<float, double>;
TYPED_TEST_SUITE(RelationalTest, Floats);

TYPED_TEST(RelationalTest, Comparisons) {
  using T = TypeParam;
  using I = std::conditional_t<sizeof(T) == 4, int32_t, int64_t>;
  Batch batch;
  auto binary = [&](const char *name, auto holds) {
    std::string expression = std::string(name) + "(a, b)";
    batch.add<int(T, T)>(name, expression, [=](T a, T b) { return holds(a, b) ? 1 : 0; }, Scalar);
    batch.add<I(T, T)>(
        name, expression, [=](T a, T b) { return holds(a, b) ? I(-1) : I(0); }, Vectors);
  };
  auto unary = [&](const char *name, auto holds) {
    std::string expression = std::string(name) + "(a)";
    batch.add<int(T)>(name, expression, [=](T a) { return holds(a) ? 1 : 0; }, Scalar);
    batch.add<I(T)>(name, expression, [=](T a) { return holds(a) ? I(-1) : I(0); }, Vectors);
  };
  binary("isequal", [](T a, T b) { return a == b; });
  binary("isnotequal", [](T a, T b) { return a != b; });
  binary("isgreater", [](T a, T b) { return a > b; });
  binary("isgreaterequal", [](T a, T b) { return a >= b; });
  binary("isless", [](T a, T b) { return a < b; });
  binary("islessequal", [](T a, T b) { return a <= b; });
  binary("islessgreater", [](T a, T b) { return a < b || a > b; });
  binary("isordered", [](T a, T b) { return a == a && b == b; });
  binary("isunordered", [](T a, T b) { return a != a || b != b; });
  unary("isfinite", [](T a) { return std::isfinite(a); });
  unary("isinf", [](T a) { return std::isinf(a); });
  unary("isnan", [](T a) { return std::isnan(a); });
  unary("isnormal", [](T a) { return std::isnormal(a); });
  unary("signbit", [](T a) { return std::signbit(a); });
  batch.run();
}

template <typename T> class SelectTest : public testing::Test {};
using All = testing::Types<int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t, uint64_t,
                           float, double>;
TYPED_TEST_SUITE(SelectTest, All);

TYPED_TEST(SelectTest, SelectAndBitselect) {
  using T = TypeParam;
  using U = std::conditional_t<
      sizeof(T) == 1, uint8_t,
      std::conditional_t<sizeof(T) == 2, uint16_t,
                         std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>>;
  using I = std::make_signed_t<U>;
  Batch batch;
  auto add = [&]<typename C>(const char *name, C *) {
    // Scalars look at all bits, vectors at the highest.
    batch.add<T(T, T, C)>(name, "select(a, b, c)", [](T a, T b, C c) { return c ? b : a; }, Scalar);
    batch.add<T(T, T, C)>(
        name, "select(a, b, c)", [](T a, T b, C c) { return static_cast<I>(c) < 0 ? b : a; },
        sizeof(T) == 4 ? Vectors : std::vector<int>{3, 16});
  };
  add("select", (I *)nullptr);
  add("selectu", (U *)nullptr);
  batch.add<T(T, T, T)>(
      "bitselect", "bitselect(a, b, c)",
      [](T a, T b, T c) {
        U x = std::bit_cast<U>(a), y = std::bit_cast<U>(b), mask = std::bit_cast<U>(c);
        return std::bit_cast<T>(static_cast<U>((x & ~mask) | (y & mask)));
      },
      sizeof(T) == 4 ? AllWidths : std::vector<int>{1, 2, 8});
  batch.run();
}

// any and all look at the highest bit of each lane, whatever the others hold.
TYPED_TEST(SelectTest, AnyAndAll) {
  using T = TypeParam;
  if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) {
    Batch batch;
    batch.add<int(T)>("any", "any(a)", [](T a) { return a < 0; }, Scalar);
    batch.add<int(T)>("all", "all(a)", [](T a) { return a < 0; }, Scalar);
    std::string type = typeName<T>();
    for (int width : Vectors) {
      std::string n = std::to_string(width), vector = type + n;
      // One lane differs from the rest: the one that a number names.
      std::string rest = vector + " v = (" + vector + ")b; ";
      batch.prologue("int any_but" + n + "(" + type + " a, " + type + " b) { " + rest +
                     "v.s1 = a; return any(v) * 2 + all(v); }\n");
      batch.add<int(T, T)>(
          "one_lane_of_" + n, "any_but" + n + "(a, b)",
          [](T a, T b) { return (a < 0 || b < 0) * 2 + (a < 0 && b < 0); }, Scalar);
    }
    batch.run();
  }
}

} // namespace
} // namespace weft
