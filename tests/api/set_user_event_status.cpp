// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clSetUserEventStatus.
#include "fixture.h"

namespace weft::test {

class ClSetUserEventStatus : public ApiTest {};

TEST_F(ClSetUserEventStatus, CompletesTheEvent) {
  Event event = makeUserEvent();
  EXPECT_EQ(clSetUserEventStatus(event, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(statusOf(event), CL_COMPLETE);
  EXPECT_EQ(clWaitForEvents(1, event.list()), CL_SUCCESS);
}

TEST_F(ClSetUserEventStatus, EndsWhatWaitsWhenNegative) {
  Event event = makeUserEvent();
  Memory buffer = makeBuffer();
  const int pattern = -1;
  Event first, second, later;
  ASSERT_EQ(clEnqueueFillBuffer(queue, buffer, &pattern, sizeof pattern, 0, Bytes, 1, event.list(),
                                first.out()),
            CL_SUCCESS);
  ASSERT_EQ(clEnqueueFillBuffer(queue, buffer, &pattern, sizeof pattern, 0, Bytes, 1, first.list(),
                                second.out()),
            CL_SUCCESS);
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, later.out()), CL_SUCCESS);
  EXPECT_EQ(clSetUserEventStatus(event, -7), CL_SUCCESS);
  EXPECT_EQ(statusOf(event), -7);
  EXPECT_EQ(clWaitForEvents(1, first.list()), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(clWaitForEvents(1, second.list()), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_LT(statusOf(first), 0);
  EXPECT_LT(statusOf(second), 0);
  // What has no such event in its wait list goes on.
  EXPECT_EQ(clWaitForEvents(1, later.list()), CL_SUCCESS);
  EXPECT_EQ(read(buffer), numbers());
}

TEST_F(ClSetUserEventStatus, ReleasesALongChain) {
  Queue other = makeQueue(context, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  Event gate = makeUserEvent();
  Event last = Event(cl_event(gate));
  ASSERT_EQ(clRetainEvent(gate), CL_SUCCESS);
  for (int i = 0; i < 20000; ++i) {
    Event next;
    ASSERT_EQ(clEnqueueMarkerWithWaitList(other, 1, last.list(), next.out()), CL_SUCCESS);
    last = std::move(next);
  }
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, last.list()), CL_SUCCESS);
}

TEST_F(ClSetUserEventStatus, RefusesStatesThatAreNotFinal) {
  Event event = makeUserEvent();
  for (cl_int status : {CL_RUNNING, CL_SUBMITTED, CL_QUEUED, 4, 4711})
    EXPECT_EQ(clSetUserEventStatus(event, status), CL_INVALID_VALUE) << status;
  EXPECT_EQ(statusOf(event), CL_SUBMITTED);
}

TEST_F(ClSetUserEventStatus, RefusesASecondCall) {
  for (cl_int first : {CL_COMPLETE, -5})
    for (cl_int second : {CL_COMPLETE, -5, -6}) {
      Event event = makeUserEvent();
      EXPECT_EQ(clSetUserEventStatus(event, first), CL_SUCCESS);
      EXPECT_EQ(clSetUserEventStatus(event, second), CL_INVALID_OPERATION);
      EXPECT_EQ(statusOf(event), first);
    }
}

TEST_F(ClSetUserEventStatus, RefusesEventsOfCommands) {
  Event gate = makeUserEvent(), event;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 1, gate.list(), event.out()), CL_SUCCESS);
  EXPECT_EQ(clSetUserEventStatus(event, CL_COMPLETE), CL_INVALID_EVENT);
  EXPECT_GT(statusOf(event), CL_COMPLETE);
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, event.list()), CL_SUCCESS);
}

TEST_F(ClSetUserEventStatus, RefusesNull) {
  EXPECT_EQ(clSetUserEventStatus(nullptr, CL_COMPLETE), CL_INVALID_EVENT);
}

TEST_F(ClSetUserEventStatus, RefusesHandlesOfOtherKinds) {
  EXPECT_EQ(clSetUserEventStatus(as<cl_event>(device()), CL_COMPLETE), CL_INVALID_EVENT);
}

} // namespace weft::test
