// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// WEFT_TEST_SEED=<n> runs one seed alone and prints what fails; WEFT_TEST_ROUNDS=<n> runs n times
// as many.
#include "oracle.h"
#include "random_functions.h"

#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

#include <cstdlib>

using namespace weft;
using namespace weft::test;

namespace {

struct Case {
  const char *cpu;
  unsigned width;
  RandomFlow flow;
};

class RandomFunctions : public testing::TestWithParam<Case> {};

TEST_P(RandomFunctions, RunAsTheirWorkItemsDo) {
  OracleOptions options;
  options.cpu = GetParam().cpu;
  options.width = GetParam().width;
  if (!Oracle::cpuRuns(options.cpu))
    GTEST_SKIP() << "this machine is no " << options.cpu;
  const char *only = std::getenv("WEFT_TEST_SEED"), *rounds = std::getenv("WEFT_TEST_ROUNDS");
  uint64_t first = only ? std::strtoull(only, nullptr, 10) : 1;
  uint64_t count = only ? 1 : 12 * (rounds ? std::strtoull(rounds, nullptr, 10) : 1);
  unsigned refused = 0, total = 0;
  constexpr uint64_t PerModule = 10;
  for (uint64_t start = first; start < first + count; start += PerModule) {
    auto context = std::make_unique<llvm::LLVMContext>();
    auto module = std::make_unique<llvm::Module>("random", *context);
    for (uint64_t seed = start; seed < std::min(start + PerModule, first + count); ++seed) {
      addRandomFunction(*module, "f" + std::to_string(seed), GetParam().flow, seed);
    }
    std::string problem;
    llvm::raw_string_ostream problems(problem);
    ASSERT_FALSE(llvm::verifyModule(*module, &problems)) << problem;
    if (only)
      llvm::outs() << *module;
    Oracle oracle(options);
    ASSERT_EQ(oracle.compile(std::move(context), std::move(module)), "");
    for (const Oracle::Kernel &kernel : oracle.kernels()) {
      ++total;
      if (!kernel.result.failure.empty()) {
        ++refused;
        EXPECT_EQ(kernel.result.failure.find("well-formed"), std::string::npos)
            << kernel.name << ": " << kernel.result.failure;
        EXPECT_EQ(kernel.result.failure.find("before it is made"), std::string::npos)
            << kernel.name << ": " << kernel.result.failure;
        continue;
      }
      if (only)
        llvm::outs() << kernel.ir;
      EXPECT_EQ(oracle.check(kernel, /*seed=*/start), "") << kernel.name;
    }
  }
  EXPECT_LE(refused, total / 20);
}

INSTANTIATE_TEST_SUITE_P(Flows, RandomFunctions,
                         testing::Values(Case{"x86-64-v4", 16, RandomFlow::Nested},
                                         Case{"x86-64-v4", 16, RandomFlow::Graph},
                                         Case{"x86-64", 4, RandomFlow::Nested},
                                         Case{"x86-64-v3", 8, RandomFlow::Graph}),
                         [](const testing::TestParamInfo<Case> &info) {
                           return std::string(info.param.flow == RandomFlow::Nested ? "nested"
                                                                                    : "graph") +
                                  "_by_" + std::to_string(info.param.width);
                         });

} // namespace
