// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// That the steps of the vector path run in the order that passes/stages.def gives, with the
// reasons.
#include "compiler/request.h"
#include "passes/stages.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

std::string stagesOf(const std::string &source, bool specialized = false,
                     const char *options = "") {
  weft_request request = {};
  request.abi_version = WEFT_COMPILER_ABI_VERSION;
  request.action = WEFT_ACTION_BUILD;
  request.emitter = WEFT_EMITTER_VECTOR;
  request.cpu = "x86-64-v4";
  request.features = "-prefer-256-bit";
  request.options = options;
  request.extra_options = "";
  request.source = {source.data(), source.size()};
  request.inspect = WEFT_INSPECT_STAGES;
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
  request.specialization.simd_width = artifact.kernels.front().simd_width;
  request.specialization.local_size[0] = request.specialization.local_size[1] = 16;
  request.specialization.local_size[2] = 1;
  request.specialization.exceeds_caches = 1;
  Artifact special;
  EXPECT_EQ(runRequest(request, special), WEFT_OK) << special.log;
  return special.stages;
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

TEST(Stages, RunInTheirOrder) {
  for (const char *source : {Bounded, Tiled, WithSubGroups})
    for (bool specialized : {false, true}) {
      if (specialized && source == WithSubGroups)
        continue;
      const std::string stages = stagesOf(source, specialized);
      EXPECT_FALSE(stages.empty());
      EXPECT_EQ(stages.find("out of order"), std::string::npos) << source << stages;
    }
}

TEST(Stages, AreShownWithReasonsAndPasses) {
  const std::string text = stagesOf(Bounded);
  for (const char *part : {"weft-bound-rows", "before simplification, which merges conditions",
                           "weft-vectorize", "prefetch", "= sroa<modify-cfg>,early-cse<memssa>",
                           "weft-hoist-item-loads", "loop-mssa(licm"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  EXPECT_EQ(text.find("weft-join-rows"), std::string::npos) << text;
  EXPECT_EQ(text.find("::"), std::string::npos) << "a pass without a name:\n" << text;
}

TEST(Stages, AreLeftOutWhereThatIsAskedFor) {
  const std::string usual = stagesOf(Bounded),
                    less = stagesOf(Bounded, false, "-weft-disable=weft-bound-rows");
  EXPECT_NE(usual.find("weft-bound-rows"), std::string::npos) << usual;
  EXPECT_EQ(less.find("weft-bound-rows"), std::string::npos) << less;
  EXPECT_NE(less.find("weft-vectorize"), std::string::npos) << less;
}

// Those that run within LLVM's pass managers, too.
TEST(Stages, PassesOfTheRegistryAreLeftOut) {
  const std::string sums = R"(
kernel void k(global const float *a, global float *b, int n, int m) {
  int x = get_global_id(0);
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += a[i * m + x];
  b[x] = sum;
})";
  auto irOf = [&](const char *options) {
    weft_request request = {};
    request.abi_version = WEFT_COMPILER_ABI_VERSION;
    request.action = WEFT_ACTION_BUILD;
    request.emitter = WEFT_EMITTER_VECTOR;
    request.cpu = "x86-64-v3";
    request.features = request.extra_options = "";
    request.options = options;
    request.source = {sums.data(), sums.size()};
    request.inspect = WEFT_INSPECT_IR;
    Artifact artifact;
    EXPECT_EQ(runRequest(request, artifact), WEFT_OK) << artifact.log;
    return artifact.ir_text;
  };
  EXPECT_NE(irOf(""), irOf("-weft-disable=weft-extend-indices"));
}

TEST(Stages, TellWhatIsOutOfOrder) {
  StageLog log;
  log.ran(Stage::Widen, "a");
  log.ran(Stage::SimplifyRegion, "b");
  EXPECT_EQ(log.disorder(), "");
  log.ran(Stage::SimplifyRegion, "a");
  EXPECT_EQ(log.disorder(), "simplify-region of a came after weft-vectorize");
  EXPECT_NE(log.text().find("out of order: simplify-region of a"), std::string::npos);
}

} // namespace
} // namespace weft
