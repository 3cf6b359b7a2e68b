// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCreateKernel.
#include "fixture.h"

namespace weft::test {

class ClCreateKernel : public ApiTest {
protected:
  void refuses(cl_program program, const char *name, cl_int code) {
    cl_int got = 4711;
    EXPECT_EQ(clCreateKernel(program, name, &got), nullptr);
    EXPECT_EQ(got, code);
    EXPECT_EQ(clCreateKernel(program, name, nullptr), nullptr);
  }
};

TEST_F(ClCreateKernel, FindsAKernelByItsName) {
  cl_int code = 4711;
  Kernel made(clCreateKernel(program(), "copy", &code));
  EXPECT_EQ(code, CL_SUCCESS);
  EXPECT_TRUE(made);
}

TEST_F(ClCreateKernel, RefusesNamesThatAreNoKernels) {
  Program made = buildProgram("int helper(int x) { return x; }\n"
                              "__kernel void k(__global int *o) { o[0] = helper(1); }");
  refuses(made, "nobody", CL_INVALID_KERNEL_NAME);
  refuses(made, "", CL_INVALID_KERNEL_NAME);
  refuses(made, "helper", CL_INVALID_KERNEL_NAME);
  refuses(made, "kk", CL_INVALID_KERNEL_NAME);
}

TEST_F(ClCreateKernel, FindsKernelsWhoseNamesHaveOursInThem) {
  for (const std::string name : {"weft", "my_weft", "weft_main", "weftkernel"}) {
    Program made = buildProgram(("int " + name + "_twice(int x) { return 2 * x; }\n__kernel void " +
                                 name + "(__global int *o) { o[0] = " + name + "_twice(o[0]); }")
                                    .c_str());
    cl_int code = 4711;
    Kernel kernel(clCreateKernel(made, name.c_str(), &code));
    EXPECT_EQ(code, CL_SUCCESS) << name;
  }
}

TEST_F(ClCreateKernel, RefusesNoName) { refuses(program(), nullptr, CL_INVALID_VALUE); }

TEST_F(ClCreateKernel, RefusesAProgramThatIsNotBuilt) {
  Program made = makeProgram();
  refuses(made, "copy", CL_INVALID_PROGRAM_EXECUTABLE);
}

TEST_F(ClCreateKernel, RefusesAProgramWhoseBuildFailed) {
  Program made = makeProgram("__kernel void copy(");
  ASSERT_EQ(clBuildProgram(made, 0, nullptr, "", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
  refuses(made, "copy", CL_INVALID_PROGRAM_EXECUTABLE);
}

TEST_F(ClCreateKernel, RefusesNull) { refuses(nullptr, "copy", CL_INVALID_PROGRAM); }

TEST_F(ClCreateKernel, RefusesHandlesOfOtherKinds) {
  refuses(as<cl_program>(device()), "copy", CL_INVALID_PROGRAM);
}

} // namespace weft::test
