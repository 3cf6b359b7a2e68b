// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "request_fixture.h"

#include "weft/kernel_abi.h"

#include <atomic>
#include <cstring>
#include <gtest/gtest.h>
#include <malloc.h>
#include <thread>

namespace {
using namespace weft::test;
using weft::ArgKind;
using weft::ArtifactKind;

constexpr const char *Saxpy =
    "kernel void saxpy(global float *y, global const float *x, float a) {\n"
    "  size_t i = get_global_id(0);\n"
    "  y[i] = a * x[i] + y[i];\n"
    "}\n";

TEST(Build, LoadsBytesWhereLoadsAreCheap) {
  const std::string histogram = R"(
kernel void k(global const uint *data, global uint *out) {
  local uint bins[256];
  bins[get_local_id(0)] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&bins[data[get_global_id(0)] & 255]);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = bins[get_local_id(0)];
})";
  auto code = [&](const char *cpu, const char *tune) {
    weft_request wanted = request(WEFT_ACTION_BUILD);
    wanted.source = {histogram.data(), histogram.size()};
    wanted.cpu = cpu;
    wanted.tune = tune;
    Outcome outcome = run(wanted);
    EXPECT_EQ(outcome.status, WEFT_OK) << outcome.artifact.log;
    return outcome.artifact.code;
  };
  const std::string usual = code("x86-64-v4", nullptr);
  EXPECT_EQ(code("x86-64-v4", "znver4"), usual);
  EXPECT_NE(code("x86-64-v4", "znver5"), usual);
  EXPECT_EQ(code("x86-64-v4", "no such CPU"), usual);
  // A CPU's own name tells, too.
  EXPECT_EQ(code("znver5", nullptr), code("znver5", "znver5"));
  EXPECT_NE(code("znver5", nullptr), code("znver5", "znver4"));
}

TEST(Build, LeavesNothingBehind) {
  constexpr int Builds = 150;
  constexpr size_t OfEach = 16; // bytes; less than any entry of a list
  auto build_all = [](int count) {
    for (int i = 0; i < count; ++i)
      ASSERT_EQ(build(Saxpy).status, WEFT_OK);
  };
  build_all(Builds / 2); // what stays for good
  if (mallinfo2().uordblks == 0)
    GTEST_SKIP() << "a sanitizer's allocator does not count";
  // On a busy machine one build may be the first with so many threads, and a code generator for
  // each of them is kept: once.
  size_t more = 0;
  for (int attempt = 0; attempt < 2; ++attempt) {
    const size_t before = mallinfo2().uordblks;
    build_all(Builds);
    more = mallinfo2().uordblks - before;
    if (more <= Builds * OfEach || more > SIZE_MAX / 2)
      return;
  }
  FAIL() << more << " bytes more";
}

TEST(Build, SaxpyRunsThroughTheKernelAbi) {
  Outcome built = build(Saxpy);
  ASSERT_EQ(built.status, WEFT_OK) << built.artifact.log;
  EXPECT_EQ(built.artifact.kind, ArtifactKind::Executable);
  ASSERT_EQ(built.artifact.kernels.size(), 1u);
  const weft::KernelInfo &kernel = built.artifact.kernels[0];
  LoadedCode code(built.artifact.code);
  auto run = reinterpret_cast<weft_kernel_fn>(code.find(kernel.symbol));
  ASSERT_TRUE(run) << code.error;

  std::vector<float> x(96), y(96);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = float(i), y[i] = 1;
  weft_launch launch = {{96, 1, 1}, {0, 0, 0}, {32, 1, 1}, {3, 1, 1}, 1, 0};
  alignas(WEFT_ABI_ALIGNMENT) char args[256] = {};
  float *pointers[] = {y.data(), x.data()};
  float a = 2;
  std::memcpy(args + kernel.args[0].offset, &pointers[0], 8);
  std::memcpy(args + kernel.args[1].offset, &pointers[1], 8);
  std::memcpy(args + kernel.args[2].offset, &a, sizeof(a));
  alignas(WEFT_ABI_ALIGNMENT) static char local[4096 + 2 * WEFT_LOCAL_MARGIN], context[1 << 16];
  weft_thread thread = {};
  thread.local_memory = local + WEFT_LOCAL_MARGIN;
  thread.context = context;
  weft_begin_row(&thread, &launch, 0, 0);
  run(&launch, args, &thread, 1, 3); // the first group must not run
  EXPECT_EQ(y[31], 1);
  for (size_t i = 32; i < y.size(); ++i)
    EXPECT_EQ(y[i], 2 * float(i) + 1) << i;
}

