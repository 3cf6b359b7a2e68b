// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_ext_cxx_for_opencl: programs of C++ for OpenCL, and the constructors of their variables.
#include "fixture.h"

#include <CL/cl_ext.h>

#ifndef CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT
#define CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT 0x4230
#endif

namespace weft::test {

class CxxForOpenCL : public ApiTest {
protected:
  // The first numbers of the buffer once kernel `name` has run in one work-item.
  std::vector<int> results(cl_program program, const char *name = "k") {
    cl_int code = 4711;
    Kernel kernel(clCreateKernel(program, name, &code));
    EXPECT_EQ(code, CL_SUCCESS);
    Memory buffer = makeBuffer();
    const cl_mem argument = buffer;
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
    EXPECT_EQ(clEnqueueTask(queue, kernel, 0, nullptr, nullptr), CL_SUCCESS);
    return read(buffer);
  }
  Program compiled(const char *source) {
    Program made = makeProgram(source);
    EXPECT_EQ(
        clCompileProgram(made, 0, nullptr, "-cl-std=CLC++", 0, nullptr, nullptr, nullptr, nullptr),
        CL_SUCCESS)
        << buildLog(made);
    return made;
  }
  void refused(const char *source, const char *reason) {
    Program made = makeProgram(source);
    EXPECT_EQ(clBuildProgram(made, 0, nullptr, "-cl-std=CLC++", nullptr, nullptr),
              CL_BUILD_PROGRAM_FAILURE);
    EXPECT_NE(buildLog(made).find(reason), std::string::npos) << buildLog(made);
  }
};

static const char *const Seven = "struct Seven { int v; Seven() : v(7) {} };\n"
                                 "global Seven seven;\n"
                                 "kernel void k(global int *o) { o[0] = seven.v++; }";

// "Test [...] that the value of the __OPENCL_CPP_VERSION__ macro agrees with the version returned".
TEST_F(CxxForOpenCL, ReportsTheVersionOfTheDefault) {
  const auto version = deviceInfo<cl_version>(CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT);
  const int number = int(CL_VERSION_MAJOR(version) * 100 + CL_VERSION_MINOR(version) * 10);
  const char *source = "kernel void k(global int *o) { o[0] = __OPENCL_CPP_VERSION__; }";
  EXPECT_EQ(results(buildProgram(source, "-cl-std=CLC++"))[0], number);
  EXPECT_EQ(results(buildProgram(source, "-cl-std=CLC++1.0"))[0], 100);
  EXPECT_EQ(results(buildProgram(source, "-cl-std=CLC++2021"))[0], 202100);
  Program unknown = makeProgram(source);
  EXPECT_EQ(clBuildProgram(unknown, 0, nullptr, "-cl-std=CLC++17", nullptr, nullptr),
            CL_INVALID_BUILD_OPTIONS);
}

TEST_F(CxxForOpenCL, ConstructsVariablesOnceForEachProgram) {
  Program first = buildProgram(Seven, "-cl-std=CLC++"),
          second = buildProgram(Seven, "-cl-std=CLC++");
  EXPECT_EQ(results(first)[0], 7);
  EXPECT_EQ(results(first)[0], 8);
  EXPECT_EQ(results(second)[0], 7);
}

TEST_F(CxxForOpenCL, ConstructorsAreNoKernelOfTheProgram) {
  Program made = buildProgram(Seven, "-cl-std=CLC++");
  size_t count = 0;
  EXPECT_EQ(clGetProgramInfo(made, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(queryText(
                [&](cl_uint param, size_t size, void *value, size_t *size_ret) {
                  return clGetProgramInfo(made, param, size, value, size_ret);
                },
                CL_PROGRAM_KERNEL_NAMES),
            "k");
  cl_int code = 4711;
  EXPECT_EQ(clCreateKernel(made, "__weft_constructors", &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_KERNEL_NAME);
}

TEST_F(CxxForOpenCL, ConstructsWhatIsLinkedTogether) {
  Program parts[] = {compiled(Seven),
                     compiled("struct Nine { int v; Nine() : v(9) {} };\n"
                              "global Nine nine;\n"
                              "kernel void other(global int *o) { o[0] = nine.v; }")};
  const cl_program handles[] = {parts[0], parts[1]};
  cl_int code = 4711;
  Program whole(clLinkProgram(context, 0, nullptr, "", 2, handles, nullptr, nullptr, &code));
  ASSERT_EQ(code, CL_SUCCESS);
  EXPECT_EQ(results(whole)[0], 7);
  EXPECT_EQ(results(whole, "other")[0], 9);
}

TEST_F(CxxForOpenCL, ConstructsVariablesOfBinaries) {
  Program made = buildProgram(Seven, "-cl-std=CLC++");
  Program again = programFromBinary(context, binaryOf(made));
  ASSERT_EQ(clBuildProgram(again, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(results(again)[0], 7);
}

// Nothing tells when a program has ended, so nothing is destroyed.
TEST_F(CxxForOpenCL, DestructorsOfVariablesDoNotRun) {
  EXPECT_EQ(results(buildProgram("global int destroyed;\n"
                                 "struct S { int v; S() : v(3) {} ~S() { destroyed = 1; } };\n"
                                 "global S s;\n"
                                 "kernel void k(global int *o) { o[0] = s.v + destroyed; }",
                                 "-cl-std=CLC++"))[0],
            3);
}

TEST_F(CxxForOpenCL, RefusesWhatTheLanguageHasNot) {
  refused("struct S { virtual int f(); };\nkernel void k() {}", "virtual functions");
  refused("kernel void k() { throw 1; }", "exceptions");
}

// What must not be declared anywhere, also where a program of C has no place for it.
TEST_F(CxxForOpenCL, RefusesReservedNamesInEveryScope) {
  refused("extern \"C\" { int __weft_f(int x) { return x; } }\nkernel void k() {}", "reserved");
  refused("namespace n { extern \"C\" int _Z13get_global_idj(int x) { return x; } }\n"
          "kernel void k() {}",
          "reserved");
  refused("namespace n { __attribute__((constructor)) void f() {} }\nkernel void k() {}", "loaded");
  refused("struct S { __attribute__((naked)) void f() {} };\nkernel void k() { S s; s.f(); }",
          "naked");
  refused("template <typename T> __attribute__((naked)) void f(T) {}\nkernel void k() { f(1); }",
          "naked");
}

} // namespace weft::test
