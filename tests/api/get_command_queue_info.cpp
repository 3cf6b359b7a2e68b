// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetCommandQueueInfo.
#include "fixture.h"

namespace weft::test {

class ClGetCommandQueueInfo : public ApiTest {
protected:
  static Query of(cl_command_queue queue) {
    return [queue](cl_uint param, size_t size, void *value, size_t *size_ret) {
      return clGetCommandQueueInfo(queue, param, size, value, size_ret);
    };
  }
};

TEST_F(ClGetCommandQueueInfo, TellsWhatTheQueueWasMadeOf) {
  EXPECT_EQ(queryValue<cl_context>(of(queue), CL_QUEUE_CONTEXT), cl_context(context));
  EXPECT_EQ(queryValue<cl_device_id>(of(queue), CL_QUEUE_DEVICE), device());
  EXPECT_EQ(queryValue<cl_uint>(of(queue), CL_QUEUE_REFERENCE_COUNT), 1u);
  EXPECT_EQ(queryValue<cl_command_queue_properties>(of(queue), CL_QUEUE_PROPERTIES), 0u);
  EXPECT_EQ(queryValue<cl_command_queue>(of(queue), CL_QUEUE_DEVICE_DEFAULT), nullptr);
}

TEST_F(ClGetCommandQueueInfo, GivesThePropertyListBack) {
  const std::vector<cl_queue_properties> given = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE,
                                                  0};
  Queue made(clCreateCommandQueueWithProperties(context, device(), given.data(), nullptr));
  EXPECT_EQ(queryArray<cl_queue_properties>(of(made), CL_QUEUE_PROPERTIES_ARRAY), given);
  Queue without(clCreateCommandQueueWithProperties(context, device(), nullptr, nullptr));
  EXPECT_TRUE(queryArray<cl_queue_properties>(of(without), CL_QUEUE_PROPERTIES_ARRAY).empty());
  Queue older(clCreateCommandQueue(context, device(), CL_QUEUE_PROFILING_ENABLE, nullptr));
  EXPECT_TRUE(queryArray<cl_queue_properties>(of(older), CL_QUEUE_PROPERTIES_ARRAY).empty());
}

TEST_F(ClGetCommandQueueInfo, RefusesTheSizeOfAHostQueue) {
  cl_uint size = 4711;
  EXPECT_EQ(clGetCommandQueueInfo(queue, CL_QUEUE_SIZE, sizeof size, &size, nullptr),
            CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(size, 4711u);
}

TEST_F(ClGetCommandQueueInfo, RefusesUnknownParameters) { refusesUnknownParameter(of(queue)); }

TEST_F(ClGetCommandQueueInfo, RefusesNull) {
  cl_uint value = 0;
  EXPECT_EQ(of(nullptr)(CL_QUEUE_REFERENCE_COUNT, sizeof value, &value, nullptr),
            CL_INVALID_COMMAND_QUEUE);
}

TEST_F(ClGetCommandQueueInfo, RefusesHandlesOfOtherKinds) {
  cl_uint value = 0;
  EXPECT_EQ(
      of(as<cl_command_queue>(device()))(CL_QUEUE_REFERENCE_COUNT, sizeof value, &value, nullptr),
      CL_INVALID_COMMAND_QUEUE);
}

} // namespace weft::test
