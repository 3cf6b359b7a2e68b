// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// That the steps of passes/pipeline.def run, are shown with their reasons, and can be left out.
#include "compiler/request.h"
#include "passes/steps.h"
#include "request_fixture.h"

#include <gtest/gtest.h>
#include <weft/check_abi.h>

namespace weft {
namespace {

weft_request requestOf(const std::string &source, const char *options) {
  weft_request request = test::request(WEFT_ACTION_BUILD, options);
  request.emitter = WEFT_EMITTER_VECTOR;
  request.cpu = "x86-64-v4";
  request.features = "-prefer-256-bit";
  request.source = {source.data(), source.size()};
  request.inspect = WEFT_INSPECT_STAGES;
  return request;
}

std::string stepsOf(const std::string &source, bool specialized = false, const char *options = "",
                    unsigned width = 0) {
  weft_request request = requestOf(source, options);
  request.simd_width = width;
  Artifact artifact;
  EXPECT_EQ(runRequest(request, artifact), WEFT_OK) << artifact.log;
  if (!specialized)
    return artifact.stages;
  weft_blob ir = {artifact.ir.data(), artifact.ir.size()};
  request.action = WEFT_ACTION_SPECIALIZE;
  request.source = {};
  request.inputs = &ir;
  request.num_inputs = 1;
  request.specialization.kernel = "k";
  request.specialization.generic_width = artifact.kernels.front().simd_width;
  request.specialization.local_size[0] = request.specialization.local_size[1] = 16;
  request.specialization.local_size[2] = 1;
  request.specialization.exceeds_caches = 1;
  Artifact special;
  EXPECT_EQ(runRequest(request, special), WEFT_OK) << special.log;
  return special.stages;
}

// The same with all checks.
std::string stepsOfChecked(const std::string &source) {
  weft_request request = requestOf(source, "");
  request.checks = WEFT_CHECK_KNOWN;
  Artifact artifact;
  EXPECT_EQ(runRequest(request, artifact), WEFT_OK) << artifact.log;
  return artifact.stages;
}

const char *const Bounded = R"(
kernel void k(global const float *a, global float *b, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < 1 || x >= n - 1 || y >= n) return;
  b[y * n + x] = sin(a[y * n + x - 1]) + a[y * n + x + 1];
})";

const char *const Tiled = R"(
kernel void k(global const float *a, global float *b, int n) {
  local float tile[16][17];
  int x = get_local_id(0), y = get_local_id(1);
  float sum = 0;
  for (int i = 0; i < n; i += 16) {
    tile[y][x] = a[get_global_id(1) * n + i + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += tile[x][y];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  b[get_global_id(1) * n + get_global_id(0)] = sum;
})";

const char *const WithSubGroups = R"(
#pragma OPENCL EXTENSION cl_intel_subgroups : enable
kernel void k(global uint *a) {
  size_t i = get_global_id(0);
  a[i] = intel_sub_group_shuffle(a[i], a[i] & 3);
})";

// Its rows are sums of a few that share what they load.
const char *const Tall = R"(
kernel void k(global const float *a, global const float *b, global float *c, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += a[y * n + i] * b[i * n + x];
  c[y * n + x] = sum;
})";

const char *const BoundedAtBarriers = R"(
kernel void k(global float *a, local float *sums, int n) {
  int x = get_local_id(0);
  sums[x] = a[get_global_id(0)];
  for (int step = get_local_size(0) / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x < step) sums[x] += sums[x + step];
  }
  if (x == 0) a[get_group_id(0)] = sums[0];
})";

const char *const BoundedBehindBarrier = R"(
kernel void k(global float *a, local float *tile, int n) {
  int x = get_local_id(0), i = get_global_id(0);
  tile[x] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) a[i] = tile[x ^ 1];
})";

