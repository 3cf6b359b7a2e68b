// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCreateProgramWithIL and clSetProgramSpecializationConstant on a device that takes no
// intermediate language.
#include "fixture.h"

namespace weft::test {

class ClCreateProgramWithIL : public ApiTest {
protected:
  const cl_uint words[5] = {0x07230203, 0x00010000, 0, 1, 0};
};

TEST_F(ClCreateProgramWithIL, RefusesWhereNoneIsTaken) {
  ASSERT_EQ(deviceText(CL_DEVICE_IL_VERSION), "");
  cl_int code = 4711;
  EXPECT_EQ(clCreateProgramWithIL(context, words, sizeof words, &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_OPERATION);
}

TEST_F(ClCreateProgramWithIL, RefusesNull) {
  cl_int code = 4711;
  EXPECT_EQ(clCreateProgramWithIL(nullptr, words, sizeof words, &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_CONTEXT);
}

TEST_F(ClCreateProgramWithIL, RefusesHandlesOfOtherKinds) {
  cl_int code = 4711;
  EXPECT_EQ(clCreateProgramWithIL(as<cl_context>(device()), words, sizeof words, &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_CONTEXT);
}

TEST_F(ClCreateProgramWithIL, RefusesSpecializationConstants) {
  Program source = makeProgram();
  const int value = 1;
  const cl_int code = clSetProgramSpecializationConstant(source, 0, sizeof value, &value);
  // Both apply: the program has no such constants, and no device takes intermediate language.
  EXPECT_TRUE(code == CL_INVALID_OPERATION || code == CL_INVALID_PROGRAM) << code;
  EXPECT_EQ(clSetProgramSpecializationConstant(nullptr, 0, sizeof value, &value),
            CL_INVALID_PROGRAM);
}

} // namespace weft::test
