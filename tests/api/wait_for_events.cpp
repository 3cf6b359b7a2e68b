// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clWaitForEvents.
#include "fixture.h"

#include <atomic>
#include <thread>

namespace weft::test {

class ClWaitForEvents : public ApiTest {};

TEST_F(ClWaitForEvents, ReturnsWhenAllAreDone) {
  Event first = makeUserEvent(), second = makeUserEvent();
  const cl_event list[] = {first, second, first};
  std::atomic<int> completed{0};
  std::thread other([&] {
    for (cl_event event : {cl_event(first), cl_event(second)}) {
      ++completed;
      EXPECT_EQ(clSetUserEventStatus(event, CL_COMPLETE), CL_SUCCESS);
    }
  });
  EXPECT_EQ(clWaitForEvents(3, list), CL_SUCCESS);
  EXPECT_EQ(completed.load(), 2);
  other.join();
}

TEST_F(ClWaitForEvents, MakesTheResultsVisible) {
  Memory buffer = makeBuffer();
  std::vector<int> got(Count, -1);
  Event event;
  ASSERT_EQ(
      clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, Bytes, got.data(), 0, nullptr, event.out()),
      CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, event.list()), CL_SUCCESS);
  EXPECT_EQ(got, numbers());
}

TEST_F(ClWaitForEvents, WaitsForAllEvenIfOneFailed) {
  Event failed = makeUserEvent(), late = makeUserEvent();
  ASSERT_EQ(clSetUserEventStatus(failed, -3), CL_SUCCESS);
  const cl_event list[] = {failed, late};
  std::atomic<bool> completed{false};
  std::thread other([&] {
    completed = true;
    clSetUserEventStatus(late, CL_COMPLETE);
  });
  EXPECT_EQ(clWaitForEvents(2, list), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_TRUE(completed.load());
  other.join();
}

TEST_F(ClWaitForEvents, WaitsForCommandsOfSeveralQueues) {
  Queue other = makeQueue(context);
  Event events[2];
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, events[0].out()), CL_SUCCESS);
  ASSERT_EQ(clEnqueueMarkerWithWaitList(other, 0, nullptr, events[1].out()), CL_SUCCESS);
  const cl_event list[] = {events[0], events[1]};
  EXPECT_EQ(clWaitForEvents(2, list), CL_SUCCESS);
}

TEST_F(ClWaitForEvents, RefusesAnEmptyList) {
  Event event = makeUserEvent();
  EXPECT_EQ(clWaitForEvents(0, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clWaitForEvents(0, event.list()), CL_INVALID_VALUE);
  EXPECT_EQ(clWaitForEvents(1, nullptr), CL_INVALID_VALUE);
}

TEST_F(ClWaitForEvents, RefusesEventsOfSeveralContexts) {
  Event event = makeUserEvent();
  const cl_event list[] = {event, otherEvent()};
  EXPECT_EQ(clWaitForEvents(2, list), CL_INVALID_CONTEXT);
}

TEST_F(ClWaitForEvents, RefusesNull) {
  Event event = makeUserEvent();
  const cl_event none = nullptr, list[] = {event, nullptr};
  EXPECT_EQ(clWaitForEvents(1, &none), CL_INVALID_EVENT);
  EXPECT_EQ(clWaitForEvents(2, list), CL_INVALID_EVENT);
}

TEST_F(ClWaitForEvents, RefusesHandlesOfOtherKinds) {
  Event event = makeUserEvent();
  const cl_event list[] = {event, as<cl_event>(cl_context(context))};
  EXPECT_EQ(clWaitForEvents(2, list), CL_INVALID_EVENT);
  EXPECT_EQ(clWaitForEvents(1, list + 1), CL_INVALID_EVENT);
}

} // namespace weft::test
