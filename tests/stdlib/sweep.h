// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests of built-in functions by value: an expression over vectors, run as a kernel for several
// widths, against a function of single lanes on the host. All expressions of a batch are kernels of
// one program, because building programs is what takes time.
//
//   Batch batch;
//   batch.add<int(int, int)>("hadd", "hadd(a, b)", [](int a, int b) { ... });
//   batch.run();
//
// In an expression a, b, c are the arguments, R stands for the result's type and N for the width
// (nothing for scalars).
#ifndef WEFT_TESTS_STDLIB_SWEEP_H
#define WEFT_TESTS_STDLIB_SWEEP_H

#include "device_arrays.h"
#include "sample_values.h"

#include <functional>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <vector>

namespace weft {

/// Widths that a sweep uses.
inline const std::vector<int> AllWidths = {1, 2, 3, 4, 8, 16};

/// A reference that leaves some results open returns nothing for these.
template <typename T> using Maybe = std::optional<T>;

class Batch {
public:
  explicit Batch(std::string options = "") : options(std::move(options)) {}

  template <typename Signature, typename Reference>
  void add(const std::string &name, const std::string &expression, Reference reference,
           const std::vector<int> &widths = AllWidths) {
    Adder<Signature>::add(*this, name, expression, reference, widths);
  }

  /// Text in front of the kernels.
  void prologue(const std::string &text) { source += text; }

  void run() {
    kernels::Session &session = kernels::Session::get();
    ASSERT_EQ(session.failure(), "");
    const kernels::Session::Built &built = session.build(source, options);
    ASSERT_EQ(built.failure, "");
    for (const auto &check : checks)
      check(built.program);
  }

private:
  template <typename Signature> struct Adder;
  template <typename R, typename... A> struct Adder<R(A...)> {
    template <typename Reference>
    static void add(Batch &batch, const std::string &name, const std::string &expression,
                    Reference reference, const std::vector<int> &widths) {
      for (int width : widths) {
        std::string kernel = name + "_" + std::to_string(width);
        batch.addKernel(kernel, expression, {typeName<A>()...}, typeName<R>(), width);
        batch.checks.push_back([=](cl_program program) {
          std::tuple<std::vector<A>...> inputs;
          fillInputs<A...>(inputs, std::index_sequence_for<A...>());
          size_t count = std::get<0>(inputs).size();
          std::vector<R> result(count, R(77));
          std::vector<Array> arguments;
          std::apply([&](auto &...in_) { (arguments.push_back(in(in_)), ...); }, inputs);
          arguments.push_back(out(result));
          std::string failure = runKernel(program, kernel, arguments, count / width);
          ASSERT_EQ(failure, "");
          int failures = 0;
          for (size_t i = 0; i < count && failures < 3; ++i) {
            auto expected =
                std::apply([&](auto &...in_) { return Maybe<R>(reference(in_[i]...)); }, inputs);
            if (!expected || same(result[i], *expected))
              continue;
            ++failures;
            std::string given;
            std::apply([&](auto &...in_) { ((given += show(in_[i]) + " "), ...); }, inputs);
            ADD_FAILURE() << expression << " as " << kernel << ", arguments " << given << ": got "
                          << show(result[i]) << ", wanted " << show(*expected);
          }
        });
      }
    }
  };

  void addKernel(const std::string &kernel, const std::string &expression,
                 const std::vector<std::string> &arguments, const std::string &result, int width);

  std::string source, options;
  std::vector<std::function<void(cl_program)>> checks;
};

} // namespace weft
#endif
