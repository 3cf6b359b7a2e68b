// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels compiled for one local size and for fixed arguments.
#include "request_fixture.h"
#include "weft/image_abi.h"
#include "weft/kernel_abi.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

using namespace weft;
using namespace weft::test;

namespace {

struct Fixed {
  uint32_t index;
  std::string value;
  template <typename T>
  Fixed(uint32_t index, T value)
      : index(index), value(reinterpret_cast<const char *>(&value), sizeof(value)) {}
};

constexpr const char *Avx2 = "+avx2,+fma";
constexpr const char *Avx512 = "+avx512f,+avx512vl,+avx512bw,+avx512dq,+avx512cd";

Outcome buildFor(const std::string &source, const char *features, const char *options = "") {
  weft_request wanted = request(WEFT_ACTION_BUILD, options);
  wanted.source = {source.data(), source.size()};
  wanted.features = features;
  return run(wanted);
}

Outcome specialize(const Outcome &built, const char *kernel, std::array<uint32_t, 3> local_size,
                   const std::vector<Fixed> &fixed, const char *features = Avx2,
                   bool streams = false) {
  weft_request wanted = request(WEFT_ACTION_SPECIALIZE, built.artifact.options.c_str());
  wanted.features = features;
  weft_blob ir = {built.artifact.ir.data(), built.artifact.ir.size()};
  wanted.inputs = &ir;
  wanted.num_inputs = 1;
  std::vector<weft_fixed_arg> args;
  for (const Fixed &arg : fixed)
    args.push_back({arg.index, {arg.value.data(), arg.value.size()}});
  weft_specialization &special = wanted.specialization;
  special.kernel = kernel;
  special.exceeds_caches = streams;
  std::copy(local_size.begin(), local_size.end(), special.local_size);
  for (const KernelInfo &info : built.artifact.kernels)
    if (info.name == kernel)
      special.generic_width = info.simd_width;
  special.args = args.data();
  special.num_args = args.size();
  return run(wanted);
}

// Whether there is code for lanes that do not lie side by side: vgatherdps, vgatherqps.
bool gathers(const Outcome &built) {
  const std::string &code = built.artifact.code;
  for (size_t i = 0; i + 5 <= code.size(); ++i)
    if (code[i] == 0x62 && (code[i + 1] & 7) == 2 && (code[i + 2] & 0x7f) == 0x7d &&
        (code[i + 4] & 0xfe) == 0x92)
      return true;
  return false;
}

// Runs one group of `items` work-items, or as many times `rows`, of a kernel of one pointer, one
// int and perhaps `another` argument.
void runGroup(const Outcome &built, void *data, int number, uint64_t items, uint64_t rows = 1,
              std::string_view another = {}) {
  const KernelInfo &kernel = built.artifact.kernels.at(0);
  LoadedCode code(built.artifact.code);
  auto entry = reinterpret_cast<weft_kernel_fn>(code.find(kernel.symbol));
  ASSERT_TRUE(entry) << code.error;
  weft_launch launch = {{items, rows, 1}, {0, 0, 0}, {items, rows, 1}, {1, 1, 1}, 2, 0};
  alignas(WEFT_ABI_ALIGNMENT) char args[256] = {};
  std::memcpy(args + kernel.args.at(0).offset, &data, sizeof(data));
  std::memcpy(args + kernel.args.at(1).offset, &number, sizeof(number));
  if (!another.empty())
    std::memcpy(args + kernel.args.at(2).offset, another.data(), another.size());
  alignas(WEFT_ABI_ALIGNMENT) static char local[4096 + 2 * WEFT_LOCAL_MARGIN], context[1 << 16];
  weft_thread thread = {};
  thread.local_memory = local + WEFT_LOCAL_MARGIN;
  thread.context = context;
  weft_begin_row(&thread, &launch, 0, 0);
  entry(&launch, args, &thread, 0, 1);
}

} // namespace

