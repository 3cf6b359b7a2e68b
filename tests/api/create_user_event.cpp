// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCreateUserEvent.
#include "fixture.h"

namespace weft::test {

class ClCreateUserEvent : public ApiTest {};

TEST_F(ClCreateUserEvent, StartsSubmitted) {
  cl_int code = 4711;
  Event event(clCreateUserEvent(context, &code));
  ASSERT_EQ(code, CL_SUCCESS);
  cl_int status = 4711;
  EXPECT_EQ(
      clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(status, CL_SUBMITTED);
}

TEST_F(ClCreateUserEvent, NeedNotReportACode) {
  Event event(clCreateUserEvent(context, nullptr));
  EXPECT_NE(cl_event(event), nullptr);
  EXPECT_EQ(clCreateUserEvent(nullptr, nullptr), nullptr);
}

TEST_F(ClCreateUserEvent, RefusesNull) {
  cl_int code = 4711;
  EXPECT_EQ(clCreateUserEvent(nullptr, &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_CONTEXT);
}

TEST_F(ClCreateUserEvent, RefusesHandlesOfOtherKinds) {
  cl_int code = 4711;
  EXPECT_EQ(clCreateUserEvent(as<cl_context>(device()), &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_CONTEXT);
}

} // namespace weft::test
