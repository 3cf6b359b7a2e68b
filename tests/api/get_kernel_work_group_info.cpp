// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetKernelWorkGroupInfo.
#include "fixture.h"

namespace weft::test {

class ClGetKernelWorkGroupInfo : public ApiTest {
protected:
  static Query of(cl_kernel kernel, cl_device_id on = device()) {
    return [=](cl_uint param, size_t size, void *value, size_t *size_ret) {
      return clGetKernelWorkGroupInfo(kernel, on, param, size, value, size_ret);
    };
  }
};

TEST_F(ClGetKernelWorkGroupInfo, TellsWhatAKernelNeeds) {
  Kernel kernel = makeKernel("copy");
  const size_t most = queryValue<size_t>(of(kernel), CL_KERNEL_WORK_GROUP_SIZE);
  EXPECT_GE(most, 1u);
  EXPECT_LE(most, deviceInfo<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE));
  EXPECT_GE(queryValue<size_t>(of(kernel), CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE), 1u);
  EXPECT_EQ(queryArray<size_t>(of(kernel), CL_KERNEL_COMPILE_WORK_GROUP_SIZE),
            (std::vector<size_t>{0, 0, 0}));
  EXPECT_EQ(queryValue<cl_ulong>(of(kernel), CL_KERNEL_LOCAL_MEM_SIZE), 0u);
  queryValue<cl_ulong>(of(kernel), CL_KERNEL_PRIVATE_MEM_SIZE);
}

TEST_F(ClGetKernelWorkGroupInfo, TellsTheRequiredSize) {
  Kernel kernel = makeKernel("fixed");
  EXPECT_EQ(queryArray<size_t>(of(kernel), CL_KERNEL_COMPILE_WORK_GROUP_SIZE),
            (std::vector<size_t>{4, 2, 1}));
}

TEST_F(ClGetKernelWorkGroupInfo, CountsLocalVariablesAndArguments) {
  Program made = buildProgram("__kernel void k(__global int *o, __local int *dynamic) {\n"
                              "  __local int fixed[100];\n"
                              "  fixed[get_local_id(0)] = o[0];\n"
                              "  dynamic[get_local_id(0)] = o[1];\n"
                              "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                              "  o[0] = fixed[99] + dynamic[0];\n}");
  Kernel kernel(clCreateKernel(made, "k", nullptr));
  EXPECT_GE(queryValue<cl_ulong>(of(kernel), CL_KERNEL_LOCAL_MEM_SIZE), 400u);
  ASSERT_EQ(clSetKernelArg(kernel, 1, 4096, nullptr), CL_SUCCESS);
  EXPECT_GE(queryValue<cl_ulong>(of(kernel), CL_KERNEL_LOCAL_MEM_SIZE), 400u + 4096u);
}

TEST_F(ClGetKernelWorkGroupInfo, PrefersNoGroupsOfOneWhereLanesDoNotPay) {
  Program made =
      buildProgram("__kernel void k(__global atomic_int *of_all, __local atomic_int *own) {\n"
                   "  __generic atomic_int *counter = of_all;\n"
                   "  if (get_local_id(0) % 2)\n"
                   "    counter = own;\n"
                   "  atomic_fetch_add_explicit(counter, 1, memory_order_relaxed,\n"
                   "                            memory_scope_work_group);\n}",
                   "-cl-std=CL3.0");
  Kernel kernel(clCreateKernel(made, "k", nullptr));
  EXPECT_EQ(queryValue<size_t>(of(kernel), CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE),
            deviceInfo<size_t>(CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE));
}

TEST_F(ClGetKernelWorkGroupInfo, TakesNullForTheOnlyDevice) {
  Kernel kernel = makeKernel("copy");
  EXPECT_EQ(queryValue<size_t>(of(kernel, nullptr), CL_KERNEL_WORK_GROUP_SIZE),
            queryValue<size_t>(of(kernel), CL_KERNEL_WORK_GROUP_SIZE));
}

TEST_F(ClGetKernelWorkGroupInfo, RefusesTheGlobalSizeOfAnOrdinaryKernel) {
  Kernel kernel = makeKernel("copy");
  size_t sizes[3] = {4711, 4711, 4711};
  EXPECT_EQ(of(kernel)(CL_KERNEL_GLOBAL_WORK_SIZE, sizeof sizes, sizes, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(sizes[0], 4711u);
}

TEST_F(ClGetKernelWorkGroupInfo, RefusesUnknownParameters) {
  Kernel kernel = makeKernel("copy");
  refusesUnknownParameter(of(kernel));
}

TEST_F(ClGetKernelWorkGroupInfo, RefusesNull) {
  size_t size = 0;
  EXPECT_EQ(of(nullptr)(CL_KERNEL_WORK_GROUP_SIZE, sizeof size, &size, nullptr), CL_INVALID_KERNEL);
}

TEST_F(ClGetKernelWorkGroupInfo, RefusesHandlesOfOtherKinds) {
  Kernel kernel = makeKernel("copy");
  size_t size = 0;
  EXPECT_EQ(of(as<cl_kernel>(device()))(CL_KERNEL_WORK_GROUP_SIZE, sizeof size, &size, nullptr),
            CL_INVALID_KERNEL);
  EXPECT_EQ(of(kernel, as<cl_device_id>(cl_context(context)))(CL_KERNEL_WORK_GROUP_SIZE,
                                                              sizeof size, &size, nullptr),
            CL_INVALID_DEVICE);
}

} // namespace weft::test