TEST(Specialize, ArgumentIsAConstant) {
  Outcome built = buildFor("kernel void other(global int *p) { p[0] = 1; }\n"
                           "kernel void k(global int *p, int n) { p[get_global_id(0)] += n; }\n",
                           Avx2);
  ASSERT_EQ(built.status, WEFT_OK) << built.artifact.log;
  Outcome special = specialize(built, "k", {16, 1, 1}, {{1, 5}});
  ASSERT_EQ(special.status, WEFT_OK) << special.artifact.log;
  ASSERT_EQ(special.artifact.kernels.size(), 1u);
  const KernelInfo &kernel = special.artifact.kernels[0], &generic = built.artifact.kernels[1];
  EXPECT_EQ(kernel.name, "k");
  EXPECT_EQ(kernel.args_size, generic.args_size);
  EXPECT_EQ(kernel.args[1].offset, generic.args[1].offset);
  EXPECT_TRUE(special.artifact.ir.empty());
  std::vector<int> data(16, 100);
  runGroup(special, data.data(), 7, 16); // the argument itself is not looked at
  EXPECT_EQ(data, std::vector<int>(16, 105));
}

// The descriptor says something else, which the code does not look at.
TEST(Specialize, ImageHasAFormat) {
  constexpr uint32_t ChannelR = 0x10b0, ChannelRgba = 0x10b5, UnormInt8 = 0x10d2;
  Outcome built =
      buildFor("kernel void k(global float4 *p, int n, read_only image2d_t image,\n"
               "              sampler_t sampler) {\n"
               "  p[get_global_id(0)] =\n"
               "      read_imagef(image, sampler, (int2)(get_global_id(0) - n, 0)); }\n",
               Avx2);
  ASSERT_EQ(built.status, WEFT_OK) << built.artifact.log;
  unsigned char pixels[16];
  for (unsigned i = 0; i < 16; ++i)
    pixels[i] = static_cast<unsigned char>(17 * i);
  weft_image red = {pixels, 16, 16, 16, 1, 1, 1, ChannelR, UnormInt8, 1, 1};
  const uint64_t sampler = WEFT_SAMPLER_ADDRESS_CLAMP_TO_EDGE | WEFT_SAMPLER_FILTER_NEAREST;
  Outcome special =
      specialize(built, "k", {16, 1, 1}, {{2, weft_image_format(&red)}, {3, sampler}});
  ASSERT_EQ(special.status, WEFT_OK) << special.artifact.log;
  EXPECT_LT(special.artifact.code.size(), built.artifact.code.size());
  weft_image claimed = red;
  claimed.channel_order = ChannelRgba;
  claimed.element_bytes = 4;
  const weft_image *address = &claimed;
  std::vector<float> data(64, -1);
  runGroup(special, data.data(), 1, 16, 1,
           {reinterpret_cast<const char *>(&address), sizeof address});
  for (int i = 0; i < 16; ++i) {
    EXPECT_FLOAT_EQ(data[4 * i], float(pixels[std::max(i - 1, 0)]) / 255) << i;
    EXPECT_EQ(data[4 * i + 1], 0) << i;
    EXPECT_EQ(data[4 * i + 3], 1) << i;
  }
  EXPECT_NE(specialize(built, "k", {16, 1, 1}, {{2, 5}}).status, WEFT_OK); // of 4 bytes
}

// What the host has by name is the first code's; a kernel that does not use it is specialised.
TEST(Specialize, VariablesThatTheHostHasByNameAreLeftOut) {
  Outcome built = buildFor("global int count = 3; const global int table[2] = {4, 5};\n"
                           "kernel void next(global int *p, int n) { p[0] = ++count; }\n"
                           "kernel void k(global int *p, int n) {\n"
                           "  p[get_global_id(0)] += n + table[1]; }\n",
                           Avx2, "-cl-std=CL3.0");
  ASSERT_EQ(built.status, WEFT_OK) << built.artifact.log;
  EXPECT_EQ(built.artifact.variables.size(), 2u);
  Outcome special = specialize(built, "k", {16, 1, 1}, {{1, 5}});
  ASSERT_EQ(special.status, WEFT_OK) << special.artifact.log;
  EXPECT_TRUE(special.artifact.variables.empty());
  std::vector<int> data(16, 100);
  runGroup(special, data.data(), 7, 16);
  EXPECT_EQ(data, std::vector<int>(16, 110));
  EXPECT_NE(specialize(built, "next", {16, 1, 1}, {}).status, WEFT_OK);
}

