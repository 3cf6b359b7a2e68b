// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels beyond a budget (passes/budget.h) take a cheaper form, and say so. tests/kernels/large
// runs such kernels.
#include "request_fixture.h"

#include "passes/budget.h"

#include <gtest/gtest.h>

using namespace weft;
using namespace weft::test;

namespace {

constexpr const char *Avx2 = "+avx2,+fma";

// A kernel of `regions` regions.
std::string chain(size_t regions, const std::string &step = "") {
  std::string text =
      "kernel void k(global uint *o, local uint *t) {\n"
      "  uint l = get_local_id(0), n = get_local_size(0), a = o[get_global_id(0)];\n";
  for (size_t i = 1; i < regions; ++i)
    text += "  t[l] = a; " + step + " barrier(CLK_LOCAL_MEM_FENCE); a += t[(l + 1) % n];\n";
  return text + "  o[get_global_id(0)] = a;\n}";
}

// A kernel of `depth` loops within each other, which run as often as the buffer says.
std::string nest(unsigned depth) {
  std::string text = "kernel void k(global uint *o, global uint *n) {\n"
                     "  uint g = get_global_id(0), a = g;\n";
  for (unsigned i = 0; i < depth; ++i)
    text += "  for (uint i = 0; i < n[" + std::to_string(i) + "]; ++i) {\n  a = a * 3 + i;\n";
  return text + std::string(depth, '}') + "\n  o[g] = a;\n}";
}

KernelInfo builtKernel(const std::string &source, uint32_t width = 0) {
  weft_request wanted = request(WEFT_ACTION_BUILD);
  wanted.source = {source.data(), source.size()};
  wanted.features = Avx2;
  wanted.simd_width = width;
  Outcome outcome = run(wanted);
  EXPECT_EQ(outcome.status, WEFT_OK) << outcome.artifact.log;
  return outcome.artifact.kernels.empty() ? KernelInfo() : outcome.artifact.kernels.front();
}

bool says(const KernelInfo &kernel, const char *text) {
  return kernel.explain.find(text) != std::string::npos;
}

constexpr const char *Apart = "regions are too many for one function";
constexpr const char *NotWidened = "regions are too many to be widened";
constexpr const char *DeepNest = "loops within each other are too many to be widened";
constexpr const char *OneCopy = "has one copy of its";

} // namespace

TEST(Budget, OfOrdinaryKernelsIsNeverReached) {
  const KernelInfo kernel = builtKernel(chain(8));
  EXPECT_GT(kernel.simd_width, 1u);
  for (const char *remark : {Apart, NotWidened, OneCopy})
    EXPECT_FALSE(says(kernel, remark)) << kernel.explain;
}

TEST(Budget, ManyRegionsAreFunctionsAndHaveOneCopy) {
  const KernelInfo kernel = builtKernel(chain(budget::MostRegionsInFunction + 1));
  EXPECT_GT(kernel.simd_width, 1u);
  EXPECT_TRUE(says(kernel, Apart)) << kernel.explain;
  EXPECT_TRUE(says(kernel, OneCopy)) << kernel.explain;
  EXPECT_FALSE(says(kernel, NotWidened)) << kernel.explain;
}

TEST(Budget, EvenMoreRegionsRunOneWorkItemAtATime) {
  const KernelInfo kernel = builtKernel(chain(budget::MostRegionsToWiden + 1));
  EXPECT_EQ(kernel.simd_width, 1u);
  EXPECT_TRUE(says(kernel, NotWidened)) << kernel.explain;
}

TEST(Budget, DeepNestsOfLoopsRunOneWorkItemAtATime) {
  const KernelInfo most = builtKernel(nest(budget::DeepestNestToWiden));
  EXPECT_GT(most.simd_width, 1u);
  EXPECT_FALSE(says(most, DeepNest)) << most.explain;
  const KernelInfo more = builtKernel(nest(budget::DeepestNestToWiden + 1));
  EXPECT_EQ(more.simd_width, 1u);
  EXPECT_TRUE(says(more, DeepNest)) << more.explain;
}

