// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clRetainEvent and clReleaseEvent.
#include "fixture.h"

namespace weft::test {

class ClRetainEvent : public ApiTest {
protected:
  cl_uint countOf(cl_event event) {
    cl_uint count = 0;
    EXPECT_EQ(clGetEventInfo(event, CL_EVENT_REFERENCE_COUNT, sizeof count, &count, nullptr),
              CL_SUCCESS);
    return count;
  }
};

TEST_F(ClRetainEvent, Counts) {
  Event event = makeUserEvent();
  EXPECT_EQ(countOf(event), 1u);
  EXPECT_EQ(clRetainEvent(event), CL_SUCCESS);
  EXPECT_EQ(clRetainEvent(event), CL_SUCCESS);
  EXPECT_EQ(countOf(event), 3u);
  EXPECT_EQ(clReleaseEvent(event), CL_SUCCESS);
  EXPECT_EQ(clReleaseEvent(event), CL_SUCCESS);
  EXPECT_EQ(countOf(event), 1u);
}

TEST_F(ClRetainEvent, TheLastReleaseOfACommandsEventDoesNotEndTheCommand) {
  Memory buffer = makeBuffer();
  Event gate = makeUserEvent(), event;
  const int pattern = 9;
  ASSERT_EQ(clEnqueueFillBuffer(queue, buffer, &pattern, sizeof pattern, 0, Bytes, 1, gate.list(),
                                event.out()),
            CL_SUCCESS);
  EXPECT_EQ(clReleaseEvent(event.leak()), CL_SUCCESS);
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(read(buffer), std::vector<int>(Count, 9));
}

TEST_F(ClRetainEvent, RefusesNull) {
  EXPECT_EQ(clRetainEvent(nullptr), CL_INVALID_EVENT);
  EXPECT_EQ(clReleaseEvent(nullptr), CL_INVALID_EVENT);
}

TEST_F(ClRetainEvent, RefusesHandlesOfOtherKinds) {
  EXPECT_EQ(clRetainEvent(as<cl_event>(device())), CL_INVALID_EVENT);
  EXPECT_EQ(clReleaseEvent(as<cl_event>(cl_context(context))), CL_INVALID_EVENT);
}

} // namespace weft::test
