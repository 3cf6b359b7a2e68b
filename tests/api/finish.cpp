// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clFinish and clFlush.
#include "fixture.h"

namespace weft::test {

class ClFinish : public ApiTest {};

TEST_F(ClFinish, WaitsForEverythingBeforeIt) {
  for (cl_command_queue_properties bits : {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}) {
    Queue on = makeQueue(context, bits);
    Memory buffer = makeBuffer();
    std::vector<Event> events(16);
    for (size_t i = 0; i < events.size(); ++i) {
      const int pattern = int(i);
      ASSERT_EQ(clEnqueueFillBuffer(on, buffer, &pattern, sizeof pattern, i * sizeof(int),
                                    sizeof(int), 0, nullptr, events[i].out()),
                CL_SUCCESS);
    }
    EXPECT_EQ(clFinish(on), CL_SUCCESS);
    for (Event &event : events) {
      cl_int status = -1;
      EXPECT_EQ(
          clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
          CL_SUCCESS);
      EXPECT_EQ(status, CL_COMPLETE);
    }
  }
}

TEST_F(ClFinish, ReturnsFromAnEmptyQueue) {
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(clFlush(queue), CL_SUCCESS);
}

TEST_F(ClFinish, FlushSendsCommandsOnTheirWay) {
  Event event;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, event.out()), CL_SUCCESS);
  ASSERT_EQ(clFlush(queue), CL_SUCCESS);
  // Wait from another queue, which flushes nothing of the first.
  Queue second = makeQueue(context);
  ASSERT_EQ(clEnqueueMarkerWithWaitList(second, 1, event.list(), nullptr), CL_SUCCESS);
  EXPECT_EQ(clFinish(second), CL_SUCCESS);
}

TEST_F(ClFinish, RefusesNull) {
  EXPECT_EQ(clFinish(nullptr), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clFlush(nullptr), CL_INVALID_COMMAND_QUEUE);
}

TEST_F(ClFinish, RefusesHandlesOfOtherKinds) {
  EXPECT_EQ(clFinish(as<cl_command_queue>(device())), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clFlush(as<cl_command_queue>(device())), CL_INVALID_COMMAND_QUEUE);
}

} // namespace weft::test
