// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clRetainProgram and clReleaseProgram.
#include "fixture.h"

namespace weft::test {

class ClRetainProgram : public ApiTest {};

TEST_F(ClRetainProgram, CountsReferences) {
  Program made = makeProgram();
  auto count = [&] {
    cl_uint value = 0;
    EXPECT_EQ(clGetProgramInfo(made, CL_PROGRAM_REFERENCE_COUNT, sizeof value, &value, nullptr),
              CL_SUCCESS);
    return value;
  };
  EXPECT_EQ(count(), 1u);
  EXPECT_EQ(clRetainProgram(made), CL_SUCCESS);
  EXPECT_EQ(count(), 2u);
  EXPECT_EQ(clReleaseProgram(made), CL_SUCCESS);
  EXPECT_EQ(count(), 1u);
}

TEST_F(ClRetainProgram, RefusesNull) {
  EXPECT_EQ(clRetainProgram(nullptr), CL_INVALID_PROGRAM);
  EXPECT_EQ(clReleaseProgram(nullptr), CL_INVALID_PROGRAM);
}

TEST_F(ClRetainProgram, RefusesHandlesOfOtherKinds) {
  EXPECT_EQ(clRetainProgram(as<cl_program>(device())), CL_INVALID_PROGRAM);
  EXPECT_EQ(clReleaseProgram(as<cl_program>(device())), CL_INVALID_PROGRAM);
}

} // namespace weft::test
