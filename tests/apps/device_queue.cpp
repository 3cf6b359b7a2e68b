// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
#include "device_queue.h"

#include <random>
#include <string>

namespace weft::test {

void OnWeft::SetUp() {
  cl_platform_id platforms[2];
  cl_uint count = 0;
  ASSERT_EQ(clGetPlatformIDs(2, platforms, &count), CL_SUCCESS);
  ASSERT_EQ(count, 1u) << "another driver is registered, too";
  char name[64] = "";
  ASSERT_EQ(clGetPlatformInfo(platforms[0], CL_PLATFORM_NAME, sizeof name, name, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(name, std::string("Weft"));
  ASSERT_EQ(clGetDeviceIDs(platforms[0], CL_DEVICE_TYPE_CPU, 1, &device, nullptr), CL_SUCCESS);
  cl_int code;
  context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
  ASSERT_EQ(code, CL_SUCCESS);
  queue = clCreateCommandQueueWithProperties(context, device, nullptr, &code);
  ASSERT_EQ(code, CL_SUCCESS);
}

void OnWeft::TearDown() {
  for (cl_mem buffer : buffers)
    EXPECT_EQ(clReleaseMemObject(buffer), CL_SUCCESS);
  if (queue) {
    EXPECT_EQ(clReleaseCommandQueue(queue), CL_SUCCESS);
  }
  if (context) {
    EXPECT_EQ(clReleaseContext(context), CL_SUCCESS);
  }
}

cl_mem OnWeft::makeBuffer(const void *data, size_t bytes) {
  cl_int code;
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes,
                                 const_cast<void *>(data), &code);
  EXPECT_EQ(code, CL_SUCCESS);
  if (buffer)
    buffers.push_back(buffer);
  return buffer;
}

void OnWeft::readBuffer(cl_mem buffer, void *data, size_t bytes) {
  EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, data, 0, nullptr, nullptr),
            CL_SUCCESS);
}

std::vector<float> someFloats(size_t count, unsigned seed) {
  std::mt19937 engine(seed);
  std::vector<float> values(count);
  // Not a standard distribution: those differ between libraries.
  for (float &value : values)
    value = float(int(engine() >> 8) - (1 << 23)) / float(1 << 23);
  return values;
}

} // namespace weft::test
