// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entry points of other optional features that the device does not have: pipes, device queues.
#include "fixture.h"

namespace weft::test {

class AbsentFeatures : public ApiTest {};

TEST_F(AbsentFeatures, Pipes) {
  if (deviceInfo<cl_bool>(CL_DEVICE_PIPE_SUPPORT))
    GTEST_SKIP() << "the device has pipes";
  cl_int code = 4711;
  EXPECT_EQ(clCreatePipe(context, 0, 4, 4, nullptr, &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_OPERATION);
  EXPECT_EQ(clCreatePipe(nullptr, 0, 4, 4, nullptr, &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_CONTEXT);
  EXPECT_EQ(clCreatePipe(context, 0, 4, 4, nullptr, nullptr), nullptr);
  Memory buffer = makeBuffer();
  cl_uint packet = 4711;
  for (cl_mem none : {cl_mem(buffer), cl_mem(nullptr), as<cl_mem>(device())})
    EXPECT_EQ(clGetPipeInfo(none, CL_PIPE_PACKET_SIZE, sizeof packet, &packet, nullptr),
              CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(packet, 4711u);
}

TEST_F(AbsentFeatures, QueuesOnTheDevice) {
  if (deviceInfo<cl_ulong>(CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES))
    GTEST_SKIP() << "the device has queues";
  const cl_queue_properties list[] = {
      CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  cl_int code = 4711;
  EXPECT_EQ(clCreateCommandQueueWithProperties(context, device(), list, &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_QUEUE_PROPERTIES);
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(context, device(), queue), CL_INVALID_OPERATION);
}

} // namespace weft::test
