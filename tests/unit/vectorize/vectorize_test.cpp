// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle.h"

#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/SourceMgr.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <regex>

using namespace weft;
using namespace weft::test;

namespace {

struct Machine {
  const char *cpu;
  unsigned width;
};

class EveryKernel : public testing::TestWithParam<Machine> {
protected:
  void run(OracleOptions options) {
    options.cpu = GetParam().cpu;
    options.width = GetParam().width;
    if (!Oracle::cpuRuns(options.cpu))
      GTEST_SKIP() << "this machine is no " << options.cpu;
    auto context = std::make_unique<llvm::LLVMContext>();
    llvm::SMDiagnostic diagnostic;
    auto module = llvm::parseIRFile(WEFT_KERNELS, diagnostic, *context);
    ASSERT_TRUE(module) << diagnostic.getMessage().str();
    // For those who look into a failure.
    const char *only = std::getenv("WEFT_TEST_KERNEL");
    if (only)
      for (llvm::Function &function : *module)
        if (!function.hasLocalLinkage() && !function.isDeclaration() && function.getName() != only)
          function.deleteBody();
    Oracle oracle(options);
    ASSERT_EQ(oracle.compile(std::move(context), std::move(module)), "");
    ASSERT_FALSE(oracle.kernels().empty());
    for (const Oracle::Kernel &kernel : oracle.kernels()) {
      EXPECT_EQ(kernel.result.failure, "") << kernel.name;
      if (only)
        llvm::outs() << kernel.ir << "\n" << kernel.optimized << "\n";
      if (std::getenv("WEFT_TEST_REMARKS"))
        for (const std::string &remark : kernel.result.remarks)
          llvm::outs() << remark << "\n";
      if (kernel.result.failure.empty())
        EXPECT_EQ(oracle.check(kernel, /*seed=*/options.width), "") << kernel.name;
    }
  }
};

TEST_P(EveryKernel, DoesWhatItsWorkItemsDoOneByOne) { run({}); }

bool speaksOf(const std::vector<std::string> &remarks, const std::string &text) {
  return std::any_of(remarks.begin(), remarks.end(), [&](const std::string &remark) {
    return remark.find(text) != std::string::npos;
  });
}

class Remarks : public testing::Test {
protected:
  void SetUp() override {
    OracleOptions options;
    options.cpu = "x86-64-v4";
    options.width = 16;
    oracle = std::make_unique<Oracle>(options);
    auto context = std::make_unique<llvm::LLVMContext>();
    llvm::SMDiagnostic diagnostic;
    auto module = llvm::parseIRFile(WEFT_KERNELS, diagnostic, *context);
    ASSERT_TRUE(module) << diagnostic.getMessage().str();
    ASSERT_EQ(oracle->compile(std::move(context), std::move(module)), "");
  }
  std::vector<std::string> of(const std::string &kernel) {
    for (const Oracle::Kernel &each : oracle->kernels())
      if (each.name == kernel)
        return each.result.remarks;
    ADD_FAILURE() << "no kernel " << kernel;
    return {};
  }
  std::unique_ptr<Oracle> oracle;
};

TEST_F(Remarks, NoneIfAllAccessesAreConsecutiveOrStrided) {
  for (const char *kernel :
       {"arithmetic", "divergent_if", "uniform_branch_in_divergent_code", "divergent_loop",
        "uniform_loop", "uniform_loop_in_divergent_code", "affine_loop", "vector_types", "reversed",
        "three_elements", "integer_division", "early_return", "result_of_some_lanes",
        "clamped_indices"})
    for (const char *what : {"gathers", "scatters", "lane by lane"})
      EXPECT_FALSE(speaksOf(of(kernel), what)) << kernel << " " << what;
}

TEST_F(Remarks, NameLinesOfWhatDiverges) {
  EXPECT_TRUE(speaksOf(of("gather_and_scatter"), "load gathers"));
  EXPECT_TRUE(speaksOf(of("gather_and_scatter"), "store scatters"));
  EXPECT_TRUE(speaksOf(of("divergent_if"), "branch diverges"));
  EXPECT_FALSE(speaksOf(of("uniform_loop"), "loop runs until"));
  EXPECT_TRUE(speaksOf(of("divergent_loop"), "loop runs until"));
  EXPECT_TRUE(speaksOf(of("calls"), "call of sumUp runs lane by lane"));
  EXPECT_TRUE(std::regex_match(of("divergent_if").front(), std::regex("divergent_if:[0-9]+: .*")));
}

TEST_F(Remarks, CallsWidenToVectorForms) {
  EXPECT_FALSE(speaksOf(of("library_functions"), "_Z3sinf"));
  EXPECT_FALSE(speaksOf(of("library_functions"), "_Z3powff"));
  EXPECT_FALSE(speaksOf(of("library_functions"), "_Z5ldexpfi"));
}

class EveryKernelAgain : public EveryKernel {};

TEST_P(EveryKernelAgain, DoesSoWithAlignedLanes) {
  OracleOptions options;
  options.lane_alignment = GetParam().width;
  run(options);
}

std::string nameOf(const testing::TestParamInfo<Machine> &info) {
  std::string name = info.param.cpu;
  std::replace(name.begin(), name.end(), '-', '_');
  return name + "_by_" + std::to_string(info.param.width);
}

INSTANTIATE_TEST_SUITE_P(Machines, EveryKernel,
                         testing::Values(Machine{"x86-64", 4}, Machine{"x86-64-v3", 8},
                                         Machine{"x86-64-v4", 16}, Machine{"x86-64-v4", 64},
                                         Machine{"x86-64-v3", 2}, Machine{"x86-64", 16}),
                         nameOf);
INSTANTIATE_TEST_SUITE_P(FewMachines, EveryKernelAgain,
                         testing::Values(Machine{"x86-64-v4", 16}, Machine{"x86-64", 4}), nameOf);

} // namespace
