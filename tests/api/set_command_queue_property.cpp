// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clSetCommandQueueProperty, which only OpenCL 1.0 devices have.
#include "fixture.h"

namespace weft::test {

class ClSetCommandQueueProperty : public ApiTest {};

TEST_F(ClSetCommandQueueProperty, ChangesNothing) {
  cl_command_queue_properties old = 4711;
  EXPECT_EQ(clSetCommandQueueProperty(queue, CL_QUEUE_PROFILING_ENABLE, CL_TRUE, &old),
            CL_INVALID_OPERATION);
  EXPECT_EQ(old, 4711u);
  cl_command_queue_properties now = 4711;
  EXPECT_EQ(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof now, &now, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(now, 0u);
}

TEST_F(ClSetCommandQueueProperty, RefusesNull) {
  EXPECT_EQ(clSetCommandQueueProperty(nullptr, CL_QUEUE_PROFILING_ENABLE, CL_TRUE, nullptr),
            CL_INVALID_COMMAND_QUEUE);
}

TEST_F(ClSetCommandQueueProperty, RefusesHandlesOfOtherKinds) {
  EXPECT_EQ(clSetCommandQueueProperty(as<cl_command_queue>(device()), CL_QUEUE_PROFILING_ENABLE,
                                      CL_TRUE, nullptr),
            CL_INVALID_COMMAND_QUEUE);
}

} // namespace weft::test
