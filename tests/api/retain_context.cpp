// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clRetainContext and clReleaseContext.
#include "fixture.h"

namespace weft::test {

class ClRetainContext : public ApiTest {};

TEST_F(ClRetainContext, CountsReferences) {
  auto count = [&] {
    cl_uint value = 0;
    EXPECT_EQ(clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof value, &value, nullptr),
              CL_SUCCESS);
    return value;
  };
  EXPECT_EQ(count(), 1u);
  EXPECT_EQ(clRetainContext(context), CL_SUCCESS);
  EXPECT_EQ(count(), 2u);
  EXPECT_EQ(clReleaseContext(context), CL_SUCCESS);
  EXPECT_EQ(count(), 1u);
}

TEST_F(ClRetainContext, RefusesNull) {
  EXPECT_EQ(clRetainContext(nullptr), CL_INVALID_CONTEXT);
  EXPECT_EQ(clReleaseContext(nullptr), CL_INVALID_CONTEXT);
}

TEST_F(ClRetainContext, RefusesHandlesOfOtherKinds) {
  EXPECT_EQ(clRetainContext(as<cl_context>(device())), CL_INVALID_CONTEXT);
  EXPECT_EQ(clReleaseContext(as<cl_context>(cl_command_queue(queue))), CL_INVALID_CONTEXT);
}

} // namespace weft::test
