// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clUnloadPlatformCompiler and clUnloadCompiler.
#include "fixture.h"

namespace weft::test {

class ClUnloadCompiler : public ApiTest {};

TEST_F(ClUnloadCompiler, LetsTheNextBuildLoadItAgain) {
  EXPECT_TRUE(buildProgram());
  EXPECT_EQ(clUnloadPlatformCompiler(platform()), CL_SUCCESS);
  EXPECT_EQ(clUnloadCompiler(), CL_SUCCESS);
  EXPECT_TRUE(buildProgram());
}

TEST_F(ClUnloadCompiler, RefusesHandlesOfOtherKinds) {
  EXPECT_EQ(clUnloadPlatformCompiler(as<cl_platform_id>(device())), CL_INVALID_PLATFORM);
}

} // namespace weft::test
