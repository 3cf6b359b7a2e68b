// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCreateCommandBufferKHR, clRetain-, clRelease- and clFinalizeCommandBufferKHR,
// clGetCommandBufferInfoKHR, and what devices say of command buffers.
#include "command_buffer_fixture.h"

namespace weft::test {

class ClCreateCommandBuffer : public CommandBufferTest {
protected:
  void refuses(cl_uint count, const cl_command_queue *queues,
               const cl_command_buffer_properties_khr *properties, cl_int expected) {
    cl_int code = 4711;
    EXPECT_EQ(cl.clCreateCommandBufferKHR(count, queues, properties, &code), nullptr);
    EXPECT_EQ(code, expected);
    EXPECT_EQ(cl.clCreateCommandBufferKHR(count, queues, properties, nullptr), nullptr);
  }
  Query infoOf(cl_command_buffer_khr buffer) {
    return [this, buffer](cl_uint param, size_t size, void *value, size_t *size_ret) {
      return cl.clGetCommandBufferInfoKHR(buffer, param, size, value, size_ret);
    };
  }
};

TEST_F(ClCreateCommandBuffer, IsReportedByTheDevice) {
  EXPECT_NE((" " + deviceText(CL_DEVICE_EXTENSIONS) + " ").find(" cl_khr_command_buffer "),
            std::string::npos);
  const auto capabilities = deviceInfo<cl_device_command_buffer_capabilities_khr>(
      CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR);
  EXPECT_TRUE(capabilities & CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR);
  EXPECT_TRUE(capabilities & CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR);
  EXPECT_EQ(deviceInfo<cl_command_queue_properties>(
                CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR),
            0u);
  EXPECT_EQ(deviceInfo<cl_command_queue_properties>(
                CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR),
            cl_command_queue_properties(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                        CL_QUEUE_PROFILING_ENABLE));
}

TEST_F(ClCreateCommandBuffer, AnswersItsQueries) {
  const cl_command_buffer_properties_khr properties[] = {CL_COMMAND_BUFFER_FLAGS_KHR,
                                                         CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR, 0};
  const Query query = infoOf(make(queue, properties));
  EXPECT_EQ(queryValue<cl_uint>(query, CL_COMMAND_BUFFER_NUM_QUEUES_KHR), 1u);
  EXPECT_EQ(queryArray<cl_command_queue>(query, CL_COMMAND_BUFFER_QUEUES_KHR),
            std::vector<cl_command_queue>{queue});
  EXPECT_EQ(queryValue<cl_uint>(query, CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR), 1u);
  EXPECT_EQ(queryValue<cl_context>(query, CL_COMMAND_BUFFER_CONTEXT_KHR), cl_context(context));
  EXPECT_EQ(
      queryArray<cl_command_buffer_properties_khr>(query, CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR),
      std::vector<cl_command_buffer_properties_khr>(properties, properties + 3));
  EXPECT_TRUE(queryArray<cl_command_buffer_properties_khr>(infoOf(make(queue)),
                                                           CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR)
                  .empty());
  refusesUnknownParameter(query);
}

TEST_F(ClCreateCommandBuffer, CountsReferences) {
  cl_command_buffer_khr buffer = make(queue);
  EXPECT_EQ(cl.clRetainCommandBufferKHR(buffer), CL_SUCCESS);
  EXPECT_EQ(queryValue<cl_uint>(infoOf(buffer), CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR), 2u);
  EXPECT_EQ(cl.clReleaseCommandBufferKHR(buffer), CL_SUCCESS);
  EXPECT_EQ(queryValue<cl_uint>(infoOf(buffer), CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR), 1u);
}

TEST_F(ClCreateCommandBuffer, BecomesExecutableOnce) {
  cl_command_buffer_khr buffer = make(queue);
  const Query query = infoOf(buffer);
  const auto state = [&] {
    return queryValue<cl_command_buffer_state_khr>(query, CL_COMMAND_BUFFER_STATE_KHR);
  };
  EXPECT_EQ(state(), cl_command_buffer_state_khr(CL_COMMAND_BUFFER_STATE_RECORDING_KHR));
  finalize(buffer);
  EXPECT_EQ(state(), cl_command_buffer_state_khr(CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR));
  EXPECT_EQ(cl.clFinalizeCommandBufferKHR(buffer), CL_INVALID_OPERATION);
  // No more pending state: it is executable while it runs, too.
  EXPECT_EQ(enqueue(buffer), CL_SUCCESS);
  EXPECT_EQ(state(), cl_command_buffer_state_khr(CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR));
}

TEST_F(ClCreateCommandBuffer, KeepsItsQueue) {
  Queue own = makeQueue(context);
  cl_command_buffer_khr buffer = make(own);
  Memory target = zeros();
  launch(buffer, "store", target, 5);
  finalize(buffer);
  own.reset();
  Event done;
  ASSERT_EQ(enqueue(buffer, done.out()), CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, done.list()), CL_SUCCESS);
  EXPECT_EQ(read(target), std::vector<int>(Count, 5));
}

