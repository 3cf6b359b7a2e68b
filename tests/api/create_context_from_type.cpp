// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCreateContextFromType.
#include "fixture.h"

namespace weft::test {

class ClCreateContextFromType : public ApiTest {
protected:
  void refuses(const cl_context_properties *properties, cl_device_type type, cl_int code,
               void *user_data = nullptr) {
    cl_int got = 4711;
    EXPECT_EQ(clCreateContextFromType(properties, type, nullptr, user_data, &got), nullptr);
    EXPECT_EQ(got, code);
    EXPECT_EQ(clCreateContextFromType(properties, type, nullptr, user_data, nullptr), nullptr);
  }
  const cl_context_properties here[3] = {CL_CONTEXT_PLATFORM,
                                         reinterpret_cast<cl_context_properties>(platform()), 0};
};

TEST_F(ClCreateContextFromType, HoldsTheDevicesOfTheType) {
  for (cl_device_type type :
       {cl_device_type(CL_DEVICE_TYPE_CPU), cl_device_type(CL_DEVICE_TYPE_DEFAULT),
        cl_device_type(CL_DEVICE_TYPE_ALL)}) {
    cl_int code = 4711;
    Context made(clCreateContextFromType(here, type, nullptr, nullptr, &code));
    ASSERT_EQ(code, CL_SUCCESS);
    cl_device_id id = nullptr;
    EXPECT_EQ(clGetContextInfo(made, CL_CONTEXT_DEVICES, sizeof id, &id, nullptr), CL_SUCCESS);
    EXPECT_EQ(id, device());
  }
}

TEST_F(ClCreateContextFromType, FindsNoDeviceOfOtherTypes) {
  refuses(here, CL_DEVICE_TYPE_GPU, CL_DEVICE_NOT_FOUND);
}

TEST_F(ClCreateContextFromType, RefusesUnknownTypes) {
  refuses(here, 0, CL_INVALID_DEVICE_TYPE);
  refuses(here, cl_device_type(1) << 20, CL_INVALID_DEVICE_TYPE);
}

TEST_F(ClCreateContextFromType, RefusesUserDataWithoutACallback) {
  int data = 0;
  refuses(here, CL_DEVICE_TYPE_CPU, CL_INVALID_VALUE, &data);
}

TEST_F(ClCreateContextFromType, RefusesBadProperties) {
  const cl_context_properties unknown[] = {here[0], here[1], 0x1234, 1, 0};
  refuses(unknown, CL_DEVICE_TYPE_CPU, CL_INVALID_PROPERTY);
  const cl_context_properties twice[] = {
      here[0],  here[1], CL_CONTEXT_INTEROP_USER_SYNC, CL_TRUE, CL_CONTEXT_INTEROP_USER_SYNC,
      CL_FALSE, 0};
  refuses(twice, CL_DEVICE_TYPE_CPU, CL_INVALID_PROPERTY);
  const cl_context_properties null_platform[] = {CL_CONTEXT_PLATFORM, 0, 0};
  refuses(null_platform, CL_DEVICE_TYPE_CPU, CL_INVALID_PLATFORM);
}

} // namespace weft::test
