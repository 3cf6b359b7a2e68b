// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetPlatformInfo: each parameter and their agreement.
#include "fixture.h"

#include <CL/cl_ext.h>

namespace weft::test {

class ClGetPlatformInfo : public ApiTest {
protected:
  const Query query = [](cl_uint param, size_t size, void *value, size_t *size_ret) {
    return clGetPlatformInfo(platform(), param, size, value, size_ret);
  };
};

TEST_F(ClGetPlatformInfo, TextsAreAsTheSpecificationWants) {
  EXPECT_EQ(queryText(query, CL_PLATFORM_PROFILE), "FULL_PROFILE");
  EXPECT_EQ(queryText(query, CL_PLATFORM_VERSION).rfind(openclVersionText() + " ", 0), 0u);
  EXPECT_EQ(queryText(query, CL_PLATFORM_NAME), "Weft");
  EXPECT_NE(queryText(query, CL_PLATFORM_VENDOR), "");
  EXPECT_EQ(queryText(query, CL_PLATFORM_ICD_SUFFIX_KHR), "WEFT");
}

TEST_F(ClGetPlatformInfo, NumericVersionIsTheVersion) {
  auto version = queryValue<cl_version>(query, CL_PLATFORM_NUMERIC_VERSION);
  const std::string text = "OpenCL " + std::to_string(CL_VERSION_MAJOR(version)) + "." +
                           std::to_string(CL_VERSION_MINOR(version)) + " ";
  EXPECT_EQ(queryText(query, CL_PLATFORM_VERSION).rfind(text, 0), 0u);
}

TEST_F(ClGetPlatformInfo, ExtensionListsAgree) {
  std::string joined;
  for (const auto &extension :
       queryArray<cl_name_version>(query, CL_PLATFORM_EXTENSIONS_WITH_VERSION))
    joined += (joined.empty() ? "" : " ") + std::string(extension.name);
  EXPECT_EQ(queryText(query, CL_PLATFORM_EXTENSIONS), joined);
  EXPECT_NE((" " + joined + " ").find(" cl_khr_icd "), std::string::npos);
}

// cl_khr_icd_unloadable: a property of the platform, not of its devices.
TEST_F(ClGetPlatformInfo, TellsThatItCanBeUnloaded) {
  constexpr cl_platform_info Unloadable = 0x0921; // CL_PLATFORM_UNLOADABLE_KHR
  EXPECT_EQ(queryValue<cl_bool>(query, Unloadable), cl_bool(CL_TRUE));
  EXPECT_NE((queryText(query, CL_PLATFORM_EXTENSIONS) + " ").find("cl_khr_icd_unloadable "),
            std::string::npos);
  EXPECT_EQ(deviceText(CL_DEVICE_EXTENSIONS).find("cl_khr_icd_unloadable"), std::string::npos);
}

TEST_F(ClGetPlatformInfo, TimerResolutionTellsThatTimersAreThere) {
  EXPECT_GT(queryValue<cl_ulong>(query, CL_PLATFORM_HOST_TIMER_RESOLUTION), 0u);
}

TEST_F(ClGetPlatformInfo, RefusesUnknownParameters) { refusesUnknownParameter(query); }

TEST_F(ClGetPlatformInfo, RefusesHandlesOfOtherKinds) {
  char text[64];
  EXPECT_EQ(
      clGetPlatformInfo(as<cl_platform_id>(device()), CL_PLATFORM_NAME, sizeof text, text, nullptr),
      CL_INVALID_PLATFORM);
}

} // namespace weft::test