TEST_F(ClCreateCommandBuffer, RefusesBadQueues) {
  const cl_command_queue good = queue, none = nullptr, other = as<cl_command_queue>(device());
  const cl_command_queue two[] = {queue, unordered};
  refuses(0, nullptr, nullptr, CL_INVALID_VALUE);
  refuses(0, &good, nullptr, CL_INVALID_VALUE);
  refuses(1, nullptr, nullptr, CL_INVALID_VALUE);
  refuses(2, two, nullptr, CL_INVALID_VALUE);
  refuses(1, &none, nullptr, CL_INVALID_COMMAND_QUEUE);
  refuses(1, &other, nullptr, CL_INVALID_COMMAND_QUEUE);
}

TEST_F(ClCreateCommandBuffer, RefusesBadProperties) {
  const cl_command_queue good = queue;
  const cl_command_buffer_properties_khr unknown[] = {0x4711, 0, 0},
                                         bits[] = {CL_COMMAND_BUFFER_FLAGS_KHR, 1 << 20, 0},
                                         twice[] = {CL_COMMAND_BUFFER_FLAGS_KHR, 0,
                                                    CL_COMMAND_BUFFER_FLAGS_KHR, 0, 0},
                                         absent[] = {CL_COMMAND_BUFFER_FLAGS_KHR,
                                                     CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR, 0};
  refuses(1, &good, unknown, CL_INVALID_VALUE);
  refuses(1, &good, bits, CL_INVALID_VALUE);
  refuses(1, &good, twice, CL_INVALID_VALUE);
  refuses(1, &good, absent, CL_INVALID_PROPERTY);
}

TEST_F(ClCreateCommandBuffer, RefusesWhatIsNoCommandBuffer) {
  for (auto bad : {cl_command_buffer_khr(nullptr), as<cl_command_buffer_khr>(device())}) {
    EXPECT_EQ(cl.clRetainCommandBufferKHR(bad), CL_INVALID_COMMAND_BUFFER_KHR);
    EXPECT_EQ(cl.clReleaseCommandBufferKHR(bad), CL_INVALID_COMMAND_BUFFER_KHR);
    EXPECT_EQ(cl.clFinalizeCommandBufferKHR(bad), CL_INVALID_COMMAND_BUFFER_KHR);
    EXPECT_EQ(enqueue(bad), CL_INVALID_COMMAND_BUFFER_KHR);
    cl_uint value;
    EXPECT_EQ(cl.clGetCommandBufferInfoKHR(bad, CL_COMMAND_BUFFER_NUM_QUEUES_KHR, sizeof value,
                                           &value, nullptr),
              CL_INVALID_COMMAND_BUFFER_KHR);
  }
}

} // namespace weft::test