// Functions that only the host has pointers to look as if nobody used them.
TEST(Specialize, NotWhereFunctionsAreCalledThroughPointers) {
  std::ifstream file(WEFT_TEST_MODULES "/host_names.spv", std::ios::binary);
  const std::string module((std::istreambuf_iterator<char>(file)), {});
  weft_request wanted = request(WEFT_ACTION_BUILD);
  wanted.language = WEFT_LANGUAGE_SPIRV;
  wanted.source = {module.data(), module.size()};
  wanted.features = Avx2;
  Outcome built = run(wanted);
  ASSERT_EQ(built.status, WEFT_OK) << built.artifact.log;
  EXPECT_EQ(built.artifact.functions.size(), 2u);
  Outcome special = specialize(built, "apply", {16, 1, 1}, {});
  EXPECT_NE(special.status, WEFT_OK);
  EXPECT_TRUE(special.logHas("called through pointers")) << special.artifact.log;
}

TEST(Specialize, GroupsThatFillVectorsHaveNoMaskedRest) {
  const std::string source = "kernel void k(global float *p, int n) { int i = get_local_id(0);\n"
                             "  for (int j = 0; j < n; ++j) p[i] = p[i] * 1.5f + j; }\n";
  Outcome built = buildFor(source, Avx2);
  ASSERT_EQ(built.status, WEFT_OK) << built.artifact.log;
  Outcome full = specialize(built, "k", {64, 1, 1}, {}),
          rest = specialize(built, "k", {63, 1, 1}, {});
  ASSERT_EQ(full.status, WEFT_OK) << full.artifact.log;
  ASSERT_EQ(rest.status, WEFT_OK) << rest.artifact.log;
  EXPECT_LT(full.artifact.code.size(), built.artifact.code.size());
  EXPECT_LT(full.artifact.code.size(), rest.artifact.code.size());
}

namespace {

// Whether the only kernel of `source` stores past the caches once it is compiled for large
// launches.
bool streams(const std::string &source, const char *features = Avx512) {
  Outcome built = buildFor(source, features);
  EXPECT_EQ(built.status, WEFT_OK) << built.artifact.log;
  Outcome usual = specialize(built, "k", {64, 1, 1}, {}, features),
          special = specialize(built, "k", {64, 1, 1}, {}, features, /*streams=*/true);
  EXPECT_EQ(usual.status, WEFT_OK) << usual.artifact.log;
  EXPECT_EQ(special.status, WEFT_OK) << special.artifact.log;
  // vmovntps of 64 bytes, of any registers
  auto past = [](const Outcome &built) {
    const std::string &code = built.artifact.code;
    for (size_t i = 2; (i = code.find("\x7c\x48\x2b", i)) != std::string::npos; ++i)
      if (code[i - 2] == '\x62')
        return true;
    return false;
  };
  EXPECT_FALSE(usual.artifact.kernels.at(0).hints.has_non_temporal_stores || past(usual));
  EXPECT_EQ(special.artifact.kernels.at(0).hints.has_non_temporal_stores, past(special));
  return past(special);
}

} // namespace

TEST(Specialize, LargeLaunchesStoreWholeLinesPastTheCaches) {
  EXPECT_TRUE(streams("kernel void k(global const float *a, global float *b) {"
                      "  size_t i = get_global_id(0); b[i] = a[i] * 2; }"));
  EXPECT_TRUE(streams("kernel void k(global const float *a, global float *b, int n) {"
                      "  int i = get_global_id(0); if (i > 0 && i < n) b[i] = a[i] + a[i - 1]; }"));
  EXPECT_TRUE(streams("kernel void k(global const float4 *a, global float4 *b) {"
                      "  size_t i = get_global_id(0); b[i] = a[i] * 2; }"));
  EXPECT_FALSE(streams("kernel void k(global float *b, int n) {"
                       "  size_t i = get_global_id(0);"
                       "  for (; i < n; i += 64) __builtin_nontemporal_store(1.0f, &b[i]); }"));
  // Less than lines.
  EXPECT_FALSE(streams("kernel void k(global const float *a, global float *b) {"
                       "  size_t i = get_global_id(0); b[i] = a[i] * 2; }",
                       Avx2));
  EXPECT_FALSE(streams("kernel void k(global const float *a, global float *b) {"
                       "  size_t i = get_global_id(0); b[2 * i] = a[i] * 2; }"));
  // Not as many bytes as a launch is known to write.
  EXPECT_FALSE(streams("kernel void k(global const uchar *a, global uchar *b) {"
                       "  size_t i = get_global_id(0); b[i] = a[i] * 2; }"));
}

