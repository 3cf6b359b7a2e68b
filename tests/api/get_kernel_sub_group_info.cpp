// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetKernelSubGroupInfo on a device without sub-groups.
#include "fixture.h"

namespace weft::test {

class ClGetKernelSubGroupInfo : public ApiTest {
protected:
  cl_int ask(cl_kernel kernel, cl_device_id on) {
    const size_t local = 16;
    size_t value = 4711;
    const cl_int code =
        clGetKernelSubGroupInfo(kernel, on, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof local,
                                &local, sizeof value, &value, nullptr);
    EXPECT_EQ(value, 4711u);
    return code;
  }
};

TEST_F(ClGetKernelSubGroupInfo, RefusesWhereThereAreNoSubGroups) {
  ASSERT_EQ(deviceInfo<cl_uint>(CL_DEVICE_MAX_NUM_SUB_GROUPS), 0u);
  Kernel kernel = makeKernel("copy");
  EXPECT_EQ(ask(kernel, device()), CL_INVALID_OPERATION);
}

TEST_F(ClGetKernelSubGroupInfo, RefusesNull) {
  EXPECT_EQ(ask(nullptr, device()), CL_INVALID_KERNEL);
}

TEST_F(ClGetKernelSubGroupInfo, RefusesHandlesOfOtherKinds) {
  Kernel kernel = makeKernel("copy");
  EXPECT_EQ(ask(as<cl_kernel>(device()), device()), CL_INVALID_KERNEL);
  EXPECT_EQ(ask(kernel, as<cl_device_id>(cl_context(context))), CL_INVALID_DEVICE);
}

} // namespace weft::test
