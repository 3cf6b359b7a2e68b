// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C, "Edge Case Behavior": values which are exact although the function's limit of error
// leaves room.
#include "device_arrays.h"

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>

namespace weft {
namespace {

template <typename T> struct Case {
  T x, y, wanted;
};

template <typename T> class EdgeCaseTest : public testing::Test {
protected:
  static constexpr T Inf = std::numeric_limits<T>::infinity();
  static constexpr bool IsFloat = sizeof(T) == 4;

  // `call` of x and y, as scalars and as vectors of 4.
  void check(const std::string &call, std::vector<Case<T>> cases) {
    kernels::Session &session = kernels::Session::get();
    ASSERT_EQ(session.failure(), "");
    if (!IsFloat && !session.supports("cl_khr_fp64"))
      GTEST_SKIP() << "the device has no double";
    while (cases.size() % 4)
      cases.push_back(cases.back());
    std::string source;
    for (const char *width : {"", "4"}) {
      const std::string type = std::string(IsFloat ? "float" : "double") + width;
      source += "__kernel void call" + std::string(width) + "(__global const " + type +
                " *xs, __global const " + type + " *ys, __global " + type +
                " *out) { size_t i = get_global_id(0); " + type +
                " x = xs[i], y = ys[i]; out[i] = " + call + "; }\n";
    }
    const kernels::Session::Built &built = session.build(source, "");
    ASSERT_EQ(built.failure, "") << source;
    std::vector<T> x, y;
    for (const Case<T> &one : cases) {
      x.push_back(one.x);
      y.push_back(one.y);
    }
    for (int width : {1, 4}) {
      std::vector<T> got(cases.size(), T(-77.25));
      ASSERT_EQ(runKernel(built.program, width == 1 ? "call" : "call4", {in(x), in(y), out(got)},
                          cases.size() / width),
                "");
      for (size_t i = 0; i < cases.size(); ++i)
        EXPECT_EQ(std::memcmp(&got[i], &cases[i].wanted, sizeof(T)), 0)
            << call << " of " << x[i] << ", " << y[i] << ": got " << got[i] << ", wanted "
            << cases[i].wanted;
    }
  }

  // `call` of all of `x`, a multiple of 4 of them, as scalars and as vectors of 4, is never
  // beyond 1.
  void checkBound(const std::string &call, const std::vector<T> &x) {
    kernels::Session &session = kernels::Session::get();
    ASSERT_EQ(session.failure(), "");
    if (!IsFloat && !session.supports("cl_khr_fp64"))
      GTEST_SKIP() << "the device has no double";
    std::string source;
    for (const char *width : {"", "4"}) {
      const std::string type = std::string(IsFloat ? "float" : "double") + width;
      source += "__kernel void call" + std::string(width) + "(__global const " + type +
                " *xs, __global " + type + " *out) { size_t i = get_global_id(0); " + type +
                " x = xs[i]; out[i] = " + call + "; }\n";
    }
    const kernels::Session::Built &built = session.build(source, "");
    ASSERT_EQ(built.failure, "") << source;
    for (int width : {1, 4}) {
      std::vector<T> got(x.size(), T(-77.25));
      ASSERT_EQ(runKernel(built.program, width == 1 ? "call" : "call4", {in(x), out(got)},
                          x.size() / width),
                "");
      for (size_t i = 0; i < x.size(); ++i)
        ASSERT_LE(std::fabs(got[i]), T(1)) << call << " of " << x[i];
    }
  }
};
using Floats = testing::Types<float, double>;
TYPED_TEST_SUITE(EdgeCaseTest, Floats);

// As acos and sqrt(1 - x * x) of them are taken.
TYPED_TEST(EdgeCaseTest, SinesAndCosinesAreNotBeyondOne) {
  using T = TypeParam;
  std::vector<T> x;
  for (int k = 1; k < 60; ++k)
    for (int step = -3000; step < 3000; ++step) {
      const double peak = k * 1.5707963267948966;
      x.push_back(T(peak + step * (this->IsFloat ? std::ldexp(1.0, std::ilogb(peak) - 23)
                                                 : std::ldexp(1.0, -30))));
    }
  for (const char *call : {"sin(x)", "cos(x)"})
    this->checkBound(call, x);
  if (this->IsFloat)
    for (const char *call : {"native_sin(x)", "native_cos(x)"})
      this->checkBound(call, x);
}

TYPED_TEST(EdgeCaseTest, Atan2piOfTheAxesAndInfinities) {
  using T = TypeParam;
  const T inf = this->Inf;
  std::vector<Case<T>> cases;
  for (T sign : {T(1), T(-1)}) {
    for (T x : {T(0), T(-0.0)})
      cases.push_back({sign * 3, x, sign * T(0.5)});
    for (T y : {T(0), T(7), T(1e-30)}) {
      cases.push_back({sign * y, -inf, sign});
      cases.push_back({sign * y, inf, sign * T(0)});
    }
    cases.push_back({sign * T(0), T(-0.0), sign});
    cases.push_back({sign * T(0), T(0), sign * T(0)});
    cases.push_back({sign * T(0), T(-2), sign});
    for (T x : {T(0), T(-5), T(5)})
      cases.push_back({sign * inf, x, sign * T(0.5)});
    cases.push_back({sign * inf, inf, sign * T(0.25)});
    cases.push_back({sign * inf, -inf, sign * T(0.75)});
  }
  this->check("atan2pi(x, y)", cases);
}

TYPED_TEST(EdgeCaseTest, CospiOfWholeAndHalfNumbers) {
  using T = TypeParam;
  std::vector<Case<T>> cases;
  for (T sign : {T(1), T(-1)}) {
    for (int n : {0, 1, 2, 3, 100, 4097}) {
      cases.push_back({sign * T(n), 0, T(n % 2 ? -1 : 1)});
      cases.push_back({sign * (T(n) + T(0.5)), 0, T(0)});
    }
    cases.push_back({sign * std::numeric_limits<T>::max(), 0, T(1)});
  }
  this->check("cospi(x)", cases);
}

} // namespace
} // namespace weft
