// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCreateKernelsInProgram.
#include "fixture.h"

#include <set>

namespace weft::test {

class ClCreateKernelsInProgram : public ApiTest {
protected:
  static constexpr cl_uint All = 8; // kernels of kernel_source
};

TEST_F(ClCreateKernelsInProgram, MakesEachOnce) {
  cl_uint count = 0;
  ASSERT_EQ(clCreateKernelsInProgram(program(), 0, nullptr, &count), CL_SUCCESS);
  ASSERT_EQ(count, All);
  std::vector<cl_kernel> handles(count + 1, untouched<cl_kernel>());
  ASSERT_EQ(clCreateKernelsInProgram(program(), count + 1, handles.data(), nullptr), CL_SUCCESS);
  EXPECT_EQ(handles[count], untouched<cl_kernel>());
  std::set<std::string> names;
  for (cl_uint i = 0; i < count; ++i) {
    Kernel owner(handles[i]);
    char name[64] = "";
    EXPECT_EQ(clGetKernelInfo(owner, CL_KERNEL_FUNCTION_NAME, sizeof name, name, nullptr),
              CL_SUCCESS);
    names.insert(name);
  }
  EXPECT_EQ(names.size(), All);
}

TEST_F(ClCreateKernelsInProgram, RefusesTooLittleRoom) {
  cl_kernel handles[All];
  std::fill_n(handles, All, untouched<cl_kernel>());
  EXPECT_EQ(clCreateKernelsInProgram(program(), All - 1, handles, nullptr), CL_INVALID_VALUE);
  for (cl_kernel handle : handles)
    EXPECT_EQ(handle, untouched<cl_kernel>());
}

TEST_F(ClCreateKernelsInProgram, RefusesAProgramThatIsNotBuilt) {
  Program made = makeProgram();
  cl_uint count = 4711;
  EXPECT_EQ(clCreateKernelsInProgram(made, 0, nullptr, &count), CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_EQ(count, 4711u);
}

TEST_F(ClCreateKernelsInProgram, RefusesNull) {
  cl_uint count = 4711;
  EXPECT_EQ(clCreateKernelsInProgram(nullptr, 0, nullptr, &count), CL_INVALID_PROGRAM);
}

TEST_F(ClCreateKernelsInProgram, RefusesHandlesOfOtherKinds) {
  cl_uint count = 4711;
  EXPECT_EQ(clCreateKernelsInProgram(as<cl_program>(device()), 0, nullptr, &count),
            CL_INVALID_PROGRAM);
}

} // namespace weft::test
