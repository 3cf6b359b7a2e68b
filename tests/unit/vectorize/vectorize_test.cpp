// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle.h"

#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/SourceMgr.h"

#include <gtest/gtest.h>

#include <cstdlib>

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

TEST_P(EveryKernel, DoesSoWithoutPromisesOnIds) {
  OracleOptions options;
  options.lanes_fit_int32 = false;
  run(options);
}

TEST_P(EveryKernel, DoesSoWithAlignedLanes) {
  OracleOptions options;
  options.lane_alignment = GetParam().width;
  run(options);
}

INSTANTIATE_TEST_SUITE_P(Machines, EveryKernel,
                         testing::Values(Machine{"x86-64", 4}, Machine{"x86-64-v3", 8},
                                         Machine{"x86-64-v4", 16}, Machine{"x86-64-v4", 64},
                                         Machine{"x86-64-v3", 2}, Machine{"x86-64", 32}),
                         [](const testing::TestParamInfo<Machine> &info) {
                           std::string name = info.param.cpu;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name + "_by_" + std::to_string(info.param.width);
                         });

} // namespace
