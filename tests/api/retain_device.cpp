// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clRetainDevice and clReleaseDevice: a root device is not counted.
#include "fixture.h"

namespace weft::test {

class ClRetainDevice : public ApiTest {};

TEST_F(ClRetainDevice, LeavesARootDeviceAlone) {
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(clReleaseDevice(device()), CL_SUCCESS);
  EXPECT_EQ(clRetainDevice(device()), CL_SUCCESS);
  EXPECT_EQ(deviceInfo<cl_uint>(CL_DEVICE_REFERENCE_COUNT), 1u);
}

TEST_F(ClRetainDevice, RefusesNull) {
  EXPECT_EQ(clRetainDevice(nullptr), CL_INVALID_DEVICE);
  EXPECT_EQ(clReleaseDevice(nullptr), CL_INVALID_DEVICE);
}

TEST_F(ClRetainDevice, RefusesHandlesOfOtherKinds) {
  EXPECT_EQ(clRetainDevice(as<cl_device_id>(cl_context(context))), CL_INVALID_DEVICE);
  EXPECT_EQ(clReleaseDevice(as<cl_device_id>(cl_context(context))), CL_INVALID_DEVICE);
}

} // namespace weft::test
