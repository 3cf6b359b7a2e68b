// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetDeviceAndHostTimer and clGetHostTimer.
#include "fixture.h"

namespace weft::test {

class ClGetHostTimer : public ApiTest {};

TEST_F(ClGetHostTimer, NeverRunsBackwards) {
  cl_ulong last_device = 0, last_host = 0;
  for (int i = 0; i < 100; ++i) {
    cl_ulong device_time = 0, host_time = 0, host_only = 0;
    ASSERT_EQ(clGetDeviceAndHostTimer(device(), &device_time, &host_time), CL_SUCCESS);
    ASSERT_EQ(clGetHostTimer(device(), &host_only), CL_SUCCESS);
    EXPECT_GE(device_time, last_device);
    EXPECT_GE(host_time, last_host);
    EXPECT_GE(host_only, host_time);
    last_device = device_time;
    last_host = host_only;
  }
  EXPECT_GT(last_device, 0u);
}

TEST_F(ClGetHostTimer, IsTheClockOfProfiling) {
  Queue profiling = makeQueue(context, CL_QUEUE_PROFILING_ENABLE);
  cl_ulong before = 0, host = 0, queued = 0, end = 0, after = 0;
  ASSERT_EQ(clGetDeviceAndHostTimer(device(), &before, &host), CL_SUCCESS);
  Event event;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(profiling, 0, nullptr, event.out()), CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, event.list()), CL_SUCCESS);
  ASSERT_EQ(clGetDeviceAndHostTimer(device(), &after, &host), CL_SUCCESS);
  ASSERT_EQ(
      clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_QUEUED, sizeof queued, &queued, nullptr),
      CL_SUCCESS);
  ASSERT_EQ(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr),
            CL_SUCCESS);
  EXPECT_LE(before, queued);
  EXPECT_LE(queued, end);
  EXPECT_LE(end, after);
}

TEST_F(ClGetHostTimer, RefusesNoOutput) {
  cl_ulong time = 4711;
  EXPECT_EQ(clGetHostTimer(device(), nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetDeviceAndHostTimer(device(), nullptr, &time), CL_INVALID_VALUE);
  EXPECT_EQ(clGetDeviceAndHostTimer(device(), &time, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(time, 4711u);
}

TEST_F(ClGetHostTimer, RefusesNoDevice) {
  cl_ulong a = 4711, b = 4711;
  EXPECT_EQ(clGetHostTimer(nullptr, &a), CL_INVALID_DEVICE);
  EXPECT_EQ(clGetDeviceAndHostTimer(nullptr, &a, &b), CL_INVALID_DEVICE);
  EXPECT_EQ(a, 4711u);
  EXPECT_EQ(b, 4711u);
}

TEST_F(ClGetHostTimer, RefusesHandlesOfOtherKinds) {
  cl_ulong a = 4711, b = 4711;
  EXPECT_EQ(clGetHostTimer(as<cl_device_id>(cl_context(context)), &a), CL_INVALID_DEVICE);
  EXPECT_EQ(clGetDeviceAndHostTimer(as<cl_device_id>(cl_context(context)), &a, &b),
            CL_INVALID_DEVICE);
  EXPECT_EQ(a, 4711u);
}

} // namespace weft::test