TEST(Budget, DoesNotHoldForWhoAsksForVectors) {
  const KernelInfo kernel = builtKernel(chain(budget::MostRegionsToWiden + 1), 8);
  EXPECT_EQ(kernel.simd_width, 8u);
  EXPECT_FALSE(says(kernel, NotWidened)) << kernel.explain;
}

// Programs ask for the size of sub-groups: it does not depend on the number of regions.
TEST(Budget, LeavesSubGroupsAsTheyAre) {
  const KernelInfo few = builtKernel(chain(3, "a += sub_group_reduce_add(a);"));
  const KernelInfo many =
      builtKernel(chain(budget::MostRegionsToWiden + 1, "a += sub_group_reduce_add(a);"));
  EXPECT_GT(few.simd_width, 1u);
  EXPECT_EQ(few.simd_width, many.simd_width);
}

// Nobody waits for what is compiled in the background.
TEST(Budget, DoesNotHoldInTheBackground) {
  const std::string source = chain(budget::MostRegionsToWiden + 1);
  Outcome built = build(source);
  ASSERT_EQ(built.status, WEFT_OK) << built.artifact.log;
  ASSERT_EQ(built.artifact.kernels.front().simd_width, 1u);
  weft_request wanted = request(WEFT_ACTION_SPECIALIZE, built.artifact.options.c_str());
  wanted.features = Avx2;
  weft_blob ir = {built.artifact.ir.data(), built.artifact.ir.size()};
  wanted.inputs = &ir;
  wanted.num_inputs = 1;
  wanted.specialization.kernel = "k";
  wanted.specialization.local_size[0] = 64;
  wanted.specialization.local_size[1] = wanted.specialization.local_size[2] = 1;
  wanted.specialization.generic_width = 1;
  const Outcome special = run(wanted);
  ASSERT_EQ(special.status, WEFT_OK) << special.artifact.log;
  EXPECT_GT(special.artifact.kernels.front().simd_width, 1u);
}

TEST(Budget, LargeFunctionsHaveOneCopy) {
  std::string source = "kernel void k(global uint *o, uint c) {\n"
                       "  uint g = get_global_id(0), a = g;\n";
  for (size_t i = 0; i < budget::MostInTwoCopies / 2; ++i)
    source += "  a = a * c + o[g + " + std::to_string(i) + "];\n";
  const KernelInfo kernel = builtKernel(source + "  o[g] = a;\n}");
  EXPECT_GT(kernel.simd_width, 1u);
  EXPECT_TRUE(says(kernel, OneCopy)) << kernel.explain;
}

// Each element is a vector of lanes.
TEST(Budget, LargeFunctionsOfVectorsRunOneWorkItemAtATime) {
  std::string source = "kernel void k(global uint16 *o, uint c) {\n"
                       "  size_t g = get_global_id(0);\n  uint16 a = o[g];\n";
  for (size_t i = 0; i < budget::MostWidenedOperations / 32; ++i)
    source += "  a = a.s123456789abcdef0 * c + (a ^ " + std::to_string(i * 7919) + ");\n";
  const KernelInfo kernel = builtKernel(source + "  o[g] = a;\n}");
  EXPECT_TRUE(says(kernel, "too many for a build that is waited for")) << kernel.explain;
}

// Several threads translate kernels apart from each other.
TEST(Inlining, IsTheSameWhateverOtherKernelsCall) {
  std::string source = "uint f(global uint *o, uint a, uint c) {\n";
  for (int i = 0; i < 700; ++i)
    source += "  a = a * c + o[a & " + std::to_string(i + 1) + "];\n";
  source += "  return a;\n}\n";
  for (const char *name : {"k", "l"})
    source += std::string("kernel void ") + name +
              "(global uint *o, uint c) { uint g = get_global_id(0); o[g] = f(o, g, c); }\n";
  std::vector<std::string> explained;
  for (uint32_t threads : {1, 2}) {
    weft_request wanted = request(WEFT_ACTION_BUILD);
    wanted.source = {source.data(), source.size()};
    wanted.threads = threads;
    const Outcome outcome = run(wanted);
    ASSERT_EQ(outcome.status, WEFT_OK) << outcome.artifact.log;
    explained.push_back(outcome.artifact.kernels.front().explain);
  }
  EXPECT_EQ(explained[0], explained[1]);
}
