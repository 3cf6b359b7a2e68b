// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entry points of optional features that the device does not have: intermediate language.
#include "fixture.h"

namespace weft::test {

class AbsentFeatures : public ApiTest {};

TEST_F(AbsentFeatures, SpecializationConstants) {
  if (!deviceText(CL_DEVICE_IL_VERSION).empty())
    GTEST_SKIP() << "the device takes intermediate language";
  const int value = 1;
  Program made = makeProgram();
  const cl_int code = clSetProgramSpecializationConstant(made, 0, sizeof value, &value);
  // "CL_INVALID_PROGRAM if program is not [...] created from an intermediate language", or
  // "CL_INVALID_OPERATION if no devices associated with program support intermediate language".
  EXPECT_TRUE(code == CL_INVALID_OPERATION || code == CL_INVALID_PROGRAM) << code;
  EXPECT_EQ(clSetProgramSpecializationConstant(nullptr, 0, sizeof value, &value),
            CL_INVALID_PROGRAM);
  EXPECT_EQ(clSetProgramSpecializationConstant(as<cl_program>(device()), 0, sizeof value, &value),
            CL_INVALID_PROGRAM);
}

} // namespace weft::test
