// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sources that Clang lets through to code that would run when a program is loaded, or end the
// process within LLVM: build errors, each with a word that says what is meant.
#include "fixture.h"

#include <cstdlib>
#include <sys/stat.h>
#include <unistd.h>

namespace weft::test {

struct Hostile {
  const char *source, *word;
};

class HostileSources : public ApiTest {
protected:
  static constexpr const char *Ways[] = {"", "-g", "-cl-opt-disable"};

  void refused(const Hostile &hostile) {
    for (const char *options : Ways) {
      Program made = makeProgram(hostile.source);
      EXPECT_EQ(clBuildProgram(made, 0, nullptr, options, nullptr, nullptr),
                CL_BUILD_PROGRAM_FAILURE)
          << hostile.source;
      EXPECT_NE(buildLog(made).find(hostile.word), std::string::npos) << buildLog(made);
    }
  }
  // The first numbers of the buffer once kernel `k` has run in one work-item.
  std::vector<int> results(const char *source, const char *options) {
    Program made = buildProgram(source, options);
    Kernel kernel(clCreateKernel(made, "k", nullptr));
    Memory buffer = makeBuffer();
    const cl_mem argument = buffer;
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
    EXPECT_EQ(clEnqueueTask(queue, kernel, 0, nullptr, nullptr), CL_SUCCESS);
    return read(buffer);
  }
};

TEST_F(HostileSources, CodeThatWouldRunWhenLoadedIsRefused) {
  for (const Hostile &hostile : {
           Hostile{"__attribute__((section(\".init_array\"), used)) constant ulong x = 4096;\n"
                   "kernel void k(global int *o) { o[0] = (int)x; }",
                   "section"},
           Hostile{"#pragma clang section rodata=\".init_array\"\nconstant ulong x = 4096;\n"
                   "kernel void k(global int *o) { o[0] = (int)x; }",
                   "section"},
           Hostile{"__attribute__((section(\".fini_array\"))) kernel void k(global int *o) {}",
                   "section"},
           Hostile{"__attribute__((constructor)) void f(void) {}\nkernel void k(global int *o) {}",
                   "loaded"},
           Hostile{"__attribute__((destructor)) void f(void) {}\nkernel void k(global int *o) {}",
                   "loaded"},
           Hostile{
               "__asm__(\".section .init_array; .quad 4096\");\nkernel void k(global int *o) {}",
               "assembly"},
           Hostile{"kernel void k(global int *o) { __asm__ volatile(\".section .init_array\"); }",
                   "assembly"},
       })
    refused(hostile);
}

TEST_F(HostileSources, WhatCrashesClangIsRefused) {
  for (const Hostile &hostile : {
           Hostile{"__attribute__((naked)) kernel void k(global int *o) { o[0] = 1; }", "naked"},
           Hostile{"__attribute__((naked)) kernel void k(global int *o) {}", "naked"},
           Hostile{"__attribute__((naked, noinline)) void f(void) {}\n"
                   "kernel void k(global int *o) { f(); }",
                   "naked"},
           Hostile{"__attribute__((preserve_most)) kernel void k(global int *o) { o[0] = 1; }",
                   "calling convention"},
           Hostile{"#pragma clang __debug crash\nkernel void k(global int *o) {}", "__debug"},
           Hostile{"#pragma clang __debug overflow_stack\nkernel void k(global int *o) {}",
                   "__debug"},
           Hostile{"_Pragma(\"clang __debug parser_crash\") kernel void k(global int *o) {}",
                   "__debug"},
           Hostile{"kernel void k(global int *o) { for (int i = 0; i < o[0]; ++i) {"
                   " int *p = __builtin_alloca(64 * i); p[o[1]] = 1; o[i] = p[o[2]]; } }",
                   "allocates"},
           Hostile{"kernel void k(global int *o) { o[0] = __builtin_readcyclecounter() > 0; }",
                   "clock_read_device"},
           Hostile{"kernel void k(global int *o) { o[0] = !(__builtin_assume_aligned)(o, 64); }",
                   "only supported"},
           Hostile{"#undef __builtin_assume_aligned\n"
                   "kernel void k(global int *o) { o[0] = !__builtin_assume_aligned(o, 64); }",
                   "only supported"},
           Hostile{"typedef char v __attribute__((ext_vector_type(1048576)));\n"
                   "kernel void k(global v *o) { o[0] += o[1]; }",
                   "vector"},
       })
    refused(hostile);
}

// With a type of its own a program would make the compiler read arguments that are not there.
TEST_F(HostileSources, NamesOfTheCompilersOwnFunctionsAreRefused) {
  for (const Hostile &hostile : {
           Hostile{"int _Z13get_global_idj(float x);\n"
                   "kernel void k(global int *o) { o[0] = _Z13get_global_idj(1); }",
                   "reserved"},
           Hostile{
               "kernel void k(global int *o) { int _Z7barrierj(float); o[0] = _Z7barrierj(1); }",
               "reserved"},
           Hostile{"int f(float) __asm__(\"_Z13get_global_idj\");\n"
                   "kernel void k(global int *o) { o[0] = f(1); }",
                   "assembler"},
           Hostile{"void f(int) __asm__(\"llvm.memcpy.p0.p0.i64\");\n"
                   "kernel void k(global int *o) { f(1); }",
                   "assembler"},
       })
    refused(hostile);
}

TEST_F(HostileSources, AlignmentBeyondAPageIsRefused) {
#define WEFT_HUGE "__attribute__((aligned(268435456))) "
  for (const char *source : {
           "kernel void k(global int *o) { " WEFT_HUGE "int a[10]; a[o[0]] = 1; o[0] = a[o[1]]; }",
           "kernel void k(global int *o) { " WEFT_HUGE
           "local int a[10]; a[o[0]] = 1; o[0] = a[o[1]]; }",
           "struct " WEFT_HUGE "s { int a; };\n"
           "kernel void k(struct s x, global int *o) { o[0] = x.a; }",
           WEFT_HUGE "constant int g[4] = {1};\nkernel void k(global int *o) { o[0] = g[o[1]]; }",
           WEFT_HUGE "__attribute__((noinline)) int f(int x) { return x; }\n"
                     "kernel void k(global int *o) { o[0] = f(1); }",
       })
    refused({source, "aligned"});
#undef WEFT_HUGE
}

TEST_F(HostileSources, AlignmentUpToAPageIsHonoured) {
  for (const char *options : Ways) {
    const std::vector<int> seen =
        results("kernel void k(global int *o) {\n"
                "  __attribute__((aligned(4096))) int a[10];\n"
                "  local char before[3];\n"
                "  __attribute__((aligned(4096))) local int b[10];\n"
                "  before[o[3] - 3] = 5;\n"
                "  a[o[2]] = 7;\n"
                "  b[o[2]] = 8;\n"
                "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                "  int at = (int)((size_t)a & 4095), local_at = (int)((size_t)b & 4095);\n"
                "  o[10] = a[o[2]]; o[11] = b[o[2]]; o[12] = at; o[13] = local_at;\n"
                "  o[14] = before[o[3] - 3];\n"
                "}\n",
                options);
    EXPECT_EQ(std::vector<int>(&seen[10], &seen[15]), (std::vector<int>{7, 8, 0, 0, 5})) << options;
  }
}

TEST_F(HostileSources, LargePrivateArraysWithAComputedIndexWork) {
  for (const char *options : Ways)
    EXPECT_EQ(results("kernel void k(global int *o) { int a[10000]; a[o[5]] = 9; a[o[6]] = 8;"
                      " o[0] = a[o[5]] * 10 + a[o[6]]; }",
                      options)[0],
              98)
        << options;
}

TEST_F(HostileSources, AssumedAlignmentYieldsThePointer) {
  for (const char *options : Ways) {
    const std::vector<int> seen = results("kernel void k(global int *o) {\n"
                                          "  global int *p = __builtin_assume_aligned(o, 64);\n"
                                          "  bool b = o[1];\n"
                                          "  p[0] = !__builtin_assume_aligned(&b, 1, 0);\n"
                                          "  if (__builtin_assume_aligned(o, 64)) p[1] = 7;\n"
                                          "  p[2] = (bool)__builtin_assume_aligned(o + 1, 4);\n"
                                          "}\n",
                                          options);
    EXPECT_EQ(std::vector<int>(&seen[0], &seen[3]), (std::vector<int>{0, 7, 1})) << options;
  }
}

// Opening a FIFO waits for a writer, who never comes.
TEST_F(HostileSources, FifosAndDevicesAreNotRead) {
  char folder[] = "/tmp/weft-fifo-XXXXXX";
  ASSERT_TRUE(mkdtemp(folder));
  const std::string fifo = std::string(folder) + "/fifo.h";
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  for (const std::string &path : {fifo, std::string("/dev/zero"), std::string("/dev/random")}) {
    const std::string include = "#include \"" + path + "\"\nkernel void k(global int *o) {}";
    refused({include.c_str(), "not found"});
    const std::string embed =
        "constant uchar a[] = {\n#embed \"" + path + "\"\n};\nkernel void k(global int *o) {}";
    refused({embed.c_str(), "not found"});
    buildProgram(("#if __has_include(\"" + path + "\")\n#error\n#endif\n" +
                  "kernel void k(global int *o) {}")
                     .c_str());
  }
  refused({"#include \"fifo.h\"\nkernel void k(global int *o) {}", "not found"});
  unlink(fifo.c_str());
  rmdir(folder);
}

} // namespace weft::test
