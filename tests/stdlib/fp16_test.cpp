// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_fp16, where the device has it: functions of one argument for all 65536 halves, others and
// conversions for a selection, against the host's double.
#include "sweep.h"

#include <algorithm>

namespace weft {
namespace {

double valueOf(uint16_t bits) {
  int exponent = bits >> 10 & 31, fraction = bits & 1023;
  double magnitude = exponent == 31 ? (fraction ? NAN : INFINITY)
                     : exponent     ? std::ldexp(1024 + fraction, exponent - 25)
                                    : std::ldexp(fraction, -24);
  return bits >> 15 ? -magnitude : magnitude;
}

// In units in the last place of the wanted value.
double errorOfHalf(double got, double wanted) {
  if (std::isnan(wanted) || std::isnan(got))
    return std::isnan(wanted) && std::isnan(got) ? 0 : HUGE_VAL;
  if (std::isinf(got))
    // What is past the greatest half may become infinite.
    return std::signbit(got) == std::signbit(wanted) && std::fabs(wanted) >= 65504 ? 0 : HUGE_VAL;
  if (std::isinf(wanted))
    return HUGE_VAL;
  int exponent = std::max(wanted == 0 ? -14 : std::ilogb(wanted), -14);
  return std::fabs(got - wanted) / std::ldexp(1, exponent - 10);
}

bool prepared(const std::string &source, cl_program &program) {
  kernels::Session &session = kernels::Session::get();
  const auto &built = session.build("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" + source, "");
  EXPECT_EQ(built.failure, "") << source;
  program = built.program;
  return built.failure.empty();
}

std::vector<uint16_t> allHalves() {
  std::vector<uint16_t> v(65536);
  for (size_t i = 0; i < v.size(); ++i)
    v[i] = static_cast<uint16_t>(i);
  return v;
}

class Fp16 : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_EQ(kernels::Session::get().failure(), "");
    if (!kernels::Session::get().supports("cl_khr_fp16"))
      GTEST_SKIP() << "the device has no half";
  }
};

struct Unary {
  const char *name;
  double limit; // the specification's, for half
  double (*reference)(double);
};
const double Pi = 3.14159265358979323846;
const Unary UnaryFunctions[] = {
    {"acos", 2, std::acos},
    {"acosh", 2, std::acosh},
    {"asin", 2, std::asin},
    {"asinh", 2, std::asinh},
    {"atan", 2, std::atan},
    {"atanh", 2, std::atanh},
    {"atanpi", 2, [](double x) { return std::atan(x) / Pi; }},
    {"cbrt", 2, std::cbrt},
    {"ceil", 0, std::ceil},
    {"cos", 2, std::cos},
    {"cosh", 2, std::cosh},
    {"exp", 2, std::exp},
    {"exp2", 2, std::exp2},
    {"exp10", 2, [](double x) { return std::pow(10.0, x); }},
    {"expm1", 2, std::expm1},
    {"erf", 4, std::erf},
    {"erfc", 4, std::erfc},
    {"fabs", 0, std::fabs},
    {"floor", 0, std::floor},
    {"log", 2, std::log},
    {"log10", 2, std::log10},
    {"log1p", 2, std::log1p},
    {"log2", 2, std::log2},
    {"logb", 0, std::logb},
    {"rint", 0, std::nearbyint},
    {"round", 0, std::round},
    {"rsqrt", 1, [](double x) { return 1 / std::sqrt(x); }},
    {"sin", 2, std::sin},
    {"sinh", 2, std::sinh},
    {"sqrt", 0.5, std::sqrt},
    {"tan", 2, std::tan},
    {"tanh", 2, std::tanh},
    {"tgamma", 10,
     [](double x) { return x < 0 && x == std::floor(x) ? double(NAN) : std::tgamma(x); }},
    {"trunc", 0, std::trunc},
};

TEST_F(Fp16, UnaryFunctionsOfEveryHalf) {
  std::string source;
  for (const Unary &f : UnaryFunctions) {
    std::string name = f.name;
    source +=
        "kernel void " + name +
        "_1(global const half *x, global half *r) { size_t i = get_global_id(0); r[i] = " + name +
        "(x[i]); }\nkernel void " + name +
        "_8(global const half8 *x, global half8 *r) { size_t i = get_global_id(0); r[i] = " + name +
        "(x[i]); }\n";
  }
  cl_program program;
  if (!prepared(source, program))
    return;
  std::vector<uint16_t> x = allHalves();
  for (const Unary &f : UnaryFunctions)
    for (int width : {1, 8}) {
      std::vector<uint16_t> result(x.size());
      ASSERT_EQ(runKernel(program, std::string(f.name) + "_" + std::to_string(width),
                          {in(x), out(result)}, x.size() / width),
                "");
      int failures = 0;
      for (size_t i = 0; i < x.size() && failures < 3; ++i) {
        double got = valueOf(result[i]), wanted = f.reference(valueOf(x[i]));
        if (errorOfHalf(got, wanted) > f.limit) {
          ++failures;
          ADD_FAILURE() << f.name << width << "(" << valueOf(x[i]) << "): got " << got
                        << ", wanted " << wanted;
        }
      }
    }
}

std::vector<uint16_t> someHalves() {
  std::vector<uint16_t> v = {0x0000, 0x8000, 0x0001, 0x8001, 0x03ff, 0x0400, 0x3800,
                             0x3c00, 0xbc00, 0x3c01, 0x3e00, 0x4000, 0x4248, 0xc248,
                             0x5640, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00};
  std::mt19937 generator(3);
  while (v.size() < 48)
    v.push_back(static_cast<uint16_t>(generator()));
  return v;
}

