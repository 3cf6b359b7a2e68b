// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCloneKernel.
#include "fixture.h"

namespace weft::test {

class ClCloneKernel : public ApiTest {
protected:
  void run(cl_kernel kernel) {
    const size_t items = Count;
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
  }
  void setValue(cl_kernel kernel, int value) {
    EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof value, &value), CL_SUCCESS);
  }
};

TEST_F(ClCloneKernel, TakesTheArgumentsAlongAndPartsWays) {
  Memory buffer = makeBuffer();
  const cl_mem argument = buffer;
  Kernel original = makeKernel("store");
  ASSERT_EQ(clSetKernelArg(original, 0, sizeof argument, &argument), CL_SUCCESS);
  setValue(original, 1);
  cl_int code = 4711;
  Kernel clone(clCloneKernel(original, &code));
  ASSERT_EQ(code, CL_SUCCESS);
  setValue(original, 2);
  run(clone);
  EXPECT_EQ(read(buffer), std::vector<int>(Count, 1));
  setValue(clone, 3);
  run(original);
  EXPECT_EQ(read(buffer), std::vector<int>(Count, 2));
  original.reset();
  run(clone);
  EXPECT_EQ(read(buffer), std::vector<int>(Count, 3));
}

TEST_F(ClCloneKernel, KeepsUnsetArgumentsUnset) {
  Kernel original = makeKernel("store");
  Kernel clone(clCloneKernel(original, nullptr));
  ASSERT_TRUE(clone);
  const size_t items = 1;
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, clone, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
            CL_INVALID_KERNEL_ARGS);
}

TEST_F(ClCloneKernel, RefusesNull) {
  cl_int code = 4711;
  EXPECT_EQ(clCloneKernel(nullptr, &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_KERNEL);
}

TEST_F(ClCloneKernel, RefusesHandlesOfOtherKinds) {
  cl_int code = 4711;
  EXPECT_EQ(clCloneKernel(as<cl_kernel>(device()), &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_KERNEL);
}

} // namespace weft::test
