// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetPlatformIDs, as the loader passes it on.
#include "fixture.h"

namespace weft::test {

class ClGetPlatformIDs : public ApiTest {};

TEST_F(ClGetPlatformIDs, FindsThePlatform) {
  cl_uint count = 0;
  EXPECT_EQ(clGetPlatformIDs(0, nullptr, &count), CL_SUCCESS);
  ASSERT_GE(count, 1u);
  std::vector<cl_platform_id> ids(count + 1, untouched<cl_platform_id>());
  EXPECT_EQ(clGetPlatformIDs(count + 1, ids.data(), nullptr), CL_SUCCESS);
  EXPECT_EQ(ids[0], platform());
  EXPECT_EQ(ids[count], untouched<cl_platform_id>());
}

TEST_F(ClGetPlatformIDs, RefusesRoomForNone) {
  cl_platform_id id = untouched<cl_platform_id>();
  EXPECT_EQ(clGetPlatformIDs(0, &id, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(id, untouched<cl_platform_id>());
}

TEST_F(ClGetPlatformIDs, RefusesNoOutputAtAll) {
  EXPECT_EQ(clGetPlatformIDs(1, nullptr, nullptr), CL_INVALID_VALUE);
}

} // namespace weft::test