TEST_F(Fp16, FunctionsOfTwoAndThree) {
  struct Function {
    const char *name;
    double limit;
    std::function<double(double, double, double)> reference;
  } functions[] = {
      {"fma(a, b, c)", 0.5, [](double a, double b, double c) { return a * b + c; }},
      {"fmax(a, b)", 0, [](double a, double b, double) { return std::fmax(a, b); }},
      {"fmin(a, b)", 0, [](double a, double b, double) { return std::fmin(a, b); }},
      {"clamp(a, fmin(b, c), fmax(b, c))", 0,
       [](double a, double b, double c) {
         return std::fmin(std::fmax(a, std::fmin(b, c)), std::fmax(b, c));
       }},
      {"fdim(a, b)", 0.5, [](double a, double b, double) { return std::fdim(a, b); }},
      {"fmod(a, b)", 0, [](double a, double b, double) { return std::fmod(a, b); }},
      {"remainder(a, b)", 0, [](double a, double b, double) { return std::remainder(a, b); }},
      {"copysign(a, b)", 0, [](double a, double b, double) { return std::copysign(a, b); }},
      {"atan2(a, b)", 2, [](double a, double b, double) { return std::atan2(a, b); }},
      {"hypot(a, b)", 2, [](double a, double b, double) { return std::hypot(a, b); }},
      {"pow(a, b)", 4, [](double a, double b, double) { return std::pow(a, b); }},
      {"a / b", 1, [](double a, double b, double) { return a / b; }},
      {"a * b", 0.5, [](double a, double b, double) { return a * b; }},
      {"a + b", 0.5, [](double a, double b, double) { return a + b; }},
      {"select(a, b, (short)-(isless(a, c)))", 0,
       [](double a, double b, double c) { return a < c ? b : a; }},
      {"ldexp(a, (int)3)", 0.5, [](double a, double, double) { return std::ldexp(a, 3); }},
      {"ldexp(a, (int)-12)", 0.5, [](double a, double, double) { return std::ldexp(a, -12); }},
      {"convert_half(convert_int_sat_rte(a))", 0.5,
       [](double a, double, double) {
         return a != a ? 0 : std::clamp(std::nearbyint(a), -2147483648.0, 2147483647.0);
       }},
      {"as_half(as_short(a))", 0, [](double a, double, double) { return a; }},
  };
  std::string source;
  for (size_t i = 0; i < std::size(functions); ++i)
    source +=
        "kernel void k" + std::to_string(i) +
        "(global const half *x, global const half *y, global const half *z, global half *r) {\n"
        "  size_t i = get_global_id(0); half a = x[i], b = y[i], c = z[i]; r[i] = " +
        functions[i].name + ";\n}\n";
  cl_program program;
  if (!prepared(source, program))
    return;
  std::vector<uint16_t> some = someHalves(), x, y, z;
  for (size_t i = 0; i < some.size(); ++i)
    for (size_t j = 0; j < some.size(); ++j)
      for (size_t k = i % 3; k < some.size(); k += 7) {
        x.push_back(some[i]);
        y.push_back(some[j]);
        z.push_back(some[k]);
      }
  for (size_t f = 0; f < std::size(functions); ++f) {
    std::vector<uint16_t> result(x.size());
    ASSERT_EQ(
        runKernel(program, "k" + std::to_string(f), {in(x), in(y), in(z), out(result)}, x.size()),
        "");
    int failures = 0;
    for (size_t i = 0; i < x.size() && failures < 3; ++i) {
      double a = valueOf(x[i]), b = valueOf(y[i]), c = valueOf(z[i]);
      double got = valueOf(result[i]), wanted = functions[f].reference(a, b, c);
      if (errorOfHalf(got, wanted) > functions[f].limit) {
        ++failures;
        ADD_FAILURE() << functions[f].name << " of " << a << ", " << b << ", " << c << ": got "
                      << got << ", wanted " << wanted;
      }
    }
  }
}

TEST_F(Fp16, NextafterAndFract) {
  cl_program program;
  if (!prepared(
          "kernel void k(global const half *x, global half *up, global half *down, global half "
          "*part, global half *whole) {\n"
          "  size_t i = get_global_id(0);\n"
          "  up[i] = nextafter(x[i], (half)INFINITY); down[i] = nextafter(x[i], -(half)INFINITY);\n"
          "  half w; part[i] = fract(x[i], &w); whole[i] = w;\n}\n",
          program))
    return;
  std::vector<uint16_t> x = allHalves(), up(x.size()), down(x.size()), part(x.size()),
                        whole(x.size());
  ASSERT_EQ(runKernel(program, "k", {in(x), out(up), out(down), out(part), out(whole)}, x.size()),
            "");
  // In order: the negative ones by falling magnitude, then the others.
  auto order = [](uint16_t bits) { return bits & 0x8000 ? -int(bits & 0x7fff) : int(bits); };
  for (size_t i = 0; i < x.size(); ++i) {
    double value = valueOf(x[i]);
    if (std::isnan(value)) {
      ASSERT_TRUE(std::isnan(valueOf(up[i])) && std::isnan(valueOf(part[i])));
      continue;
    }
    ASSERT_EQ(order(up[i]), std::min(order(x[i]) + 1, 0x7c00)) << value;
    ASSERT_EQ(order(down[i]), std::max(order(x[i]) - 1, -0x7c00)) << value;
    ASSERT_EQ(valueOf(whole[i]), std::floor(value)) << value;
    double rest = std::isinf(value) ? 0 : value - std::floor(value);
    ASSERT_LT(valueOf(part[i]), 1) << value;
    ASSERT_LE(std::fabs(valueOf(part[i]) - rest), 0x1p-11) << value;
  }
}

} // namespace
} // namespace weft
