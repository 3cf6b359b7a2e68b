// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Holds the library's mathematical functions to OpenCL C's limits of error, on each instruction set
// that the host has, scalar and in vectors. The callers are native code made of the library's
// bitcode (functions.cl), loaded as shared objects.
//
// WEFT_ULP_SAMPLES: random arguments per function (default 3000).
// WEFT_ULP_TABLE: a file that gets one line per function, type, instruction set and width:
//   name type isa width limit greatest-error argument
#include "inputs.h"
#include "reference.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <memory>
#include <string>

namespace weft {
namespace {

constexpr double EXACT = 0;

enum class Result { One, Int, SecondFloat, SecondInt };

struct Function {
  const char *name;
  Shape shape;
  Result result;
  double float_limit, double_limit; ///< in units in the last place; negative: no such function
};

const Function Functions[] = {
#define UNARY(NAME, F, D) {#NAME, Shape::Unary, Result::One, F, D},
#define BINARY(NAME, F, D) {#NAME, Shape::Binary, Result::One, F, D},
#define TERNARY(NAME, F, D) {#NAME, Shape::Ternary, Result::One, F, D},
#define WITH_INT(NAME, F, D) {#NAME, Shape::WithInt, Result::One, F, D},
#define TO_INT(NAME) {#NAME, Shape::Unary, Result::Int, EXACT, EXACT},
#define SECOND(NAME, F, D) {#NAME, Shape::Unary, Result::SecondFloat, F, D},
#define SECOND_INT(NAME, F, D) {#NAME, Shape::Unary, Result::SecondInt, F, D},
#define BINARY_SECOND_INT(NAME, F, D) {#NAME, Shape::Binary, Result::SecondInt, F, D},
#define FLOAT_UNARY(NAME, F) {#NAME, Shape::Unary, Result::One, F, -1},
#define FLOAT_BINARY(NAME, F) {#NAME, Shape::Binary, Result::One, F, -1},
#include "functions.def"
};

template <typename T>
using Caller = void (*)(const T *x, const T *y, const T *z, const int *n, T *result, T *second,
                        int *whole, int count);

/// The native code for one instruction set.
struct Library {
  const char *isa;
  void *handle;
};

const std::vector<Library> &libraries() {
  static const std::vector<Library> Loaded = [] {
    std::vector<Library> found;
    auto load = [&](const char *isa, bool usable) {
      if (!usable)
        return;
      std::string path = std::string(WEFT_CALLERS) + isa + ".so";
      void *handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
      if (!handle) {
        std::fprintf(stderr, "%s\n", dlerror());
        std::abort();
      }
      found.push_back({isa, handle});
    };
    load("x86-64", true);
    load("x86-64-v3", __builtin_cpu_supports("x86-64-v3"));
    load("x86-64-v4", __builtin_cpu_supports("x86-64-v4"));
    return found;
  }();
  return Loaded;
}

template <typename T> struct Format;
template <> struct Format<float> {
  static constexpr int Precision = 24, Least = -125, Greatest = 128;
  static constexpr const char *Name = "float";
  static float round(mpfr_srcptr x) { return mpfr_get_flt(x, MPFR_RNDN); }
};
template <> struct Format<double> {
  static constexpr int Precision = 53, Least = -1021, Greatest = 1024;
  static constexpr const char *Name = "double";
  static double round(mpfr_srcptr x) { return mpfr_get_d(x, MPFR_RNDN); }
};

constexpr double Wrong = HUGE_VAL; // not a number where one is due, and the like

class Value {
public:
  explicit Value(int precision) { mpfr_init2(value, precision); }
  ~Value() { mpfr_clear(value); }
  Value(const Value &) = delete;
  operator mpfr_ptr() { return value; }

private:
  mpfr_t value;
};

/// The distance in units in the last place of the precise result (OpenCL C, "Relative Error as
/// ULPs"); with `exact`, 0 or Wrong.
template <typename T> double errorOf(T got, mpfr_srcptr precise, bool exact) {
  using F = Format<T>;
  if (mpfr_nan_p(precise))
    return std::isnan(got) ? 0 : Wrong;
  if (std::isnan(got))
    return Wrong;
  if (mpfr_inf_p(precise))
    return std::isinf(got) && std::signbit(got) == (mpfr_sgn(precise) < 0) ? 0 : Wrong;
  // A zero that is the precise result has a prescribed sign.
  if (mpfr_zero_p(precise) && got == 0)
    return std::signbit(got) == (mpfr_signbit(precise) != 0) ? 0 : Wrong;
  if (exact)
    return got == F::round(precise) ? 0 : Wrong;
  long exponent = mpfr_zero_p(precise) ? F::Least : mpfr_get_exp(precise);
  exponent = std::clamp<long>(exponent, F::Least, F::Greatest);
  static Value distance(300);
  if (std::isinf(got)) {
    // The next number after the finite maximum, if there were one.
    if (mpfr_signbit(precise) != std::signbit(got))
      return Wrong;
    if (mpfr_get_exp(precise) > F::Greatest)
      return 0;
    mpfr_set_ui_2exp(distance, 1, F::Greatest, MPFR_RNDN);
    mpfr_setsign(distance, distance, std::signbit(got), MPFR_RNDN);
  } else {
    mpfr_set_d(distance, got, MPFR_RNDN);
  }
  mpfr_sub(distance, distance, precise, MPFR_RNDN);
  mpfr_mul_2si(distance, distance, F::Precision - exponent, MPFR_RNDN);
  return std::fabs(mpfr_get_d(distance, MPFR_RNDN));
}

int samples() {
  const char *text = std::getenv("WEFT_ULP_SAMPLES");
  return text ? std::atoi(text) : 3000;
}

template <typename T> class UlpCase {
public:
  explicit UlpCase(const Function &function)
      : function(function), limit(sizeof(T) == 4 ? function.float_limit : function.double_limit),
        in(makeInputs<T>(function.shape, samples())) {}

  void run() {
    Reference reference = findReference(function.name);
    ASSERT_TRUE(reference) << "no reference for " << function.name;
    computeExpected(reference);
    for (const Library &library : libraries())
      for (const char *width : {"", "2", "3", "4", "8", "16"})
        check(library, width);
  }

private:
  void computeExpected(Reference reference) {
    using F = Format<T>;
    // Enough for the sum of the least and the greatest number, where rounding twice would show.
    int precision = limit == EXACT ? 4400 : F::Precision + 60;
    Value x(F::Precision), y(F::Precision), z(F::Precision);
    for (size_t i = 0; i < in.x.size(); ++i) {
      mpfr_set_d(x, in.x[i], MPFR_RNDN);
      mpfr_set_d(y, in.y[i], MPFR_RNDN);
      mpfr_set_d(z, in.z[i], MPFR_RNDN);
      auto result = std::make_unique<Value>(precision);
      auto second = std::make_unique<Value>(precision);
      reference(*result, *second,
                {x, y, z, in.n[i], std::signbit(in.y[i]), F::Precision, F::Least, F::Greatest});
      first_expected.push_back(std::move(result));
      second_expected.push_back(std::move(second));
    }
  }

  void check(const Library &library, const char *width) {
    std::string symbol = std::string("call_") + function.name + "_" + Format<T>::Name + width;
    auto caller = reinterpret_cast<Caller<T>>(dlsym(library.handle, symbol.c_str()));
    if (!caller) {
      // Some instruction sets have but one vector width; see CMakeLists.txt.
      ASSERT_TRUE(*width && std::strcmp(width, "4")) << "no " << symbol;
      return;
    }
    size_t count = in.x.size();
    std::vector<T> result(count), second(count);
    std::vector<int> whole(count);
    caller(in.x.data(), in.y.data(), in.z.data(), in.n.data(), result.data(), second.data(),
           whole.data(), static_cast<int>(count));

    double worst = 0;
    size_t worst_at = 0;
    int failures = 0;
    for (size_t i = 0; i < count; ++i) {
      double error = 0;
      if (function.result == Result::Int)
        error = whole[i] == mpfr_get_si(*first_expected[i], MPFR_RNDN) ? 0 : Wrong;
      else
        error = errorOf(result[i], *first_expected[i], limit == EXACT);
      if (function.result == Result::SecondFloat)
        error = std::max(error, errorOf(second[i], *second_expected[i], limit == EXACT));
      if (function.result == Result::SecondInt &&
          whole[i] != mpfr_get_si(*second_expected[i], MPFR_RNDN))
        error = Wrong;
      if (error > worst) {
        worst = error;
        worst_at = i;
      }
      if (error > limit && failures++ < 3)
        report(library, width, i, result[i], second[i], whole[i], error);
    }
    EXPECT_EQ(failures, 0) << function.name << " " << Format<T>::Name << width << " "
                           << library.isa;
    note(library, width, worst, worst_at);
  }

  void report(const Library &library, const char *width, size_t i, T result, T second, int whole,
              double error) {
    char line[400];
    std::snprintf(line, sizeof line,
                  "%s(%a, %a, %a, %d) %s%s on %s: got %a, %a, %d, wanted %a, %a: %g ulp of %g",
                  function.name, double(in.x[i]), double(in.y[i]), double(in.z[i]), in.n[i],
                  Format<T>::Name, width, library.isa, double(result), double(second), whole,
                  double(Format<T>::round(*first_expected[i])),
                  double(Format<T>::round(*second_expected[i])), error, limit);
    ADD_FAILURE() << line;
  }

  void note(const Library &library, const char *width, double worst, size_t at) {
    const char *path = std::getenv("WEFT_ULP_TABLE");
    if (!path)
      return;
    std::FILE *file = std::fopen(path, "a");
    ASSERT_TRUE(file) << path;
    std::fprintf(file, "%s %s %s %s %g %.3g %a\n", function.name, Format<T>::Name, library.isa,
                 *width ? width : "1", limit, worst, double(in.x[at]));
    std::fclose(file);
  }

  const Function &function;
  double limit;
  Inputs<T> in;
  std::vector<std::unique_ptr<Value>> first_expected, second_expected;
};

class Ulp : public testing::TestWithParam<Function> {};

TEST_P(Ulp, Float) { UlpCase<float>(GetParam()).run(); }

TEST_P(Ulp, Double) {
  if (GetParam().double_limit < 0)
    return;
  UlpCase<double>(GetParam()).run();
}

INSTANTIATE_TEST_SUITE_P(Math, Ulp, testing::ValuesIn(Functions),
                         [](const auto &info) { return std::string(info.param.name); });

} // namespace
} // namespace weft
