// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sources that no compiler can make sense of: a readable log, never the end of the process.
#include "fixture.h"

namespace weft::test {

class BadSources : public ApiTest {
protected:
  // The log of a build that must fail.
  std::string failure(const std::string &source, const char *options = "") {
    const char *text = source.data();
    const size_t length = source.size();
    cl_int code = 4711;
    Program made(clCreateProgramWithSource(context, 1, &text, &length, &code));
    EXPECT_EQ(code, CL_SUCCESS);
    EXPECT_EQ(clBuildProgram(made, 0, nullptr, options, nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE)
        << source.substr(0, 200);
    const std::string log = buildLog(made);
    EXPECT_FALSE(log.empty());
    // The driver is as good as before.
    EXPECT_EQ(clCreateKernel(made, "k", &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_PROGRAM_EXECUTABLE);
    return log;
  }
  // Either built or a failure with a log; the process lives.
  void survives(const std::string &source) {
    const char *text = source.data();
    const size_t length = source.size();
    Program made(clCreateProgramWithSource(context, 1, &text, &length, nullptr));
    const cl_int code = clBuildProgram(made, 0, nullptr, "", nullptr, nullptr);
    EXPECT_TRUE(code == CL_SUCCESS || code == CL_BUILD_PROGRAM_FAILURE) << code;
    if (code != CL_SUCCESS) {
      EXPECT_FALSE(buildLog(made).empty()) << source.substr(0, 200);
    }
  }
};

TEST_F(BadSources, Garbage) {
  unsigned state = 4711;
  for (int round = 0; round < 10; ++round) {
    std::string source;
    for (int i = 0; i < 600; ++i) {
      state = state * 1664525u + 1013904223u;
      source += char(state >> 24);
    }
    failure(source + "}");
  }
}

// By Clang in silence, which crashed when it made code.
TEST_F(BadSources, InitializersThatAreRefused) {
  const std::string log =
      failure("kernel void k(global int *o) {\n  event_t e[2][2] = {{0, 0}, {0, 0}};\n}");
  EXPECT_NE(log.find(":2:11: error: the variable cannot be initialized"), log.npos) << log;
}

TEST_F(BadSources, PiecesOfTheLanguage) {
  const char *const words[] = {"__kernel", "void",  "int",    "float4", "(",  ")", "{", "}",
                               "[",        "]",     "*",      "=",      ";",  ",", "x", "k",
                               "__local",  "if",    "while",  "return", "1",  "+", "<", "#define",
                               "\n",       "const", "struct", "goto",   "-1", "y", "?", ":"};
  unsigned state = 12;
  for (int round = 0; round < 20; ++round) {
    std::string source;
    for (int i = 0; i < 80; ++i) {
      state = state * 1664525u + 1013904223u;
      source += std::string(words[(state >> 20) % 32]) + " ";
    }
    survives(source);
  }
}

TEST_F(BadSources, UnfinishedTexts) {
  for (const char *source :
       {"/* never closed", "\"never closed", "__kernel void k(__global int *o) { o[0] = ",
        "#if 1\n__kernel void k() {}", "#include \"no_such_file.h\"\n__kernel void k() {}", "\\",
        "__kernel void k(__global int *o) { o[0] = 'a; }"})
    failure(source);
}

TEST_F(BadSources, NulInside) {
  survives(std::string("__kernel void k(__global int *o) { o[0] = 1;\0 }", 48));
  survives(std::string(100, '\0'));
}

TEST_F(BadSources, DeepNesting) {
  const int depth = 100000;
  survives("__kernel void k(__global int *o) { o[0] = " + std::string(depth, '(') + "1" +
           std::string(depth, ')') + "; }");
  survives("__kernel void k(__global int *o) { " + std::string(depth, '{') +
           std::string(depth, '}') + " }");
}

// "Recursion is not supported": what can be made a loop may run, the rest is said.
TEST_F(BadSources, Recursion) {
  survives("int f(int n) { return n ? f(n - 1) + 1 : 0; }\n"
           "__kernel void k(__global int *o) { o[0] = f(o[1]); }");
  survives("int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }\n"
           "__kernel void k(__global int *o) { o[0] = f(o[1]); }");
}

TEST_F(BadSources, FunctionsWithoutABody) {
  const std::string log = failure("int nowhere(int);\n"
                                  "__kernel void k(__global int *o) { o[0] = nowhere(1); }");
  EXPECT_NE(log.find("nowhere"), std::string::npos) << log;
}

TEST_F(BadSources, LocalMemoryBeyondTheDevice) {
  const std::string words =
      std::to_string(deviceInfo<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE) / sizeof(int) + 1);
  const std::string source = "__kernel void k(__global int *o) { __local int all[" + words +
                             "]; all[o[0]] = 1; barrier(CLK_LOCAL_MEM_FENCE); o[1] = all[o[2]]; }";
  const char *text = source.c_str();
  Program made(clCreateProgramWithSource(context, 1, &text, nullptr, nullptr));
  // Refused when built or when run.
  if (clBuildProgram(made, 0, nullptr, "", nullptr, nullptr) != CL_SUCCESS)
    return;
  Kernel kernel(clCreateKernel(made, "k", nullptr));
  Memory buffer = makeBuffer();
  const cl_mem argument = buffer;
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
  EXPECT_EQ(clEnqueueTask(queue, kernel, 0, nullptr, nullptr), CL_OUT_OF_RESOURCES);
  EXPECT_EQ(read(buffer), numbers());
}

TEST_F(BadSources, WhatOpenCLCForbids) {
  for (const char *source : {
           "__kernel int k() { return 1; }",
           "__kernel void k(int *o) { o[0] = 1; }",
           "__kernel void k(__global int **o) {}\n#error pointer to pointer",
           "__kernel void k(__constant int *o) { o[0] = 1; }",
           "__kernel void k(__local int *a, __global int *o) { a = o; }",
           "void f(void (*g)(void)) { g(); }\n__kernel void k() { f(0); }",
           "__kernel void k(bool b) {}",
           "__kernel void k(size_t s) {}",
           "int v = 1;\n__kernel void k(__global int *o) { o[0] = v; }",
           "__kernel void k(__global int *o) { int n = o[0]; int a[n]; a[0] = 1; o[1] = a[0]; }",
       })
    failure(source);
}

TEST_F(BadSources, ErrorsNameTheLineOfTheirSource) {
  const std::string log = failure("__kernel void k(__global int *o) {\n"
                                  "  int fine = 1;\n"
                                  "  o[0] = fine + no_such_thing;\n"
                                  "}\n");
  EXPECT_NE(log.find(":3:"), std::string::npos) << log;
  EXPECT_NE(log.find("no_such_thing"), std::string::npos) << log;
  EXPECT_NE(log.find("o[0] = fine"), std::string::npos) << "the line itself: " << log;
}

TEST_F(BadSources, OptionsThatAreNone) {
  for (const char *options :
       {"-no-such-option", "-cl-std=CL9.9", "-cl-std=", "-D", "-I", "-x clc++", "\"", "-D \"A",
        "-cl-fast", "file.cl", "-cl-std=CL1.2 -cl-"}) {
    Program made = makeProgram("__kernel void k(__global int *o) { o[0] = 1; }");
    const cl_int code = clBuildProgram(made, 0, nullptr, options, nullptr, nullptr);
    EXPECT_TRUE(code == CL_INVALID_BUILD_OPTIONS || code == CL_BUILD_PROGRAM_FAILURE)
        << options << " gives " << code;
  }
}

// Options of the host compiler must not get through.
TEST_F(BadSources, OptionsOfOtherCompilersAreRefused) {
  for (const char *options :
       {"-Xclang -load -Xclang nowhere.so", "-fplugin=nowhere.so", "-include nowhere.h", "-o out",
        "-mllvm -debug", "--target=nowhere"}) {
    Program made = makeProgram("__kernel void k(__global int *o) { o[0] = 1; }");
    EXPECT_EQ(clBuildProgram(made, 0, nullptr, options, nullptr, nullptr), CL_INVALID_BUILD_OPTIONS)
        << options;
  }
}

} // namespace weft::test
