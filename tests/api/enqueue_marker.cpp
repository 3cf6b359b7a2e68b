// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueMarkerWithWaitList and clEnqueueMarker.
#include "fixture.h"

namespace weft::test {

class ClEnqueueMarker : public ApiTest {
protected:
  bool isDone(cl_event event) {
    cl_int status = 4711;
    EXPECT_EQ(
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
        CL_SUCCESS);
    return status <= CL_COMPLETE;
  }
  Queue unordered;
  void SetUp() override {
    ApiTest::SetUp();
    unordered = makeQueue(context, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  }
};

TEST_F(ClEnqueueMarker, ObeysItsWaitList) {
  obeysWaitList(
      [&](cl_uint count, const cl_event *list, cl_event *event) {
        return clEnqueueMarkerWithWaitList(queue, count, list, event);
      },
      CL_COMMAND_MARKER);
}

TEST_F(ClEnqueueMarker, WithoutAListWaitsForAllBefore) {
  Event gates[2] = {makeUserEvent(), makeUserEvent()};
  for (Event &gate : gates)
    ASSERT_EQ(clEnqueueMarkerWithWaitList(unordered, 1, gate.list(), nullptr), CL_SUCCESS);
  Event marker, old_marker;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(unordered, 0, nullptr, marker.out()), CL_SUCCESS);
  ASSERT_EQ(clEnqueueMarker(unordered, old_marker.out()), CL_SUCCESS);
  EXPECT_FALSE(isDone(marker));
  ASSERT_EQ(clSetUserEventStatus(gates[0], CL_COMPLETE), CL_SUCCESS);
  EXPECT_FALSE(isDone(marker));
  EXPECT_FALSE(isDone(old_marker));
  ASSERT_EQ(clSetUserEventStatus(gates[1], CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, marker.list()), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, old_marker.list()), CL_SUCCESS);
}

TEST_F(ClEnqueueMarker, WithAListWaitsForNothingElse) {
  Event held = makeUserEvent(), gate = makeUserEvent(), marker;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(unordered, 1, held.list(), nullptr), CL_SUCCESS);
  ASSERT_EQ(clEnqueueMarkerWithWaitList(unordered, 1, gate.list(), marker.out()), CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, marker.list()), CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(held, CL_COMPLETE), CL_SUCCESS);
}

TEST_F(ClEnqueueMarker, HoldsBackNothingAfterIt) {
  Event gate = makeUserEvent(), marker, after;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(unordered, 1, gate.list(), marker.out()), CL_SUCCESS);
  Event free = makeUserEvent();
  ASSERT_EQ(clSetUserEventStatus(free, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clEnqueueMarkerWithWaitList(unordered, 1, free.list(), after.out()), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, after.list()), CL_SUCCESS);
  EXPECT_FALSE(isDone(marker));
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
}

TEST_F(ClEnqueueMarker, NeedsNoEvent) {
  EXPECT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(ClEnqueueMarker, OfOpenCL10RefusesNoEvent) {
  EXPECT_EQ(clEnqueueMarker(queue, nullptr), CL_INVALID_VALUE);
}

TEST_F(ClEnqueueMarker, RefusesBadWaitLists) {
  refusesBadWaitLists([&](cl_uint count, const cl_event *list, cl_event *event) {
    return clEnqueueMarkerWithWaitList(queue, count, list, event);
  });
}

TEST_F(ClEnqueueMarker, RefusesNull) {
  cl_event event = untouched<cl_event>();
  EXPECT_EQ(clEnqueueMarkerWithWaitList(nullptr, 0, nullptr, &event), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clEnqueueMarker(nullptr, &event), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(event, untouched<cl_event>());
}

TEST_F(ClEnqueueMarker, RefusesHandlesOfOtherKinds) {
  cl_event event = untouched<cl_event>();
  const auto wrong = as<cl_command_queue>(device());
  EXPECT_EQ(clEnqueueMarkerWithWaitList(wrong, 0, nullptr, &event), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clEnqueueMarker(wrong, &event), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(event, untouched<cl_event>());
}

} // namespace weft::test
