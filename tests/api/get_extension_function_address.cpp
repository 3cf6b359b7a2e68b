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

// The form of OpenCL 1.1 has no platform: loaders find the driver by the suffix of the name.
TEST_F(ClGetExtensionFunctionAddress, OfOpenCL11FindsNothingByAnUnknownName) {
  EXPECT_EQ(clGetExtensionFunctionAddress("clNoSuchFunctionWEFT"), nullptr);
}

TEST_F(ClGetExtensionFunctionAddress, FindsWhatTheExtensionsNeed) {
  for (const char *name :
       {"clCreateCommandQueueWithPropertiesKHR", "clGetKernelSuggestedLocalWorkSizeKHR",
        "clGetKernelSuggestedLocalWorkSize", "clGetImageRequirementsInfoEXT",
        "clCreateProgramWithILKHR", "clIcdGetPlatformIDsKHR", "clGetKernelSubGroupInfoKHR"})
    EXPECT_NE(clGetExtensionFunctionAddressForPlatform(platform(), name), nullptr) << name;
}

// A name that loaders do not answer for themselves. What null means is up to them too: ocl-icd
// takes it as its default platform.
static const char *const Name = "clCreateCommandQueueWithPropertiesKHR";

TEST_F(ClGetExtensionFunctionAddress, RefusesHandlesOfOtherKinds) {
  EXPECT_NE(clGetExtensionFunctionAddressForPlatform(platform(), Name), nullptr);
  EXPECT_EQ(clGetExtensionFunctionAddressForPlatform(as<cl_platform_id>(device()), Name), nullptr);
}

} // namespace weft::test
