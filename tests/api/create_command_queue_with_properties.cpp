// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCreateCommandQueueWithProperties and the older clCreateCommandQueue.
#include "fixture.h"

#include <CL/cl_ext.h>

namespace weft::test {

class ClCreateCommandQueueWithProperties : public ApiTest {
protected:
  void refuses(cl_context in, cl_device_id on, const std::vector<cl_queue_properties> &properties,
               cl_int code) {
    cl_int got = 4711;
    EXPECT_EQ(clCreateCommandQueueWithProperties(in, on, properties.data(), &got), nullptr);
    EXPECT_EQ(got, code);
    EXPECT_EQ(clCreateCommandQueueWithProperties(in, on, properties.data(), nullptr), nullptr);
  }
};

TEST_F(ClCreateCommandQueueWithProperties, TakesEverySupportedCombination) {
  for (cl_command_queue_properties bits :
       {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, CL_QUEUE_PROFILING_ENABLE,
        CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE}) {
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, bits, 0};
    cl_int code = 4711;
    Queue made(clCreateCommandQueueWithProperties(context, device(), list, &code));
    EXPECT_EQ(code, CL_SUCCESS);
    cl_command_queue_properties got = ~0ull;
    EXPECT_EQ(clGetCommandQueueInfo(made, CL_QUEUE_PROPERTIES, sizeof got, &got, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(got, bits);
  }
}

TEST_F(ClCreateCommandQueueWithProperties, TakesNoOrEmptyProperties) {
  const cl_queue_properties empty[] = {0};
  EXPECT_TRUE(Queue(clCreateCommandQueueWithProperties(context, device(), nullptr, nullptr)));
  EXPECT_TRUE(Queue(clCreateCommandQueueWithProperties(context, device(), empty, nullptr)));
}

TEST_F(ClCreateCommandQueueWithProperties, RefusesUnknownProperties) {
  refuses(context, device(), {0x1234, 1, 0}, CL_INVALID_VALUE);
}

// cl_khr_priority_hints
TEST_F(ClCreateCommandQueueWithProperties, TakesAPriority) {
  for (cl_queue_properties priority :
       {CL_QUEUE_PRIORITY_HIGH_KHR, CL_QUEUE_PRIORITY_MED_KHR, CL_QUEUE_PRIORITY_LOW_KHR}) {
    const cl_queue_properties list[] = {CL_QUEUE_PRIORITY_KHR, priority, 0};
    cl_int code = 4711;
    Queue made(clCreateCommandQueueWithProperties(context, device(), list, &code));
    ASSERT_EQ(code, CL_SUCCESS);
    cl_queue_properties got[3] = {};
    EXPECT_EQ(clGetCommandQueueInfo(made, CL_QUEUE_PROPERTIES_ARRAY, sizeof got, got, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(got[1], priority);
    EXPECT_EQ(clFinish(made), CL_SUCCESS);
  }
  for (cl_queue_properties priority : {0, 3, 8})
    refuses(context, device(), {CL_QUEUE_PRIORITY_KHR, priority, 0}, CL_INVALID_VALUE);
}

// cl_khr_throttle_hints
TEST_F(ClCreateCommandQueueWithProperties, TakesAThrottle) {
  EXPECT_NE((" " + deviceText(CL_DEVICE_EXTENSIONS) + " ").find(" cl_khr_throttle_hints "),
            std::string::npos);
  for (cl_queue_properties throttle :
       {CL_QUEUE_THROTTLE_HIGH_KHR, CL_QUEUE_THROTTLE_MED_KHR, CL_QUEUE_THROTTLE_LOW_KHR}) {
    const cl_queue_properties list[] = {CL_QUEUE_THROTTLE_KHR, throttle, CL_QUEUE_PRIORITY_KHR,
                                        CL_QUEUE_PRIORITY_LOW_KHR, 0};
    cl_int code = 4711;
    Queue made(clCreateCommandQueueWithProperties(context, device(), list, &code));
    ASSERT_EQ(code, CL_SUCCESS);
    cl_queue_properties got[5] = {};
    EXPECT_EQ(clGetCommandQueueInfo(made, CL_QUEUE_PROPERTIES_ARRAY, sizeof got, got, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(got[1], throttle);
    EXPECT_EQ(clFinish(made), CL_SUCCESS);
  }
  for (cl_queue_properties throttle : {0, 3, 8})
    refuses(context, device(), {CL_QUEUE_THROTTLE_KHR, throttle, 0}, CL_INVALID_VALUE);
}

// cl_khr_create_command_queue
TEST_F(ClCreateCommandQueueWithProperties, HasAnOlderName) {
  auto create =
      as<clCreateCommandQueueWithPropertiesKHR_fn>(clGetExtensionFunctionAddressForPlatform(
          platform(), "clCreateCommandQueueWithPropertiesKHR"));
  ASSERT_NE(create, nullptr);
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  cl_int code = 4711;
  Queue made(create(context, device(), list, &code));
  EXPECT_EQ(code, CL_SUCCESS);
  EXPECT_EQ(clFinish(made), CL_SUCCESS);
  EXPECT_EQ(create(nullptr, device(), list, &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_CONTEXT);
}

TEST_F(ClCreateCommandQueueWithProperties, RefusesUnknownBits) {
  refuses(context, device(), {CL_QUEUE_PROPERTIES, cl_queue_properties(1) << 40, 0},
          CL_INVALID_VALUE);
}

TEST_F(ClCreateCommandQueueWithProperties, RefusesADeviceQueueThatIsNotOutOfOrder) {
  refuses(context, device(), {CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE, 0}, CL_INVALID_VALUE);
  refuses(context, device(), {CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE_DEFAULT, 0},
          CL_INVALID_VALUE);
}

TEST_F(ClCreateCommandQueueWithProperties, RefusesASizeForAHostQueue) {
  refuses(context, device(), {CL_QUEUE_SIZE, 1024, 0}, CL_INVALID_VALUE);
}

TEST_F(ClCreateCommandQueueWithProperties, RefusesNullHandles) {
  refuses(nullptr, device(), {0}, CL_INVALID_CONTEXT);
  refuses(context, nullptr, {0}, CL_INVALID_DEVICE);
}

TEST_F(ClCreateCommandQueueWithProperties, RefusesHandlesOfOtherKinds) {
  refuses(as<cl_context>(device()), device(), {0}, CL_INVALID_CONTEXT);
  refuses(context, as<cl_device_id>(cl_context(context)), {0}, CL_INVALID_DEVICE);
}

class ClCreateCommandQueue : public ApiTest {
protected:
  void refuses(cl_context in, cl_device_id on, cl_command_queue_properties properties,
               cl_int code) {
    cl_int got = 4711;
    EXPECT_EQ(clCreateCommandQueue(in, on, properties, &got), nullptr);
    EXPECT_EQ(got, code);
  }
};

TEST_F(ClCreateCommandQueue, MakesAQueueWithTheseProperties) {
  for (cl_command_queue_properties bits :
       {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, CL_QUEUE_PROFILING_ENABLE}) {
    cl_int code = 4711;
    Queue made(clCreateCommandQueue(context, device(), bits, &code));
    EXPECT_EQ(code, CL_SUCCESS);
    cl_command_queue_properties got = ~0ull;
    EXPECT_EQ(clGetCommandQueueInfo(made, CL_QUEUE_PROPERTIES, sizeof got, &got, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(got, bits);
  }
}

TEST_F(ClCreateCommandQueue, RefusesUnknownBits) {
  refuses(context, device(), cl_command_queue_properties(1) << 40, CL_INVALID_VALUE);
}

TEST_F(ClCreateCommandQueue, RefusesNullHandles) {
  refuses(nullptr, device(), 0, CL_INVALID_CONTEXT);
  refuses(context, nullptr, 0, CL_INVALID_DEVICE);
}

TEST_F(ClCreateCommandQueue, RefusesHandlesOfOtherKinds) {
  refuses(as<cl_context>(device()), device(), 0, CL_INVALID_CONTEXT);
  refuses(context, as<cl_device_id>(cl_context(context)), 0, CL_INVALID_DEVICE);
}

} // namespace weft::test
