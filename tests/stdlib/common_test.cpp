// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C, "Common Functions" beside those that the ULP test holds, and "Geometric Functions".
#include "sweep.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace weft {
namespace {

const std::vector<int> Scalar = {1}, Vectors = {2, 3, 4, 8, 16};

template <typename T> class CommonTest : public testing::Test {};
using Floats = testing::Types<float, double>;
TYPED_TEST_SUITE(CommonTest, Floats);

template <typename T> bool finite(T a, T b, T c = 0) {
  return std::isfinite(a) && std::isfinite(b) && std::isfinite(c);
}

// std::fmin and std::fmax take a signalling NaN for their result on some machines.
template <typename T> T lesser(T a, T b) { return a != a ? b : b < a ? b : a; }
template <typename T> T greater(T a, T b) { return a != a ? b : a < b ? b : a; }

// "fmin and fmax [...] may not match the IEEE 754-2008 definition for minNum and maxNum with regard
// to signaling NaNs. Specifically, signaling NaNs may behave as quiet NaNs."
template <typename T> bool isSignaling(T x) {
  using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
  return x != x && !(std::bit_cast<Bits>(x) >> (std::numeric_limits<T>::digits - 2) & 1);
}

TYPED_TEST(CommonTest, MinMaxClampStep) {
  using T = TypeParam;
  std::string type = "(" + typeName<T>() + ")", code = sizeof(T) == 4 ? "0u" : "0ul";
  std::string one_half = typeName<T>() == "float" ? "0.5f" : "0.5";
  Batch batch;
  // The sign of a zero is open, and what min and max make of NaNs.
  auto add = [&](const char *name, bool of_nans, auto reference) {
    auto of_numbers = [=](T a, T b) {
      bool open = (!of_nans && (a != a || b != b)) || (a == 0 && b == 0) || isSignaling(a) ||
                  isSignaling(b);
      return open ? Maybe<T>() : Maybe<T>(reference(a, b));
    };
    batch.add<T(T, T)>(name, std::string(name) + "(a, b)", of_numbers);
    batch.add<T(T, T)>(
        std::string(name) + "_scalar", std::string(name) + "(a, " + one_half + ")",
        [=](T a, T) { return of_numbers(a, T(0.5)); }, Vectors);
  };
  add("max", false, [](T a, T b) { return a < b ? b : a; });
  add("min", false, [](T a, T b) { return b < a ? b : a; });
  add("fmax", true, [](T a, T b) { return greater(a, b); });
  add("fmin", true, [](T a, T b) { return lesser(a, b); });
  // fmin(fmax(x, low), high), of NaNs too.
  batch.add<T(T, T, T)>("clamp", "clamp(a, b, c)", [](T a, T b, T c) {
    bool zeros = (a == 0) + (b == 0) + (c == 0) > 1;
    return b > c || zeros ? Maybe<T>() : Maybe<T>(lesser(greater(a, b), c));
  });
  batch.add<T(T)>(
      "clamp_scalar", "clamp(a, -" + one_half + ", " + one_half + ")",
      [](T a) { return lesser(greater(a, T(-0.5)), T(0.5)); }, Vectors);
  batch.add<T(T)>(
      "step_scalar", "step(" + one_half + ", a)", [](T a) { return a < T(0.5) ? T(0) : T(1); },
      Vectors);
  batch.add<T(T)>("smoothstep_of_nan",
                  "smoothstep(" + type + "0, " + type + "1, a - a + nan(" + code + "))",
                  [](T) { return T(0); });
  batch.run();
}

// Within some units in the last place of the greatest term: cancellation is not the function's
// fault.
template <typename T> bool close(T got, long double wanted, long double scale) {
  return std::fabs(got - wanted) <= 8 * std::numeric_limits<T>::epsilon() * scale;
}

TYPED_TEST(CommonTest, MixAndSmoothstep) {
  using T = TypeParam;
  Batch batch;
  // Of small integers, which leave no room for rounding.
  std::string type = typeName<T>();
  batch.add<T(int, int, int)>(
      "mix",
      "mix(convert_" + type + "(a & 1023), convert_" + type + "(b & 1023), convert_" + type +
          "(c & 7) / 8)",
      [](int a, int b, int c) {
        return T(a & 1023) + (T(b & 1023) - T(a & 1023)) * (T(c & 7) / 8);
      },
      Scalar);
  for (int width : Vectors) {
    std::string n = std::to_string(width);
    batch.add<T(int, int, int)>("mix",
                                "mix(convert_" + type + n + "(a & 1023), convert_" + type + n +
                                    "(b & 1023), convert_" + type + n + "(c & 7) / 8)",
                                [](int a, int b, int c) {
                                  return T(a & 1023) + (T(b & 1023) - T(a & 1023)) * (T(c & 7) / 8);
                                },
                                {width});
    batch.add<T(int)>("mix_scalar",
                      "mix(convert_" + type + n + "(a & 1023), (" + type + n + ")8, (" + type +
                          ")0.25)",
                      [](int a) { return T(a & 1023) * T(0.75) + 2; }, {width});
    batch.add<T(int)>("smoothstep",
                      "smoothstep((" + type + ")0, (" + type + ")16, convert_" + type + n +
                          "((a & 31) - 8))",
                      [](int a) {
                        T t = std::clamp(T((a & 31) - 8) / 16, T(0), T(1));
                        return t * t * (3 - 2 * t);
                      },
                      {width});
    batch.add<T(int)>("smoothstep_lanes",
                      "smoothstep((" + type + n + ")0, (" + type + n + ")16, convert_" + type + n +
                          "((a & 31) - 8))",
                      [](int a) {
                        T t = std::clamp(T((a & 31) - 8) / 16, T(0), T(1));
                        return t * t * (3 - 2 * t);
                      },
                      {width});
  }
  batch.run();
}

// The geometric functions take up to four lanes each of small integers, or of large and small ones
// where the length has to survive what its square does not.
template <typename T> class GeometricTest : public testing::Test {
protected:
  using Vector = std::vector<T>;

  // `call` of vectors a and b of `width` lanes, giving `lanes` lanes; an array of them.
  Vector results(const std::string &call, int width, int lanes, const Vector &a, const Vector &b) {
    std::string type = typeName<T>(), n = width == 1 ? "" : std::to_string(width);
    std::string m = lanes == 1 ? "" : std::to_string(lanes);
    auto load = [&](const char *array) {
      return width == 1 ? std::string(array) + "[i]" : "vload" + n + "(i, " + array + ")";
    };
    std::string source = "kernel void k(global const " + type + " *x, global const " + type +
                         " *y, global " + type + " *r) {\n  size_t i = get_global_id(0);\n  " +
                         type + n + " a = " + load("x") + ", b = " + load("y") + ";\n  " + type +
                         m + " v = " + call + ";\n  " +
                         (lanes == 1 ? "r[i] = v;" : "vstore" + m + "(v, i, r);") + "\n}\n";
    const kernels::Session::Built &built = kernels::Session::get().build(source, "");
    EXPECT_EQ(built.failure, "");
    size_t items = a.size() / width;
    Vector result(items * lanes, T(77));
    if (built.failure.empty())
      EXPECT_EQ(runKernel(built.program, "k", {in(a), in(b), out(result)}, items), "");
    return result;
  }

  static Vector lanesOf(const Vector &v, size_t item, int width) {
    return Vector(v.begin() + item * width, v.begin() + (item + 1) * width);
  }
  static long double dot(const Vector &a, const Vector &b) {
    long double sum = 0;
    for (size_t i = 0; i < a.size(); ++i)
      sum += static_cast<long double>(a[i]) * b[i];
    return sum;
  }
  static long double length(const Vector &a) { return std::sqrt(dot(a, a)); }
  static Vector minus(Vector a, const Vector &b) {
    for (size_t i = 0; i < a.size(); ++i)
      a[i] -= b[i];
    return a;
  }
  static Vector numbers(uint64_t seed) {
    std::mt19937_64 generator(seed);
    Vector v(480);
    for (size_t i = 0; i < v.size(); ++i) {
      // Whole vectors of one magnitude: twelve lanes hold vectors of 1, 2, 3 and 4.
      static const int Exponents[] = {0, 0, 3, -3, Extreme, -Extreme};
      int exponent = Exponents[i / 12 % 6];
      v[i] = std::ldexp(T(static_cast<int>(generator() % 2001) - 1000), exponent);
    }
    return v;
  }
  // Where squares overflow and underflow, but not lengths.
  static constexpr int Extreme = sizeof(T) == 4 ? 90 : 900;
};
TYPED_TEST_SUITE(GeometricTest, Floats);

TYPED_TEST(GeometricTest, LengthDistanceNormalizeSurviveExtremes) {
  using T = TypeParam;
  using Vector = std::vector<T>;
  Vector a = this->numbers(1), b = this->numbers(2);
  for (int width : {1, 2, 3, 4}) {
    Vector length = this->results("length(a)", width, 1, a, b);
    Vector distance = this->results("distance(a, b)", width, 1, a, b);
    Vector direction = this->results("normalize(a)", width, width, a, b);
    for (size_t item = 0; item < a.size() / width; ++item) {
      Vector x = this->lanesOf(a, item, width), y = this->lanesOf(b, item, width);
      long double wanted = this->length(x);
      EXPECT_TRUE(close(length[item], wanted, wanted))
          << width << " " << item << " " << length[item] << " " << double(wanted);
      long double apart = this->length(this->minus(x, y));
      EXPECT_TRUE(close(distance[item], apart, apart))
          << width << " " << item << " " << distance[item] << " " << double(apart);
      for (int i = 0; i < width; ++i) {
        T got = direction[item * width + i];
        long double lane = wanted == 0 ? 0 : x[i] / wanted;
        EXPECT_TRUE(close(got, lane, 1))
            << width << " " << item << " " << got << " " << double(lane);
      }
    }
  }
}

TYPED_TEST(GeometricTest, ZeroInfinityAndNan) {
  using T = TypeParam;
  const T Inf = std::numeric_limits<T>::infinity(), Nan = std::numeric_limits<T>::quiet_NaN();
  const T Max = std::numeric_limits<T>::max();
  std::vector<T> x = {0, 0, 0, 0, Inf, 1, -Inf, 2, -0.0, 3, 0, 4, Nan, 1, Inf, 0, Max, 0, 0, 0};
  std::vector<T> zero(x.size());
  std::vector<T> length = this->results("length(a)", 4, 1, x, zero);
  EXPECT_EQ(length[0], 0);
  EXPECT_EQ(length[1], Inf);
  EXPECT_EQ(length[2], 5);
  EXPECT_TRUE(std::isnan(length[3]));
  EXPECT_EQ(length[4], Max);
  std::vector<T> direction = this->results("normalize(a)", 4, 4, x, zero);
  std::vector<T> wanted = {0, 0,      0, 0,     std::sqrt(T(0.5)), 0, -std::sqrt(T(0.5)), 0,
                           0, T(0.6), 0, T(0.8)};
  for (size_t i = 0; i < wanted.size(); ++i)
    EXPECT_TRUE(close(direction[i], wanted[i], 1)) << i << " " << direction[i];
  EXPECT_TRUE(std::isnan(direction[12]));
  EXPECT_TRUE(close(direction[16], 1, 1));
}

TYPED_TEST(GeometricTest, DotAndCross) {
  using T = TypeParam;
  using Vector = std::vector<T>;
  Vector a(480), b(480);
  std::mt19937_64 generator(5);
  for (size_t i = 0; i < a.size(); ++i) {
    a[i] = T(static_cast<int>(generator() % 2001) - 1000);
    b[i] = T(static_cast<int>(generator() % 2001) - 1000);
  }
  for (int width : {1, 2, 3, 4}) {
    Vector dot = this->results("dot(a, b)", width, 1, a, b);
    for (size_t item = 0; item < a.size() / width; ++item)
      EXPECT_EQ(dot[item],
                T(this->dot(this->lanesOf(a, item, width), this->lanesOf(b, item, width))));
  }
  for (int width : {3, 4}) {
    Vector cross = this->results("cross(a, b)", width, width, a, b);
    for (size_t item = 0; item < a.size() / width; ++item) {
      Vector x = this->lanesOf(a, item, width), y = this->lanesOf(b, item, width);
      for (int i = 0; i < 3; ++i)
        EXPECT_EQ(cross[item * width + i],
                  x[(i + 1) % 3] * y[(i + 2) % 3] - x[(i + 2) % 3] * y[(i + 1) % 3]);
      if (width == 4)
        EXPECT_EQ(cross[item * 4 + 3], 0);
    }
  }
}

// The specification names no limit for lgamma.
TYPED_TEST(GeometricTest, LogarithmOfGamma) {
  using T = TypeParam;
  const T Inf = std::numeric_limits<T>::infinity();
  std::vector<T> x = {Inf, -Inf, 0, T(-0.0), -1, -2, -30, 1, 2, 1e-3, -1e-3, T(1e-30), T(1e30)};
  for (int i = -200; i < 400; ++i)
    x.push_back(T(i) / 8 + T(0.0625));
  std::vector<T> value = this->results("lgamma(a)", 1, 1, x, x);
  std::vector<T> sign = this->results("({ int s; lgamma_r(a, &s); s; })", 1, 1, x, x);
  for (size_t i = 0; i < x.size(); ++i) {
    int wanted_sign;
    double wanted = lgamma_r(x[i], &wanted_sign);
    if (std::isinf(wanted)) {
      EXPECT_EQ(value[i], Inf) << x[i];
      continue;
    }
    EXPECT_TRUE(close(value[i], wanted, 1 + std::fabs(wanted)))
        << x[i] << " " << value[i] << " " << wanted;
    EXPECT_EQ(sign[i], wanted_sign) << x[i];
  }
}

// Of moderate numbers; 8192 units in the last place are allowed.
TEST(Geometric, FastForms) {
  class Fast : public GeometricTest<float> {
  public:
    void TestBody() override {
      std::vector<float> a(480), b(480);
      for (size_t i = 0; i < a.size(); ++i) {
        a[i] = static_cast<float>(i % 37) - 17.5f;
        b[i] = static_cast<float>(i % 29) * 0.5f + 0.25f;
      }
      for (int width : {1, 2, 3, 4}) {
        Vector fast_length = results("fast_length(a)", width, 1, a, b);
        Vector fast_distance = results("fast_distance(a, b)", width, 1, a, b);
        Vector fast_normal = results("fast_normalize(a)", width, width, a, b);
        for (size_t item = 0; item < a.size() / width; ++item) {
          Vector x = lanesOf(a, item, width), y = lanesOf(b, item, width);
          EXPECT_NEAR(fast_length[item] / length(x), 1, 0x1p-11);
          EXPECT_NEAR(fast_distance[item] / length(minus(x, y)), 1, 0x1p-11);
          for (int i = 0; i < width; ++i)
            EXPECT_NEAR(fast_normal[item * width + i], x[i] / length(x), 0x1p-11);
        }
      }
    }
  };
  Fast().TestBody();
}

// What native_ functions are good for: moderate arguments, and a few digits. Zero and infinity
// where they are the limits.
TEST(CommonNative, AgreesWithTheAccurateFunctions) {
  struct {
    const char *name, *argument, *scale;
  } functions[] = {
      {"sin", "x", "1"},       {"cos", "x", "1"},        {"tan", "x", "1 + fabs(f) * fabs(f)"},
      {"exp", "x", "f"},       {"exp2", "x", "f"},       {"exp10", "x", "f"},
      {"log", "x + 21", "f"},  {"log2", "x + 21", "f"},  {"log10", "x + 21", "f"},
      {"sqrt", "x + 20", "f"}, {"rsqrt", "x + 21", "f"}, {"powr", "x + 21, x * 0.1f", "f"}};
  Batch batch;
  for (auto &f : functions)
    for (int width : AllWidths) {
      std::string n = width == 1 ? "" : std::to_string(width), v = "float" + n;
      std::string name = std::string("near_") + f.name + "_of_" + n;
      batch.prologue("int" + n + " " + name + "(int" + n + " a) {\n  " + v + " x = convert_" + v +
                     "(a & 0xffff) / 1638.4f - 20;\n  " + v + " f = " + f.name + "(" + f.argument +
                     "), g = native_" + f.name + "(" + f.argument +
                     ");\n  return fabs(g - f) <= 1e-4f * fabs((" + v + ")(" + f.scale +
                     "));\n}\n");
      batch.add<int(int)>(f.name, name + "(a)", [=](int) { return width == 1 ? 1 : -1; }, {width});
    }
  batch.add<float(float)>("ends", "native_rsqrt(a) + native_exp(-a) * 0", [](float a) {
    return a == INFINITY ? Maybe<float>(0.0f) : a == 0 ? Maybe<float>(INFINITY) : Maybe<float>();
  });
  batch.add<float(float)>("divide", "native_divide(a, (R)4)", [](float a) { return a / 4; });
  batch.add<float(float)>("recip", "native_recip(a)", [](float a) { return 1 / a; });
  batch.run();
}

} // namespace
} // namespace weft