TEST(Build, ErrorLogHasFileLineAndCaret) {
  Outcome built = build("kernel void f(global int *p) {\n  p[0] = nowhere;\n}\n");
  EXPECT_EQ(built.status, WEFT_BUILD_FAILED);
  EXPECT_EQ(built.artifact.kind, ArtifactKind::LogOnly);
  EXPECT_TRUE(built.logHas("program.cl:2:10: error: ")) << built.artifact.log;
  EXPECT_TRUE(built.logHas("nowhere;\n")) << built.artifact.log;
  EXPECT_TRUE(built.logHas("^~~")) << built.artifact.log;
  EXPECT_TRUE(built.logHas("1 error generated.")) << built.artifact.log;
}

TEST(Build, WarningsAreLoggedAndWSilencesThem) {
  const char *source = "#warning careful\nkernel void f(global int *p) { p[0] = 1; }\n";
  Outcome loud = build(source);
  EXPECT_EQ(loud.status, WEFT_OK) << loud.artifact.log;
  EXPECT_TRUE(loud.logHas("careful"));
  EXPECT_EQ(build(source, "-w").artifact.log, "");
  EXPECT_EQ(build(source, "-Werror").status, WEFT_BUILD_FAILED);
}

TEST(Build, PointerOfAnotherTypeIsAWarning) {
  const char *source = "kernel void f(global float2 *p) {\n"
                       "  global float4 *wide = p;\n"
                       "  wide[0] = 1;\n}\n";
  Outcome built = build(source);
  EXPECT_EQ(built.status, WEFT_OK) << built.artifact.log;
  EXPECT_TRUE(built.logHas("warning: incompatible pointer types")) << built.artifact.log;
  EXPECT_EQ(build(source, "-Werror").status, WEFT_BUILD_FAILED);
}

TEST(Build, UndefinedFunctionIsNamedWithItsUser) {
  Outcome built = build("int missing(int);\n"
                        "kernel void f(global int *p) { p[0] = missing(p[1]); }\n");
  EXPECT_EQ(built.status, WEFT_BUILD_FAILED);
  EXPECT_TRUE(built.logHas("'missing'")) << built.artifact.log;
}

TEST(Build, SourceWithoutFinalNulOrKernels) {
  Outcome empty = build("");
  EXPECT_EQ(empty.status, WEFT_OK) << empty.artifact.log;
  EXPECT_TRUE(empty.artifact.kernels.empty());
  std::string garbage("\0\xff\x01 kernel \0 void", 17);
  EXPECT_EQ(build(garbage).status, WEFT_BUILD_FAILED);
}

TEST(Build, DeepNestingIsAnErrorOfTheProgram) {
  std::string source = "kernel void f(global int *p) { p[0] = ";
  source += std::string(100000, '(') + "1" + std::string(100000, ')') + "; }";
  EXPECT_EQ(build(source).status, WEFT_BUILD_FAILED);
}

TEST(Build, MacrosThatGrowWithoutEndAreStopped) {
  // Each line doubles what the one before it stands for.
  for (const char *seed : {";", "+1"}) {
    std::string source = std::string("#define M0 ") + seed + "\n";
    for (int i = 1; i <= 40; ++i) {
      const std::string before = " M" + std::to_string(i - 1);
      source += "#define M" + std::to_string(i) + before + before + "\n";
    }
    Outcome built = build(source + (*seed == '+' ? "constant int a = M40;\n" : "M40\n"));
    EXPECT_EQ(built.status, WEFT_BUILD_FAILED) << seed;
    EXPECT_TRUE(built.logHas("eight million tokens")) << built.artifact.log;
  }
  EXPECT_EQ(build(Saxpy).status, WEFT_OK);
}

TEST(Build, UnknownCpuIsReportedNotFatal) {
  std::string source = Saxpy;
  weft_request r = request(WEFT_ACTION_BUILD);
  r.source = {source.data(), source.size()};
  r.cpu = "abacus";
  Outcome outcome = run(r);
  EXPECT_EQ(outcome.status, WEFT_INTERNAL_ERROR);
  EXPECT_TRUE(outcome.logHas("abacus"));
  EXPECT_EQ(build(Saxpy).status, WEFT_OK); // and the next build is not harmed
}

