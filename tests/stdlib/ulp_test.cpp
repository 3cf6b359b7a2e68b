// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Holds the mathematical functions to OpenCL C's limits of error, as kernels on the device, scalar
// and in vectors.
//   --samples=<n>     random arguments per function beside the special ones (default 3000)
//   --few-widths      scalars and vectors of 4 only
//   --options=<text>  builds with these; the limits stay, but for what -cl-fast-relaxed-math
//   excludes
//   --table=<file>    writes the greatest errors into the file, between the lines that say so
#include "device_arrays.h"
#include "error_of.h"
#include "inputs.h"
#include "reference.h"
#include "ulp_table.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <gtest/gtest.h>
#include <memory>

namespace weft {
namespace {

enum class Result { One, Int, SecondFloat, SecondInt };

struct Function {
  const char *name;
  Shape shape;
  Result result;
  double half_limit, float_limit, double_limit; // in units in the last place; negative: none
  const char *form;                             // the line of functions.def
};

const Function Functions[] = {
#define FORM(MACRO, NAME) #MACRO "(" #NAME ")"
#define UNARY(N, H, F, D) {#N, Shape::Unary, Result::One, H, F, D, FORM(UNARY, N)},
#define BINARY(N, H, F, D) {#N, Shape::Binary, Result::One, H, F, D, FORM(BINARY, N)},
#define TERNARY(N, H, F, D) {#N, Shape::Ternary, Result::One, H, F, D, FORM(TERNARY, N)},
#define WITH_INT(N, H, F, D) {#N, Shape::WithInt, Result::One, H, F, D, FORM(WITH_INT, N)},
#define TO_INT(N) {#N, Shape::Unary, Result::Int, EXACT, EXACT, EXACT, FORM(TO_INT, N)},
#define SECOND(N, H, F, D) {#N, Shape::Unary, Result::SecondFloat, H, F, D, FORM(SECOND, N)},
#define SECOND_INT(N, H, F, D) {#N, Shape::Unary, Result::SecondInt, H, F, D, FORM(SECOND_INT, N)},
#define BINARY_SECOND_INT(N, H, F, D)                                                              \
  {#N, Shape::Binary, Result::SecondInt, H, F, D, FORM(BINARY_SECOND_INT, N)},
#define FLOAT_UNARY(N, F) {#N, Shape::Unary, Result::One, -1, F, -1, FORM(FLOAT_UNARY, N)},
#define FLOAT_BINARY(N, F) {#N, Shape::Binary, Result::One, -1, F, -1, FORM(FLOAT_BINARY, N)},
#include "functions.def"
};

// Of a type of so many bytes.
double limitOf(const Function &function, size_t bytes) {
  return bytes == 2   ? function.half_limit
         : bytes == 4 ? function.float_limit
                      : function.double_limit;
}

int Samples = 3000;
bool FewWidths = false;
std::string BuildOptions;
UlpTable Table;

std::string sourceFor(const Function &function) {
  static const std::string Common = [] {
    std::ifstream file(WEFT_STDLIB_TESTS "/functions.cl");
    return std::string(std::istreambuf_iterator<char>(file), {});
  }();
  const bool half = kernels::Session::get().supports("cl_khr_fp16");
  return std::string(FewWidths ? "" : "#define ALL_WIDTHS\n") + (half ? "#define HAS_HALF\n" : "") +
         Common + function.form + "\n";
}

template <typename T> class UlpCase {
public:
  explicit UlpCase(const Function &function)
      : function(function), limit(limitOf(function, sizeof(T))),
        in(makeInputs<T>(function.shape, Samples)) {}

  void run() {
    kernels::Session &session = kernels::Session::get();
    ASSERT_EQ(session.failure(), "");
    if (sizeof(T) == 8 && !session.supports("cl_khr_fp64"))
      GTEST_SKIP() << "the device has no double";
    if (sizeof(T) == 2 && !session.supports("cl_khr_fp16"))
      GTEST_SKIP() << "the device has no half";
    Reference reference = findReference(function.name);
    ASSERT_TRUE(reference) << "no reference for " << function.name;
    std::string source = sourceFor(function);
    const kernels::Session::Built &built = session.build(source, BuildOptions);
    ASSERT_EQ(built.failure, "") << source;
    computeExpected(reference);
    for (int width : {1, 2, 3, 4, 8, 16})
      if (!FewWidths || width == 1 || width == 4)
        check(built.program, width);
    Table.note(function.name, sizeof(T), limit, worst);
  }

private:
  void computeExpected(Reference reference) {
    using F = Format<T>;
    // Enough for the sum of the least and the greatest number, where rounding twice would show.
    int exact = sizeof(T) == 2 ? 200 : 4400, precision = limit == EXACT ? exact : F::Precision + 60;
    Value x(F::Precision), y(F::Precision), z(F::Precision);
    for (size_t i = 0; i < in.x.size(); ++i) {
      mpfr_set_d(x, in.x[i], MPFR_RNDN);
      mpfr_set_d(y, in.y[i], MPFR_RNDN);
      mpfr_set_d(z, in.z[i], MPFR_RNDN);
      auto result = std::make_unique<Value>(precision);
      auto second = std::make_unique<Value>(precision);
      reference(
          *result, *second,
          {x, y, z, in.n[i], std::signbit(double(in.y[i])), F::Precision, F::Least, F::Greatest});
      first_expected.push_back(std::move(result));
      second_expected.push_back(std::move(second));
    }
  }

  void check(cl_program program, int width) {
    std::string suffix = width == 1 ? "" : std::to_string(width);
    std::string kernel = std::string("call_") + function.name + "_" + Format<T>::Name + suffix;
    size_t count = in.x.size();
    // Of another value than any result, should the kernel not write all.
    std::vector<T> result(count, T(-77.25)), second(count, T(-77.25));
    std::vector<int> whole(count, -77777);
    std::string failure = runKernel(program, kernel,
                                    {weft::in(in.x), weft::in(in.y), weft::in(in.z), weft::in(in.n),
                                     out(result), out(second), out(whole)},
                                    count / width);
    ASSERT_EQ(failure, "");

    int failures = 0;
    for (size_t i = 0; i < count; ++i) {
      if (isExcluded(i))
        continue;
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
      // Which of two zeros is the smaller is open.
      if ((signs_of_zeros_open || relaxed) && result[i] == 0 && mpfr_zero_p(*first_expected[i]))
        error = 0;
      worst = std::max(worst, error);
      if (error > limit && failures++ < 3)
        report(kernel, i, result[i], second[i], whole[i], error);
    }
    EXPECT_EQ(failures, 0) << kernel;
  }

  // With -cl-fast-relaxed-math, infinities and what is no number may come out as anything.
  bool isExcluded(size_t i) const {
    auto plain = [](mpfr_ptr value) {
      return mpfr_number_p(value) &&
             (mpfr_zero_p(value) || mpfr_get_exp(value) < Format<T>::Greatest);
    };
    return relaxed && !(std::isfinite(double(in.x[i])) && std::isfinite(double(in.y[i])) &&
                        std::isfinite(double(in.z[i])) && plain(*first_expected[i]) &&
                        plain(*second_expected[i]));
  }

  void report(const std::string &kernel, size_t i, T result, T second, int whole, double error) {
    char line[400];
    std::snprintf(line, sizeof line,
                  "%s(%a, %a, %a, %d): got %a, %a, %d, wanted %a, %a: %g ulp of %g", kernel.c_str(),
                  double(in.x[i]), double(in.y[i]), double(in.z[i]), in.n[i], double(result),
                  double(second), whole, double(Format<T>::round(*first_expected[i])),
                  double(Format<T>::round(*second_expected[i])), error, limit);
    ADD_FAILURE() << line;
  }

  const Function &function;
  double limit;
  Inputs<T> in;
  std::vector<std::unique_ptr<Value>> first_expected, second_expected;
  double worst = 0;
  const bool relaxed = BuildOptions.find("-cl-fast-relaxed-math") != std::string::npos;
  bool signs_of_zeros_open =
      !std::strcmp(function.name, "fmin") || !std::strcmp(function.name, "fmax");
};

class UlpTest : public testing::Test {
public:
  UlpTest(const Function &function, size_t bytes) : function(function), bytes(bytes) {}
  void TestBody() override {
    if (bytes == 8)
      UlpCase<double>(function).run();
    else if (bytes == 2)
      UlpCase<_Float16>(function).run();
    else
      UlpCase<float>(function).run();
  }

private:
  const Function &function;
  size_t bytes; // of the type
};

void registerAll() {
  for (const Function &function : Functions)
    for (size_t bytes : {2, 4, 8})
      if (limitOf(function, bytes) >= 0)
        testing::RegisterTest(
            "Ulp",
            (std::string(function.name) + (bytes == 2   ? "/half"
                                           : bytes == 4 ? "/float"
                                                        : "/double"))
                .c_str(),
            nullptr, nullptr, __FILE__, __LINE__,
            [&function, bytes]() -> testing::Test * { return new UlpTest(function, bytes); });
}

} // namespace
} // namespace weft

int main(int argc, char **argv) {
  testing::InitGoogleTest(&argc, argv);
  std::string table;
  for (int i = 1; i < argc; ++i) {
    std::string argument = argv[i];
    if (argument.starts_with("--samples=")) {
      weft::Samples = std::atoi(argument.c_str() + 10);
    } else if (argument == "--few-widths") {
      weft::FewWidths = true;
    } else if (argument.starts_with("--options=")) {
      weft::BuildOptions = argument.substr(10);
    } else if (argument.starts_with("--table=")) {
      table = argument.substr(8);
    } else {
      std::fprintf(stderr, "unknown argument '%s'\n", argv[i]);
      return 2;
    }
  }
  weft::registerAll();
  int status = RUN_ALL_TESTS();
  if (!table.empty() && !weft::Table.writeInto(table))
    return 2;
  return status;
}
