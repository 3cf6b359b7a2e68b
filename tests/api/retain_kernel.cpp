// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clRetainKernel and clReleaseKernel.
#include "fixture.h"

namespace weft::test {

class ClRetainKernel : public ApiTest {};

TEST_F(ClRetainKernel, CountsReferences) {
  Kernel made = makeKernel("copy");
  auto count = [&] {
    cl_uint value = 0;
    EXPECT_EQ(clGetKernelInfo(made, CL_KERNEL_REFERENCE_COUNT, sizeof value, &value, nullptr),
              CL_SUCCESS);
    return value;
  };
  EXPECT_EQ(count(), 1u);
  EXPECT_EQ(clRetainKernel(made), CL_SUCCESS);
  EXPECT_EQ(count(), 2u);
  EXPECT_EQ(clReleaseKernel(made), CL_SUCCESS);
  EXPECT_EQ(count(), 1u);
}

TEST_F(ClRetainKernel, RefusesNull) {
  EXPECT_EQ(clRetainKernel(nullptr), CL_INVALID_KERNEL);
  EXPECT_EQ(clReleaseKernel(nullptr), CL_INVALID_KERNEL);
}

TEST_F(ClRetainKernel, RefusesHandlesOfOtherKinds) {
  EXPECT_EQ(clRetainKernel(as<cl_kernel>(device())), CL_INVALID_KERNEL);
  EXPECT_EQ(clReleaseKernel(as<cl_kernel>(device())), CL_INVALID_KERNEL);
}

} // namespace weft::test
