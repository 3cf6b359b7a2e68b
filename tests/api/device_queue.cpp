// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queues on the device as the host has them: creation, queries, the default, arguments.
#include "fixture.h"

namespace weft::test {

constexpr cl_queue_properties OnDevice =
    CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;

class DeviceQueue : public ApiTest {
protected:
  Queue create(const std::vector<cl_queue_properties> &list) {
    cl_int code = 4711;
    Queue made(clCreateCommandQueueWithProperties(context, device(), list.data(), &code));
    EXPECT_EQ(code, CL_SUCCESS);
    return made;
  }
  void refuses(const std::vector<cl_queue_properties> &list, cl_int code) {
    cl_int got = 4711;
    EXPECT_EQ(clCreateCommandQueueWithProperties(context, device(), list.data(), &got), nullptr);
    EXPECT_EQ(got, code);
  }
  static Query of(cl_command_queue queue) {
    return [queue](cl_uint param, size_t size, void *value, size_t *size_ret) {
      return clGetCommandQueueInfo(queue, param, size, value, size_ret);
    };
  }
  static cl_uint references(cl_command_queue queue) {
    return queryValue<cl_uint>(of(queue), CL_QUEUE_REFERENCE_COUNT);
  }
  static cl_command_queue defaultOf(cl_command_queue queue) {
    return queryValue<cl_command_queue>(of(queue), CL_QUEUE_DEVICE_DEFAULT);
  }
};

TEST_F(DeviceQueue, LimitsAreAtLeastTheSpecifications) {
  EXPECT_EQ(
      deviceInfo<cl_device_device_enqueue_capabilities>(CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES),
      cl_bitfield(CL_DEVICE_QUEUE_SUPPORTED | CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT));
  EXPECT_EQ(deviceInfo<cl_command_queue_properties>(CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES),
            cl_bitfield(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE));
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE), 16u << 10);
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE), 256u << 10);
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_MAX_ON_DEVICE_QUEUES), 1u);
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_MAX_ON_DEVICE_EVENTS), 1024u);
}

TEST_F(DeviceQueue, AsManyAsAreReportedAreArgumentsOfOneKernel) {
  const auto most = deviceInfo<cl_uint>(CL_DEVICE_MAX_ON_DEVICE_QUEUES);
  std::string source = "kernel void k(global int *o";
  for (cl_uint i = 0; i < most; ++i)
    source += ", queue_t q" + std::to_string(i);
  source += ") { o[0] = q0 != q" + std::to_string(most - 1) + "; }";
  Program program = buildProgram(source.c_str(), "-cl-std=CL3.0");
  cl_int code = 4711;
  Kernel kernel(clCreateKernel(program, "k", &code));
  ASSERT_EQ(code, CL_SUCCESS);
  Memory buffer = makeBuffer();
  const cl_mem is_buffer = buffer;
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof is_buffer, &is_buffer), CL_SUCCESS);
  std::vector<Queue> made;
  for (cl_uint i = 0; i < most; ++i) {
    made.push_back(create({CL_QUEUE_PROPERTIES, OnDevice, 0}));
    const cl_command_queue handle = made.back();
    ASSERT_EQ(clSetKernelArg(kernel, i + 1, sizeof handle, &handle), CL_SUCCESS);
  }
  const size_t size = 1;
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(read(buffer)[0], most > 1);
}

