// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetExtensionFunctionAddressForPlatform.
#include "fixture.h"

namespace weft::test {

class ClGetExtensionFunctionAddress : public ApiTest {};

TEST_F(ClGetExtensionFunctionAddress, FindsNothingByAnUnknownName) {
  EXPECT_EQ(clGetExtensionFunctionAddressForPlatform(platform(), "clNoSuchFunctionWEFT"), nullptr);
  EXPECT_EQ(clGetExtensionFunctionAddressForPlatform(platform(), ""), nullptr);
}

TEST_F(ClGetExtensionFunctionAddress, FindsNothingOnNoPlatform) {
  EXPECT_EQ(clGetExtensionFunctionAddressForPlatform(nullptr, "clGetPlatformIDs"), nullptr);
}

TEST_F(ClGetExtensionFunctionAddress, RefusesHandlesOfOtherKinds) {
  EXPECT_EQ(clGetExtensionFunctionAddressForPlatform(as<cl_platform_id>(device()),
                                                     "clGetKernelSubGroupInfoKHR"),
            nullptr);
}

} // namespace weft::test
