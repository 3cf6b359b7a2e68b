// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tests of command buffers share.
#ifndef WEFT_TESTS_API_COMMAND_BUFFER_FIXTURE_H
#define WEFT_TESTS_API_COMMAND_BUFFER_FIXTURE_H

#include "extension_functions.h"
#include "fixture.h"

namespace weft::test {

class CommandBufferTest : public ApiTest {
protected:
  using Point = cl_sync_point_khr;

  void SetUp() override {
    ApiTest::SetUp();
    unordered = makeQueue(context, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  }
  void TearDown() override {
    for (cl_command_buffer_khr buffer : made)
      EXPECT_EQ(cl.clReleaseCommandBufferKHR(buffer), CL_SUCCESS);
  }

  // Released at the end of the test.
  cl_command_buffer_khr make(cl_command_queue on,
                             const cl_command_buffer_properties_khr *properties = nullptr) {
    cl_int code = 4711;
    cl_command_buffer_khr buffer = cl.clCreateCommandBufferKHR(1, &on, properties, &code);
    EXPECT_EQ(code, CL_SUCCESS);
    EXPECT_NE(buffer, nullptr);
    made.push_back(buffer);
    return buffer;
  }

  void finalize(cl_command_buffer_khr buffer) {
    EXPECT_EQ(cl.clFinalizeCommandBufferKHR(buffer), CL_SUCCESS);
  }
  cl_int enqueue(cl_command_buffer_khr buffer, cl_event *event = nullptr) {
    return cl.clEnqueueCommandBufferKHR(0, nullptr, buffer, 0, nullptr, event);
  }

  // A sync point of its own; commands of the fixture that succeed.
  Point launch(cl_command_buffer_khr buffer, cl_kernel kernel, size_t items,
               const std::vector<Point> &after = {}) {
    Point point = 0;
    EXPECT_EQ(cl.clCommandNDRangeKernelKHR(buffer, nullptr, nullptr, kernel, 1, nullptr, &items,
                                           nullptr, cl_uint(after.size()),
                                           after.empty() ? nullptr : after.data(), &point, nullptr),
              CL_SUCCESS);
    return point;
  }
  // A launch of one of the fixture's kernels `out[i] (+)= value`.
  Point launch(cl_command_buffer_khr buffer, const char *name, cl_mem out, int value,
               const std::vector<Point> &after = {}) {
    Kernel kernel = makeKernel(name);
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof out, &out), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof value, &value), CL_SUCCESS);
    return launch(buffer, kernel, Count, after);
  }
  Point copy(cl_command_buffer_khr buffer, cl_mem from, cl_mem to,
             const std::vector<Point> &after = {}) {
    Point point = 0;
    EXPECT_EQ(cl.clCommandCopyBufferKHR(buffer, nullptr, nullptr, from, to, 0, 0, Bytes,
                                        cl_uint(after.size()),
                                        after.empty() ? nullptr : after.data(), &point, nullptr),
              CL_SUCCESS);
    return point;
  }
  Point barrier(cl_command_buffer_khr buffer, const std::vector<Point> &after = {}) {
    Point point = 0;
    EXPECT_EQ(cl.clCommandBarrierWithWaitListKHR(buffer, nullptr, nullptr, cl_uint(after.size()),
                                                 after.empty() ? nullptr : after.data(), &point,
                                                 nullptr),
              CL_SUCCESS);
    return point;
  }
  Memory zeros() { return makeBuffer(CL_MEM_READ_WRITE, std::vector<int>(Count, 0)); }

  const ExtensionFunctions cl;
  Queue unordered;

private:
  std::vector<cl_command_buffer_khr> made;
};

} // namespace weft::test
#endif
