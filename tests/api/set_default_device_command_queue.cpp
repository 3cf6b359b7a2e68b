// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clSetDefaultDeviceCommandQueue on a device without device queues.
#include "fixture.h"

namespace weft::test {

class ClSetDefaultDeviceCommandQueue : public ApiTest {};

TEST_F(ClSetDefaultDeviceCommandQueue, RefusesWhereThereAreNoDeviceQueues) {
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(context, device(), queue), CL_INVALID_OPERATION);
}

TEST_F(ClSetDefaultDeviceCommandQueue, RefusesNullHandles) {
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(nullptr, device(), queue), CL_INVALID_CONTEXT);
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(context, nullptr, queue), CL_INVALID_DEVICE);
}

TEST_F(ClSetDefaultDeviceCommandQueue, RefusesHandlesOfOtherKinds) {
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(as<cl_context>(device()), device(), queue),
            CL_INVALID_CONTEXT);
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(context, as<cl_device_id>(cl_context(context)), queue),
            CL_INVALID_DEVICE);
}

} // namespace weft::test