namespace {

// Whether `code` holds 0f OPCODE /EXTENSION: a prefetch.
bool prefetches(const std::string &code, char opcode, int extension) {
  const char wanted[] = {'\x0f', opcode};
  for (size_t i = 0; (i = code.find(wanted, i, 2)) != std::string::npos; i += 2)
    if (i + 2 < code.size() && (code[i + 2] >> 3 & 7) == extension)
      return true;
  return false;
}

} // namespace

// Into the second cache, which waits for more lines at a time: prefetcht1.
TEST(Specialize, LargeLaunchesAskForGroupsFarAhead) {
  Outcome built = buildFor("kernel void k(global const float *a, global float *b) {"
                           "  local float tile[64]; int x = get_local_id(0);"
                           "  tile[x] = a[get_global_id(0)]; barrier(CLK_LOCAL_MEM_FENCE);"
                           "  b[get_global_id(0)] = tile[63 - x]; }",
                           Avx512);
  ASSERT_EQ(built.status, WEFT_OK) << built.artifact.log;
  for (bool large : {false, true}) {
    Outcome special = specialize(built, "k", {64, 1, 1}, {}, Avx512, large);
    ASSERT_EQ(special.status, WEFT_OK) << special.artifact.log;
    EXPECT_EQ(prefetches(special.artifact.code, '\x18', 2), large);
  }
}

TEST(Specialize, LargeLaunchesKeepInCachesWhatIsAccessedAgain) {
  EXPECT_FALSE(streams("kernel void k(global const float *a, global float *b) {"
                       "  size_t i = get_global_id(0); b[i] += a[i]; }"));
  EXPECT_FALSE(streams("kernel void k(global const float *a, global float *b, int n) {"
                       "  size_t i = get_global_id(0);"
                       "  for (int j = 0; j < n; ++j) if (a[i + j] > 0) b[i] = a[i + j]; }"));
}

// Whoever sees the one has to see the other.
TEST(Specialize, LargeLaunchesKeepStoresInOrderWithAtomicOperationsAndFences) {
  EXPECT_FALSE(streams("kernel void k(global float *b, global int *count) {"
                       "  b[get_global_id(0)] = 1; atomic_inc(count); }"));
  EXPECT_FALSE(streams("kernel void k(global float *b, global volatile int *flag) {"
                       "  b[get_global_id(0)] = 1; mem_fence(CLK_GLOBAL_MEM_FENCE); *flag = 1; }"));
}

// From which number of work-items on launches are large.
TEST(Specialize, WhatWorkItemsStoreIsKnown) {
  auto stored = [](const std::string &body) {
    Outcome built = buildFor("kernel void k(global float4 *a, global float *b, int n) {"
                             "  local float4 tile[64]; size_t i = get_global_id(0);" +
                                 body + "}",
                             Avx512);
    EXPECT_EQ(built.status, WEFT_OK) << built.artifact.log;
    return built.artifact.kernels.at(0).hints.stored_bytes;
  };
  EXPECT_EQ(stored("b[i] = n;"), 4u);
  EXPECT_EQ(stored("a[i] = n; b[i] = n;"), 20u);
  EXPECT_EQ(stored("if (b[i] > n) { a[i] = n; } else { a[2 * i] = n; a[i] = 3; }"), 32u);
  EXPECT_EQ(stored("for (int j = 0; j < n; ++j) b[i + j] = n;"), 0u);
  EXPECT_EQ(stored("tile[get_local_id(0)] = n; barrier(CLK_LOCAL_MEM_FENCE);"
                   "b[i] = tile[63 - get_local_id(0)].x;"),
            4u);
}

