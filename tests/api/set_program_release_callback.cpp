// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clSetProgramReleaseCallback, for destructors of program scope that no device has.
#include "fixture.h"

namespace weft::test {

class ClSetProgramReleaseCallback : public ApiTest {
protected:
  static void CL_CALLBACK ignore(cl_program, void *) {}
};

TEST_F(ClSetProgramReleaseCallback, RefusesWhereThereAreNoSuchDestructors) {
  Program made = makeProgram();
  EXPECT_EQ(clSetProgramReleaseCallback(made, ignore, nullptr), CL_INVALID_OPERATION);
}

TEST_F(ClSetProgramReleaseCallback, RefusesNull) {
  EXPECT_EQ(clSetProgramReleaseCallback(nullptr, ignore, nullptr), CL_INVALID_PROGRAM);
}

TEST_F(ClSetProgramReleaseCallback, RefusesHandlesOfOtherKinds) {
  EXPECT_EQ(clSetProgramReleaseCallback(as<cl_program>(device()), ignore, nullptr),
            CL_INVALID_PROGRAM);
}

} // namespace weft::test
