// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clFlush.
#include "fixture.h"

namespace weft::test {

class ClFlush : public ApiTest {};

TEST_F(ClFlush, DoesNotWait) {
  Event gate = makeUserEvent(), event;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 1, gate.list(), event.out()), CL_SUCCESS);
  EXPECT_EQ(clFlush(queue), CL_SUCCESS);
  cl_int status = CL_COMPLETE;
  EXPECT_EQ(
      clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
      CL_SUCCESS);
  EXPECT_GT(status, CL_COMPLETE);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, event.list()), CL_SUCCESS);
}

TEST_F(ClFlush, IsEnoughForCommandsToEnd) {
  std::vector<int> got(Count, -1);
  Memory buffer = makeBuffer();
  Event event;
  ASSERT_EQ(
      clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, Bytes, got.data(), 0, nullptr, event.out()),
      CL_SUCCESS);
  EXPECT_EQ(clFlush(queue), CL_SUCCESS);
  // Nobody waits: the query alone must come to show completion.
  cl_int status = CL_QUEUED;
  while (status > CL_COMPLETE)
    ASSERT_EQ(
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
        CL_SUCCESS);
  EXPECT_EQ(got, numbers());
}

TEST_F(ClFlush, RefusesNull) { EXPECT_EQ(clFlush(nullptr), CL_INVALID_COMMAND_QUEUE); }

TEST_F(ClFlush, RefusesHandlesOfOtherKinds) {
  EXPECT_EQ(clFlush(as<cl_command_queue>(device())), CL_INVALID_COMMAND_QUEUE);
}

} // namespace weft::test