TEST(Specialize, SumsThatAConditionKeepsFromWrappingAreNotTested) {
  Outcome built = buildFor("kernel void k(global const float *a, global const float *b,\n"
                           "              global float *least, uint points, uint n) {\n"
                           "  uint point = get_global_id(0);\n"
                           "  if (point >= points) return;\n"
                           "  float found = FLT_MAX;\n"
                           "  for (uint i = 0; i < n; ++i) {\n"
                           "    float sum = 0;\n"
                           "    for (uint d = 0; d < n; ++d) {\n"
                           "      float x = a[d * points + point] - b[i * n + d];\n"
                           "      sum += x * x; }\n"
                           "    if (sum < found) found = sum; }\n"
                           "  least[point] = found; }\n",
                           Avx512);
  ASSERT_EQ(built.status, WEFT_OK) << built.artifact.log;
  Outcome special = specialize(built, "k", {64, 1, 1}, {{3, 400000}, {4, 20}}, Avx512);
  ASSERT_EQ(special.status, WEFT_OK) << special.artifact.log;
  EXPECT_FALSE(gathers(special));
}

// Too long for it before what is tested of the index in each round is known.
TEST(Specialize, LoopsOfFewRoundsAreUnrolled) {
  Outcome built = buildFor("kernel void k(global float *p, int n) { uint i = get_local_id(0);\n"
                           "  float sum = 0;\n"
                           "  for (uint j = 0; j < n; ++j) {\n"
                           "    float difference = p[j * 64 + i] - p[j + 4096];\n"
                           "    sum += difference * difference; }\n"
                           "  p[i] = sum; }\n",
                           Avx2);
  ASSERT_EQ(built.status, WEFT_OK) << built.artifact.log;
  Outcome few = specialize(built, "k", {64, 1, 1}, {{1, 20}}),
          many = specialize(built, "k", {64, 1, 1}, {{1, 2000}});
  ASSERT_EQ(few.status, WEFT_OK) << few.artifact.log;
  ASSERT_EQ(many.status, WEFT_OK) << many.artifact.log;
  EXPECT_GT(few.artifact.code.size(), many.artifact.code.size() + 300);
}

// A product of two constants is not rounded, though its sum could be folded.
TEST(Specialize, ContractionsAreThoseOfTheGenericCode) {
  const std::string source = "kernel void k(global float *p, int n) { int i = get_global_id(0);\n"
                             "  p[i] += (float)n * 0.1f;\n"
                             "  for (int j = 0; j < n; ++j) p[i] = (float)j * 0.3f + p[i]; }\n";
  for (const char *features : {Avx2, "+avx2", "+avx512f,+avx512vl,+avx512bw,+avx512dq"}) {
    Outcome built = buildFor(source, features);
    ASSERT_EQ(built.status, WEFT_OK) << built.artifact.log;
    for (int n : {3, 5, 7}) {
      Outcome special = specialize(built, "k", {32, 1, 1}, {{1, n}}, features);
      ASSERT_EQ(special.status, WEFT_OK) << special.artifact.log;
      std::vector<float> expected(32), data;
      for (int i = 0; i < 32; ++i)
        expected[i] = 0.7f / float(i + 1);
      data = expected;
      if (std::strstr(features, "avx512") && !__builtin_cpu_supports("avx512dq"))
        continue;
      runGroup(built, expected.data(), n, 32);
      runGroup(special, data.data(), n, 32);
      EXPECT_EQ(std::memcmp(data.data(), expected.data(), 32 * sizeof(float)), 0)
          << features << ", n " << n;
    }
  }
}

TEST(Specialize, SubGroupsKeepTheirSize) {
  const std::string source =
      "#pragma OPENCL EXTENSION cl_khr_subgroups : enable\n"
      "kernel void k(global int *p, int n) { p[get_global_id(0)] = get_max_sub_group_size() +\n"
      "  sub_group_reduce_add(1) + n; }\n";
  Outcome built = buildFor(source, Avx2, "-cl-std=CL3.0");
  ASSERT_EQ(built.status, WEFT_OK) << built.artifact.log;
  Outcome special = specialize(built, "k", {4, 1, 1}, {{1, 5}});
  ASSERT_EQ(special.status, WEFT_OK) << special.artifact.log;
  EXPECT_EQ(special.artifact.kernels[0].simd_width, built.artifact.kernels[0].simd_width);
  std::vector<int> expected(4), data(4);
  runGroup(built, expected.data(), 5, 4);
  runGroup(special, data.data(), 5, 4);
  EXPECT_EQ(data, expected);
}

