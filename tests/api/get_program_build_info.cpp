// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetProgramBuildInfo.
#include "fixture.h"

namespace weft::test {

class ClGetProgramBuildInfo : public ApiTest {
protected:
  static Query of(cl_program program, cl_device_id on = device()) {
    return [program, on](cl_uint param, size_t size, void *value, size_t *size_ret) {
      return clGetProgramBuildInfo(program, on, param, size, value, size_ret);
    };
  }
};

TEST_F(ClGetProgramBuildInfo, TellsAboutABuild) {
  Program made = buildProgram(kernel_source, "-D UNUSED=1 -cl-mad-enable");
  EXPECT_EQ(queryValue<cl_build_status>(of(made), CL_PROGRAM_BUILD_STATUS), CL_BUILD_SUCCESS);
  EXPECT_EQ(queryText(of(made), CL_PROGRAM_BUILD_OPTIONS), "-D UNUSED=1 -cl-mad-enable");
  queryText(of(made), CL_PROGRAM_BUILD_LOG);
  EXPECT_EQ(queryValue<cl_program_binary_type>(of(made), CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_EXECUTABLE));
  EXPECT_EQ(queryValue<size_t>(of(made), CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE), 0u);
}

TEST_F(ClGetProgramBuildInfo, TellsThatNothingWasBuilt) {
  Program made = makeProgram();
  EXPECT_EQ(queryValue<cl_build_status>(of(made), CL_PROGRAM_BUILD_STATUS), CL_BUILD_NONE);
  EXPECT_EQ(queryText(of(made), CL_PROGRAM_BUILD_OPTIONS), "");
  EXPECT_EQ(queryText(of(made), CL_PROGRAM_BUILD_LOG), "");
  EXPECT_EQ(queryValue<cl_program_binary_type>(of(made), CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_NONE));
}

TEST_F(ClGetProgramBuildInfo, RefusesUnknownParameters) { refusesUnknownParameter(of(program())); }

TEST_F(ClGetProgramBuildInfo, RefusesNull) {
  cl_build_status status = 4711;
  EXPECT_EQ(of(nullptr)(CL_PROGRAM_BUILD_STATUS, sizeof status, &status, nullptr),
            CL_INVALID_PROGRAM);
  EXPECT_EQ(of(program(), nullptr)(CL_PROGRAM_BUILD_STATUS, sizeof status, &status, nullptr),
            CL_INVALID_DEVICE);
  EXPECT_EQ(status, 4711);
}

TEST_F(ClGetProgramBuildInfo, RefusesHandlesOfOtherKinds) {
  cl_build_status status = 4711;
  EXPECT_EQ(of(as<cl_program>(device()))(CL_PROGRAM_BUILD_STATUS, sizeof status, &status, nullptr),
            CL_INVALID_PROGRAM);
  EXPECT_EQ(of(program(), as<cl_device_id>(cl_context(context)))(CL_PROGRAM_BUILD_STATUS,
                                                                 sizeof status, &status, nullptr),
            CL_INVALID_DEVICE);
}

} // namespace weft::test
