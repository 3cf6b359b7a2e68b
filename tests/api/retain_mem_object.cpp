// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clRetainMemObject and clReleaseMemObject.
#include "fixture.h"

namespace weft::test {

class ClRetainMemObject : public ApiTest {};

TEST_F(ClRetainMemObject, CountsReferences) {
  Memory buffer = makeBuffer();
  auto count = [&] {
    cl_uint value = 0;
    EXPECT_EQ(clGetMemObjectInfo(buffer, CL_MEM_REFERENCE_COUNT, sizeof value, &value, nullptr),
              CL_SUCCESS);
    return value;
  };
  EXPECT_EQ(count(), 1u);
  EXPECT_EQ(clRetainMemObject(buffer), CL_SUCCESS);
  EXPECT_EQ(count(), 2u);
  EXPECT_EQ(clReleaseMemObject(buffer), CL_SUCCESS);
  EXPECT_EQ(count(), 1u);
}

TEST_F(ClRetainMemObject, RefusesNull) {
  EXPECT_EQ(clRetainMemObject(nullptr), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clReleaseMemObject(nullptr), CL_INVALID_MEM_OBJECT);
}

TEST_F(ClRetainMemObject, RefusesHandlesOfOtherKinds) {
  EXPECT_EQ(clRetainMemObject(as<cl_mem>(device())), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clReleaseMemObject(as<cl_mem>(device())), CL_INVALID_MEM_OBJECT);
}

} // namespace weft::test