TEST(Steps, AreShownWithReasonsAndPasses) {
  const std::string text = stepsOf(Bounded);
  for (const char *part :
       {"weft-bound-rows", "before simplification, which merges conditions", "\nwiden ",
        "weft-prefetch-vectors", "= sroa<modify-cfg>,early-cse<memssa>", "weft-hoist-item-loads",
        "loop-mssa(licm"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  EXPECT_EQ(text.find("weft-flatten-ids"), std::string::npos) << text;
  EXPECT_EQ(text.find("::"), std::string::npos) << "a pass without a name:\n" << text;
}

TEST(Steps, AreLeftOutWhereThatIsAskedFor) {
  const std::string usual = stepsOf(Bounded),
                    less = stepsOf(Bounded, false, "-weft-disable=weft-bound-rows");
  EXPECT_NE(usual.find("weft-bound-rows"), std::string::npos) << usual;
  EXPECT_EQ(less.find("weft-bound-rows"), std::string::npos) << less;
  EXPECT_NE(less.find("\nwiden "), std::string::npos) << less;
}

// Those that run within LLVM's pass managers, too.
TEST(Steps, AreLeftOutBetweenLlvmsPasses) {
  const std::string sums = R"(
kernel void k(global const float *a, global float *b, int n, int m) {
  int x = get_global_id(0);
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += a[i * m + x];
  b[x] = sum;
})";
  auto irOf = [&](const char *options) {
    weft_request request = requestOf(sums, options);
    request.inspect = WEFT_INSPECT_IR;
    Artifact artifact;
    EXPECT_EQ(runRequest(request, artifact), WEFT_OK) << artifact.log;
    return artifact.ir_text;
  };
  EXPECT_NE(irOf(""), irOf("-weft-disable=weft-extend-indices"));
}

std::string shownAfter(const char *step, const char *source) {
  return stepsOf(source, false, (std::string("-weft-print-after=") + step).c_str());
}

TEST(Steps, ShowTheCodeThatTheyLeave) {
  const std::pair<const char *, const char *> left[] = {
      {"lower-kernels", "define internal void @k.item("},
      {"weft-share-counters", "define internal void @k.item("},
      {"form-regions", "@k.item.region1("},
      {"weft-bound-rows", "@k.item.region1("},
      {"widen", "@k.item.region1.w"},
      {"emit-region-loops", "@weft_kernel_k("},
      {"weft-align-spills", "@weft_kernel_k("},
  };
  for (const auto &[step, code] : left) {
    const std::string text = shownAfter(step, Bounded);
    EXPECT_EQ(text.rfind(std::string("; ") + step + " of ", 0), 0u) << text;
    EXPECT_NE(text.find(code), std::string::npos) << step << "\n" << text;
    EXPECT_EQ(text.find("describe-regions"), std::string::npos) << text;
  }
}

// What is widened is not kept.
TEST(Steps, ShowWhatIsWidenedByItems) {
  const std::string text = shownAfter("widen-by-items", WithSubGroups);
  EXPECT_NE(text.find("; widen-by-items of k.item.region1.flat.w"), std::string::npos) << text;
}

// What is rewritten for LLVM (compiler/llvm_patches/rewrites.def) is shown and left out like steps.
TEST(Rewrites, AreShownInTheirOrder) {
  const std::string text = stepsOf(Bounded);
  size_t last = text.find("\noptimize-widened ");
  EXPECT_NE(text.find("weft-keep-iteration-order,weft-keep-loops-scalar,loop-vectorize"),
            std::string::npos)
      << text;
#define WEFT_REWRITE(function, name, kind, versions, issue, shows, reason)                         \
  {                                                                                                \
    const size_t at = text.find("\n" name " ");                                                    \
    ASSERT_NE(at, std::string::npos) << name << "\n" << text;                                      \
    EXPECT_GT(at, last) << name;                                                                   \
    EXPECT_NE(text.find(reason, at), std::string::npos) << name;                                   \
    last = at;                                                                                     \
  }
#include "compiler/llvm_patches/rewrites.def"
}

TEST(Rewrites, AreLeftOutIfTheyOnlySaveCosts) {
  const std::string less = stepsOf(Bounded, false, "-weft-disable=weft-align-spills");
  EXPECT_EQ(less.find("weft-align-spills"), std::string::npos) << less;
  const std::string source = "kernel void k(global int *a) { a[0] = 1; }";
  weft_request request = requestOf(source, "-weft-disable=weft-split-long-masks");
  Artifact artifact;
  EXPECT_NE(runRequest(request, artifact), WEFT_OK);
  EXPECT_NE(artifact.log.find("weft-align-spills"), std::string::npos) << artifact.log;
}

TEST(Steps, ThatDoNotExistCannotBeShown) {
  const std::string source = "kernel void k(global int *a) { a[0] = 1; }";
  weft_request request = requestOf(source, "-weft-print-after=rest");
  Artifact artifact;
  EXPECT_NE(runRequest(request, artifact), WEFT_OK);
  EXPECT_NE(artifact.log.find("there is no such step"), std::string::npos) << artifact.log;
}

// A step that no kernel comes to would be tested by opt alone.
TEST(Steps, AllRunForSomeKernel) {
  std::string all = stepsOf(WithSubGroups) + stepsOf(WithSubGroups, false, "", 1) +
                    stepsOf(Bounded, false, "-cl-opt-disable") + stepsOfChecked(Tiled);
  for (const char *source : {Bounded, Tiled, Tall, BoundedAtBarriers, BoundedBehindBarrier})
    for (bool specialized : {false, true})
      all += stepsOf(source, specialized);
#define WEFT_STEP(id, name, function, when, shows, gain, reason)                                   \
  EXPECT_NE(("\n" + all).find("\n" name " "), std::string::npos) << name;
#define WEFT_MODULE_STEP WEFT_STEP
#define WEFT_KERNEL_STEP WEFT_STEP
#define WEFT_REGION_STEP WEFT_STEP
#define WEFT_WIDE_STEP WEFT_STEP
#include "passes/pipeline.def"
}

} // namespace
} // namespace weft