// The code generator is kept from one program to the next.
TEST(Build, CodeDoesNotDependOnWhatWasBuiltBefore) {
  const std::string constants = "constant float t[4] = {1, 2, 4, 8};\n"
                                "kernel void f(global float *x, int n) {\n"
                                "  size_t i = get_global_id(0);\n"
                                "  switch (n) { case 0: x[i] = t[i & 3]; break;\n"
                                "    case 1: x[i] = sin(x[i]); break; case 2: x[i] = 3; break;\n"
                                "    case 3: x[i] /= 7; break; case 4: x[i] += i; break; }\n"
                                "}\n";
  const std::string failing = "void missing(global int *);\n"
                              "kernel void k(global int *p) { missing(p); }\n";
  const std::vector<std::pair<std::string, const char *>> programs = {
      {Saxpy, ""},
      {constants, "-g"},
      {constants, "-cl-opt-disable"},
      {failing, ""},
      {constants, ""},
      {Saxpy, "-g -cl-fast-relaxed-math"},
      {constants, "-cl-fast-relaxed-math"},
      {Saxpy, "-cl-opt-disable"}};
  std::vector<std::string> codes;
  for (const auto &[source, options] : programs)
    codes.push_back(build(source, options).artifact.code);
  for (size_t i = programs.size(); i-- > 0;) {
    EXPECT_EQ(codes[i].empty(), programs[i].first == failing);
    const std::string again = build(programs[i].first, programs[i].second).artifact.code;
    EXPECT_TRUE(again == codes[i]) << i;
  }
}

TEST(Build, ThreadsBuildAtOnce) {
  std::vector<std::thread> threads;
  std::atomic<int> good = 0;
  std::vector<std::string> logs(4);
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 5; ++i) {
        std::string name = "k" + std::to_string(t * 100 + i);
        Outcome built = build("kernel void " + name + "(global int *p) { p[0] = 7; }");
        LoadedCode code(built.artifact.code);
        const bool is_good = built.status == WEFT_OK && built.artifact.kernels.at(0).name == name &&
                             code.find(built.artifact.kernels[0].symbol);
        good += is_good;
        if (!is_good)
          logs[t] += name + ": status " + std::to_string(built.status) + " " + built.artifact.log;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(good, 20) << logs[0] + logs[1] + logs[2] + logs[3];
}

TEST(KernelTable, ArgumentsAsTheSourceWritesThem) {
  Outcome built = build("typedef struct { int a; char b; } pair;\n"
                        "kernel __attribute__((reqd_work_group_size(8, 4, 1)))\n"
                        "__attribute__((vec_type_hint(uint4)))\n"
                        "void f(global const volatile float4 *restrict g, constant int *c,\n"
                        "       local short *l, float3 v, pair s, unsigned char u) {}\n"
                        "kernel __attribute__((work_group_size_hint(2, 1, 1))) void e() {}\n",
                        "-cl-kernel-arg-info");
  ASSERT_EQ(built.status, WEFT_OK) << built.artifact.log;
  EXPECT_TRUE(built.artifact.has_arg_info);
  ASSERT_EQ(built.artifact.kernels.size(), 2u);
  const weft::KernelInfo &f = built.artifact.kernels[0];
  EXPECT_EQ(f.attributes, "vec_type_hint(uint4) reqd_work_group_size(8,4,1)");
  EXPECT_EQ(f.reqd_work_group_size[1], 4u);
  EXPECT_EQ(built.artifact.kernels[1].attributes, "work_group_size_hint(2,1,1)");
  struct {
    ArgKind kind;
    uint32_t size;
    const char *name, *type;
  } expected[] = {
      {ArgKind::GlobalPointer, 8, "g", "float4*"},
      {ArgKind::ConstantPointer, 8, "c", "int*"},
      {ArgKind::LocalPointer, 0, "l", "short*"},
      {ArgKind::Value, 16, "v", "float3"},
      {ArgKind::Value, 8, "s", "pair"},
      {ArgKind::Value, 1, "u", "uchar"},
  };
  ASSERT_EQ(f.args.size(), std::size(expected));
  for (size_t i = 0; i < f.args.size(); ++i) {
    EXPECT_EQ(f.args[i].kind, expected[i].kind) << i;
    EXPECT_EQ(f.args[i].size, expected[i].size) << i;
    EXPECT_EQ(f.args[i].name, expected[i].name);
    EXPECT_EQ(f.args[i].type_name, expected[i].type);
    EXPECT_GE(f.args[i].slot_size, f.args[i].size);
  }
  EXPECT_EQ(f.args[0].type_qualifiers,
            weft::TypeQualifierConst | weft::TypeQualifierVolatile | weft::TypeQualifierRestrict);
  EXPECT_EQ(f.args[0].pointee_align, 16u);
}

} // namespace