TEST_F(DeviceQueue, IsWhatItsQueriesSay) {
  const std::vector<cl_queue_properties> list = {
      CL_QUEUE_PROPERTIES, OnDevice | CL_QUEUE_PROFILING_ENABLE, CL_QUEUE_SIZE, 50'000, 0};
  Queue made = create(list);
  EXPECT_EQ(queryValue<cl_context>(of(made), CL_QUEUE_CONTEXT), cl_context(context));
  EXPECT_EQ(queryValue<cl_device_id>(of(made), CL_QUEUE_DEVICE), device());
  EXPECT_EQ(queryValue<cl_command_queue_properties>(of(made), CL_QUEUE_PROPERTIES),
            OnDevice | CL_QUEUE_PROFILING_ENABLE);
  EXPECT_EQ(queryValue<cl_uint>(of(made), CL_QUEUE_SIZE), 50'000u);
  EXPECT_EQ(queryArray<cl_queue_properties>(of(made), CL_QUEUE_PROPERTIES_ARRAY), list);
  EXPECT_EQ(references(made), 1u);
  EXPECT_EQ(clRetainCommandQueue(made), CL_SUCCESS);
  EXPECT_EQ(references(made), 2u);
  EXPECT_EQ(clReleaseCommandQueue(made), CL_SUCCESS);
  EXPECT_EQ(references(made), 1u);
  refusesUnknownParameter(of(made));
}

TEST_F(DeviceQueue, HasThePreferredSizeUnlessAnotherIsAskedFor) {
  Queue made = create({CL_QUEUE_PROPERTIES, OnDevice, 0});
  EXPECT_EQ(queryValue<cl_uint>(of(made), CL_QUEUE_SIZE),
            deviceInfo<cl_uint>(CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE));
  const cl_uint most = deviceInfo<cl_uint>(CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE);
  Queue largest = create({CL_QUEUE_PROPERTIES, OnDevice, CL_QUEUE_SIZE, most, 0});
  EXPECT_EQ(queryValue<cl_uint>(of(largest), CL_QUEUE_SIZE), most);
  refuses({CL_QUEUE_PROPERTIES, OnDevice, CL_QUEUE_SIZE, most + 1, 0}, CL_INVALID_QUEUE_PROPERTIES);
  refuses({CL_QUEUE_PROPERTIES, OnDevice, CL_QUEUE_SIZE, 0, 0}, CL_INVALID_QUEUE_PROPERTIES);
}

TEST_F(DeviceQueue, ThereIsOneDefaultPerContext) {
  EXPECT_EQ(defaultOf(queue), nullptr);
  const std::vector<cl_queue_properties> list = {CL_QUEUE_PROPERTIES,
                                                 OnDevice | CL_QUEUE_ON_DEVICE_DEFAULT, 0};
  {
    Queue first = create(list);
    EXPECT_EQ(defaultOf(queue), cl_command_queue(first));
    Queue second = create(list);
    EXPECT_EQ(cl_command_queue(second), cl_command_queue(first));
    EXPECT_EQ(references(first), 2u);
    Queue other = create({CL_QUEUE_PROPERTIES, OnDevice, 0});
    EXPECT_EQ(defaultOf(other), cl_command_queue(first));
  }
  EXPECT_EQ(defaultOf(queue), nullptr);
  Queue again = create(list);
  EXPECT_EQ(references(again), 1u);
  EXPECT_EQ(defaultOf(again), cl_command_queue(again));
}

TEST_F(DeviceQueue, TheDefaultCanBeReplaced) {
  Queue first = create({CL_QUEUE_PROPERTIES, OnDevice | CL_QUEUE_ON_DEVICE_DEFAULT, 0});
  Queue other = create({CL_QUEUE_PROPERTIES, OnDevice, 0});
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(context, device(), other), CL_SUCCESS);
  EXPECT_EQ(defaultOf(queue), cl_command_queue(other));
  other.reset();
  EXPECT_EQ(defaultOf(queue), nullptr);
}

TEST_F(DeviceQueue, TheDefaultIsADeviceQueueOfTheContext) {
  Queue made = create({CL_QUEUE_PROPERTIES, OnDevice, 0});
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, OnDevice, 0};
  Queue foreign(clCreateCommandQueueWithProperties(otherContext(), device(), list, nullptr));
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(context, device(), foreign), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(context, device(), queue), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(context, device(), nullptr), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(nullptr, device(), made), CL_INVALID_CONTEXT);
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(context, nullptr, made), CL_INVALID_DEVICE);
}

TEST_F(DeviceQueue, TakesNoCommandsOfTheHost) {
  Queue made = create({CL_QUEUE_PROPERTIES, OnDevice, 0});
  Memory buffer = makeBuffer();
  int value = 0;
  EXPECT_EQ(clEnqueueReadBuffer(made, buffer, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr),
            CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clEnqueueMarkerWithWaitList(made, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
  const size_t size = 1;
  EXPECT_EQ(clEnqueueNDRangeKernel(made, makeKernel("add"), 1, nullptr, &size, nullptr, 0, nullptr,
                                   nullptr),
            CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clFlush(made), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clFinish(made), CL_INVALID_COMMAND_QUEUE);
}

TEST_F(DeviceQueue, IsAnArgumentOfItsType) {
  Program program = buildProgram(
      "kernel void k(queue_t q, global int *o) { o[0] = q != CLK_NULL_QUEUE; }", "-cl-std=CL3.0");
  cl_int code = 4711;
  Kernel kernel(clCreateKernel(program, "k", &code));
  ASSERT_EQ(code, CL_SUCCESS);
  Queue made = create({CL_QUEUE_PROPERTIES, OnDevice, 0});
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, OnDevice, 0};
  Queue foreign(clCreateCommandQueueWithProperties(otherContext(), device(), list, nullptr));
  Memory buffer = makeBuffer();
  const cl_command_queue is_queue = made, of_host = queue, none = nullptr, other = foreign;
  const cl_mem is_buffer = buffer;
  const size_t bytes = sizeof(cl_command_queue);
  EXPECT_EQ(clSetKernelArg(kernel, 0, bytes, &of_host), CL_INVALID_DEVICE_QUEUE);
  EXPECT_EQ(clSetKernelArg(kernel, 0, bytes, &none), CL_INVALID_DEVICE_QUEUE);
  EXPECT_EQ(clSetKernelArg(kernel, 0, bytes, nullptr), CL_INVALID_DEVICE_QUEUE);
  EXPECT_EQ(clSetKernelArg(kernel, 0, bytes - 1, &is_queue), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(clSetKernelArg(kernel, 0, bytes, &other), CL_INVALID_CONTEXT);
  EXPECT_EQ(clSetKernelArg(kernel, 0, bytes, &is_queue), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof is_buffer, &is_buffer), CL_SUCCESS);
  const size_t size = 1;
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(read(buffer)[0], 1);
  // Kernels hold no references to their arguments.
  made.reset();
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, nullptr, 0, nullptr, nullptr),
            CL_INVALID_KERNEL_ARGS);
}

} // namespace weft::test
