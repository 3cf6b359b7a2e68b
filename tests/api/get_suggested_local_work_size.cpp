// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetKernelSuggestedLocalWorkSizeKHR of cl_khr_suggested_local_work_size.
#include "fixture.h"

#include <CL/cl_ext.h>

namespace weft::test {

class ClGetKernelSuggestedLocalWorkSize : public ApiTest {
protected:
  void SetUp() override {
    ApiTest::SetUp();
    call = as<clGetKernelSuggestedLocalWorkSizeKHR_fn>(clGetExtensionFunctionAddressForPlatform(
        platform(), "clGetKernelSuggestedLocalWorkSizeKHR"));
    ASSERT_NE(call, nullptr);
    buffer = makeBuffer();
    store = makeKernel("store");
    const cl_mem argument = buffer;
    const int value = 1;
    ASSERT_EQ(clSetKernelArg(store, 0, sizeof argument, &argument), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(store, 1, sizeof value, &value), CL_SUCCESS);
  }
  void refuses(cl_command_queue on, cl_kernel kernel, cl_uint dimensions, const size_t *offset,
               const size_t *global, cl_int code) {
    size_t got[3] = {4711, 4711, 4711};
    EXPECT_EQ(call(on, kernel, dimensions, offset, global, got), code);
    for (size_t size : got)
      EXPECT_EQ(size, 4711u);
  }
  clGetKernelSuggestedLocalWorkSizeKHR_fn call = nullptr;
  Memory buffer;
  Kernel store;
  const size_t global[3] = {16, 8, 2};
};

// "The same local work size that would be used by clEnqueueNDRangeKernel": the kernel sees it.
TEST_F(ClGetKernelSuggestedLocalWorkSize, IsWhatALaunchUses) {
  Program made =
      buildProgram("__kernel void sizes(__global int *o) {\n"
                   "  if (get_global_linear_id() == 0)\n"
                   "    for (int d = 0; d < 3; ++d) o[d] = get_enqueued_local_size(d); }",
                   "-cl-std=CL3.0");
  Kernel sizes(clCreateKernel(made, "sizes", nullptr));
  Memory out = makeBuffer(CL_MEM_READ_WRITE, {0, 0, 0});
  const cl_mem argument = out;
  ASSERT_EQ(clSetKernelArg(sizes, 0, sizeof argument, &argument), CL_SUCCESS);
  const size_t ranges[][3] = {{1, 1, 1}, {1024, 1, 1}, {1000, 3, 1}, {7, 5, 3}, {100003, 1, 1}};
  for (const auto &range : ranges)
    for (cl_uint dimensions : {1u, 2u, 3u}) {
      size_t suggested[3] = {1, 1, 1};
      ASSERT_EQ(call(queue, sizes, dimensions, nullptr, range, suggested), CL_SUCCESS);
      ASSERT_EQ(clEnqueueNDRangeKernel(queue, sizes, dimensions, nullptr, range, nullptr, 0,
                                       nullptr, nullptr),
                CL_SUCCESS);
      const std::vector<int> got = read(out);
      for (int d = 0; d < 3; ++d)
        EXPECT_EQ(got[d], int(suggested[d])) << range[0] << " " << dimensions;
    }
}

TEST_F(ClGetKernelSuggestedLocalWorkSize, IsTheRequiredSize) {
  Kernel fixed = makeKernel("fixed");
  const cl_mem argument = buffer;
  ASSERT_EQ(clSetKernelArg(fixed, 0, sizeof argument, &argument), CL_SUCCESS);
  size_t got[3] = {0, 0, 0};
  ASSERT_EQ(call(queue, fixed, 3, nullptr, global, got), CL_SUCCESS);
  EXPECT_EQ(got[0], 4u);
  EXPECT_EQ(got[1], 2u);
  EXPECT_EQ(got[2], 1u);
}

TEST_F(ClGetKernelSuggestedLocalWorkSize, RefusesBadRanges) {
  const size_t empty[] = {0}, huge_offset[] = {~size_t(0)};
  refuses(queue, store, 0, nullptr, global, CL_INVALID_WORK_DIMENSION);
  refuses(queue, store, 4, nullptr, global, CL_INVALID_WORK_DIMENSION);
  refuses(queue, store, 1, nullptr, nullptr, CL_INVALID_GLOBAL_WORK_SIZE);
  refuses(queue, store, 1, nullptr, empty, CL_INVALID_GLOBAL_WORK_SIZE);
  refuses(queue, store, 1, huge_offset, global, CL_INVALID_GLOBAL_OFFSET);
}

TEST_F(ClGetKernelSuggestedLocalWorkSize, RefusesNoResult) {
  EXPECT_EQ(call(queue, store, 1, nullptr, global, nullptr), CL_INVALID_VALUE);
}

TEST_F(ClGetKernelSuggestedLocalWorkSize, RefusesArgumentsThatAreNotSet) {
  Kernel unset = makeKernel("store");
  refuses(queue, unset, 1, nullptr, global, CL_INVALID_KERNEL_ARGS);
}

TEST_F(ClGetKernelSuggestedLocalWorkSize, RefusesObjectsOfAnotherContext) {
  refuses(otherQueue(), store, 1, nullptr, global, CL_INVALID_CONTEXT);
}

TEST_F(ClGetKernelSuggestedLocalWorkSize, RefusesNull) {
  refuses(nullptr, store, 1, nullptr, global, CL_INVALID_COMMAND_QUEUE);
  refuses(queue, nullptr, 1, nullptr, global, CL_INVALID_KERNEL);
}

TEST_F(ClGetKernelSuggestedLocalWorkSize, RefusesHandlesOfOtherKinds) {
  refuses(as<cl_command_queue>(device()), store, 1, nullptr, global, CL_INVALID_COMMAND_QUEUE);
  refuses(queue, as<cl_kernel>(device()), 1, nullptr, global, CL_INVALID_KERNEL);
}

} // namespace weft::test