TEST(Specialize, SubGroupsOfGroupsWithRowsOfOne) {
  const std::string source =
      "#pragma OPENCL EXTENSION cl_khr_subgroups : enable\n"
      "kernel __attribute__((reqd_work_group_size(1, 32, 1))) void k(global int *p, int n) {\n"
      "  p[get_local_id(1)] = sub_group_broadcast(get_local_id(1), 1) + n; }\n";
  Outcome built = buildFor(source, Avx2, "-cl-std=CL3.0");
  ASSERT_EQ(built.status, WEFT_OK) << built.artifact.log;
  ASSERT_EQ(built.artifact.kernels[0].simd_width, 8u);
  std::vector<int> data(32);
  runGroup(built, data.data(), 100, 1, 32);
  for (int i = 0; i < 32; ++i)
    EXPECT_EQ(data[i], 100 + i / 8 * 8 + 1);
}

TEST(Specialize, RefusesWhatMayDiffer) {
  struct {
    const char *source, *options, *reason;
  } const cases[] = {
      {"global int v; kernel void k(global int *p, int n) { p[0] = v++; }", "-cl-std=CL2.0", "'v'"},
      {"int next() { static global int v; return v++; }\n"
       "kernel void k(global int *p, int n) { p[0] = next(); }",
       "-cl-std=CL2.0", "variable"},
      {"kernel void k(global float *p, int n) { p[0] = p[1] * p[2] + n; }", "-cl-fast-relaxed-math",
       "rearranged"},
      {"kernel void k(global float *p, int n) { p[0] = n; }", "-g", "debugged"},
      {"kernel void k(global float *p, int n) { p[0] = n; }", "-cl-opt-disable", "optimised"},
  };
  for (const auto &[source, options, reason] : cases) {
    Outcome built = buildFor(source, Avx2, options);
    ASSERT_EQ(built.status, WEFT_OK) << built.artifact.log;
    Outcome special = specialize(built, "k", {8, 1, 1}, {});
    EXPECT_NE(special.status, WEFT_OK) << source << " " << options;
    EXPECT_TRUE(special.logHas(reason)) << source << " " << options << ": " << special.artifact.log;
  }
}

TEST(Specialize, VariableOfAnotherKernelIsNoObstacle) {
  Outcome built = buildFor("global int v; constant int t[400] = {3, 4};\n"
                           "kernel void other(global int *p) { p[0] = v++; }\n"
                           "kernel void k(global int *p, int n) { p[0] = t[n]; }",
                           Avx2, "-cl-std=CL2.0");
  ASSERT_EQ(built.status, WEFT_OK) << built.artifact.log;
  Outcome special = specialize(built, "k", {1, 1, 1}, {});
  ASSERT_EQ(special.status, WEFT_OK) << special.artifact.log;
  int data = 0;
  runGroup(special, &data, 1, 1);
  EXPECT_EQ(data, 4);
}

TEST(Specialize, BadRequestsFail) {
  Outcome built = buildFor("kernel void k(global int *p, float x) { p[0] = x; }", Avx2);
  ASSERT_EQ(built.status, WEFT_OK) << built.artifact.log;
  EXPECT_EQ(specialize(built, "absent", {1, 1, 1}, {}).status, WEFT_BUILD_FAILED);
  EXPECT_EQ(specialize(built, "k", {1, 1, 1}, {{1, 5}}).status, WEFT_BUILD_FAILED);
  EXPECT_EQ(specialize(built, "k", {1, 1, 1}, {{0, 5}}).status, WEFT_BUILD_FAILED);
  EXPECT_EQ(specialize(built, "k", {1, 1, 1}, {{2, 5}}).status, WEFT_BUILD_FAILED);
  EXPECT_EQ(specialize(built, "k", {0, 0, 0}, {{1, char(5)}}).status, WEFT_BUILD_FAILED);
  built.artifact.ir.resize(built.artifact.ir.size() / 2);
  EXPECT_EQ(specialize(built, "k", {1, 1, 1}, {}).status, WEFT_BUILD_FAILED);
  weft_request wanted = request(WEFT_ACTION_SPECIALIZE);
  EXPECT_EQ(run(wanted).status, WEFT_INTERNAL_ERROR);
}
