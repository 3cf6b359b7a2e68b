// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clRetainCommandQueue and clReleaseCommandQueue.
#include "fixture.h"

namespace weft::test {

class ClRetainCommandQueue : public ApiTest {};

TEST_F(ClRetainCommandQueue, CountsReferences) {
  auto count = [&] {
    cl_uint value = 0;
    EXPECT_EQ(clGetCommandQueueInfo(queue, CL_QUEUE_REFERENCE_COUNT, sizeof value, &value, nullptr),
              CL_SUCCESS);
    return value;
  };
  EXPECT_EQ(count(), 1u);
  EXPECT_EQ(clRetainCommandQueue(queue), CL_SUCCESS);
  EXPECT_EQ(count(), 2u);
  EXPECT_EQ(clReleaseCommandQueue(queue), CL_SUCCESS);
  EXPECT_EQ(count(), 1u);
}

TEST_F(ClRetainCommandQueue, LastReleaseLetsQueuedCommandsRun) {
  Memory buffer = makeBuffer();
  const int pattern = 7;
  Event event;
  ASSERT_EQ(clEnqueueFillBuffer(queue, buffer, &pattern, sizeof pattern, 0, Bytes, 0, nullptr,
                                event.out()),
            CL_SUCCESS);
  queue.reset();
  EXPECT_EQ(clWaitForEvents(1, event.list()), CL_SUCCESS);
  queue = makeQueue(context);
  EXPECT_EQ(read(buffer), std::vector<int>(Count, 7));
}

TEST_F(ClRetainCommandQueue, RefusesNull) {
  EXPECT_EQ(clRetainCommandQueue(nullptr), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clReleaseCommandQueue(nullptr), CL_INVALID_COMMAND_QUEUE);
}

TEST_F(ClRetainCommandQueue, RefusesHandlesOfOtherKinds) {
  EXPECT_EQ(clRetainCommandQueue(as<cl_command_queue>(device())), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clReleaseCommandQueue(as<cl_command_queue>(device())), CL_INVALID_COMMAND_QUEUE);
}

} // namespace weft::test
