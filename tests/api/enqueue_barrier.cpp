// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueBarrierWithWaitList, clEnqueueBarrier and clEnqueueWaitForEvents.
#include "fixture.h"

namespace weft::test {

class ClEnqueueBarrier : public ApiTest {
protected:
  bool isDone(cl_event event) {
    cl_int status = 4711;
    EXPECT_EQ(
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
        CL_SUCCESS);
    return status <= CL_COMPLETE;
  }
  // A command that is held back by `gate`, or by nothing.
  Event command(cl_event gate = nullptr) {
    Event event;
    const int pattern = 1;
    EXPECT_EQ(clEnqueueFillBuffer(unordered, buffer, &pattern, sizeof pattern, 0, sizeof pattern,
                                  gate ? 1 : 0, gate ? &gate : nullptr, event.out()),
              CL_SUCCESS);
    return event;
  }
  Queue unordered;
  Memory buffer;
  void SetUp() override {
    ApiTest::SetUp();
    unordered = makeQueue(context, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    buffer = makeBuffer();
  }
};

TEST_F(ClEnqueueBarrier, ObeysItsWaitList) {
  obeysWaitList(
      [&](cl_uint count, const cl_event *list, cl_event *event) {
        return clEnqueueBarrierWithWaitList(queue, count, list, event);
      },
      CL_COMMAND_BARRIER);
}

TEST_F(ClEnqueueBarrier, SeparatesWhatIsBeforeFromWhatIsAfter) {
  for (bool old : {false, true}) {
    Event gate = makeUserEvent();
    Event before = command(gate), free = command();
    if (old)
      ASSERT_EQ(clEnqueueBarrier(unordered), CL_SUCCESS);
    else
      ASSERT_EQ(clEnqueueBarrierWithWaitList(unordered, 0, nullptr, nullptr), CL_SUCCESS);
    Event after = command();
    EXPECT_EQ(clWaitForEvents(1, free.list()), CL_SUCCESS);
    EXPECT_FALSE(isDone(before));
    EXPECT_FALSE(isDone(after));
    ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    EXPECT_EQ(clWaitForEvents(1, after.list()), CL_SUCCESS);
    EXPECT_TRUE(isDone(before));
  }
}

TEST_F(ClEnqueueBarrier, WithAListWaitsForNothingElse) {
  Event held = makeUserEvent(), gate = makeUserEvent(), barrier;
  Event before = command(held);
  ASSERT_EQ(clEnqueueBarrierWithWaitList(unordered, 1, gate.list(), barrier.out()), CL_SUCCESS);
  Event after = command();
  EXPECT_FALSE(isDone(after));
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, barrier.list()), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, after.list()), CL_SUCCESS);
  EXPECT_FALSE(isDone(before));
  ASSERT_EQ(clSetUserEventStatus(held, CL_COMPLETE), CL_SUCCESS);
}

TEST_F(ClEnqueueBarrier, OfSeveralEachCounts) {
  Event gates[3] = {makeUserEvent(), makeUserEvent(), makeUserEvent()};
  for (Event &gate : gates)
    ASSERT_EQ(clEnqueueBarrierWithWaitList(unordered, 1, gate.list(), nullptr), CL_SUCCESS);
  Event after = command();
  for (int i : {2, 0, 1}) {
    EXPECT_FALSE(isDone(after));
    ASSERT_EQ(clSetUserEventStatus(gates[i], CL_COMPLETE), CL_SUCCESS);
  }
  EXPECT_EQ(clWaitForEvents(1, after.list()), CL_SUCCESS);
}

TEST_F(ClEnqueueBarrier, WaitForEventsHoldsBackWhatFollows) {
  Event gate = makeUserEvent();
  ASSERT_EQ(clEnqueueWaitForEvents(unordered, 1, gate.list()), CL_SUCCESS);
  Event after = command();
  EXPECT_FALSE(isDone(after));
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, after.list()), CL_SUCCESS);
}

TEST_F(ClEnqueueBarrier, WaitForEventsRefusesBadLists) {
  Event event = makeUserEvent();
  const cl_event with_null[] = {event, nullptr};
  const cl_event foreign[] = {event, otherEvent()};
  const cl_event other_kind[] = {event, as<cl_event>(device())};
  EXPECT_EQ(clEnqueueWaitForEvents(queue, 0, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueWaitForEvents(queue, 0, with_null), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueWaitForEvents(queue, 1, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueWaitForEvents(queue, 2, with_null), CL_INVALID_EVENT);
  EXPECT_EQ(clEnqueueWaitForEvents(queue, 2, other_kind), CL_INVALID_EVENT);
  EXPECT_EQ(clEnqueueWaitForEvents(queue, 2, foreign), CL_INVALID_CONTEXT);
  // Nothing waits.
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(ClEnqueueBarrier, RefusesBadWaitLists) {
  refusesBadWaitLists([&](cl_uint count, const cl_event *list, cl_event *event) {
    return clEnqueueBarrierWithWaitList(queue, count, list, event);
  });
}

TEST_F(ClEnqueueBarrier, RefusesNull) {
  cl_event event = untouched<cl_event>();
  Event good = makeUserEvent();
  EXPECT_EQ(clEnqueueBarrierWithWaitList(nullptr, 0, nullptr, &event), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clEnqueueBarrier(nullptr), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clEnqueueWaitForEvents(nullptr, 1, good.list()), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(event, untouched<cl_event>());
}

TEST_F(ClEnqueueBarrier, RefusesHandlesOfOtherKinds) {
  cl_event event = untouched<cl_event>();
  Event good = makeUserEvent();
  const auto wrong = as<cl_command_queue>(device());
  EXPECT_EQ(clEnqueueBarrierWithWaitList(wrong, 0, nullptr, &event), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clEnqueueBarrier(wrong), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clEnqueueWaitForEvents(wrong, 1, good.list()), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(event, untouched<cl_event>());
}

} // namespace weft::test
