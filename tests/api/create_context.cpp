// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCreateContext.
#include "fixture.h"

namespace weft::test {

class ClCreateContext : public ApiTest {
protected:
  using Notify = void(CL_CALLBACK *)(const char *, const void *, size_t, void *);
  void refuses(const cl_context_properties *properties, cl_uint count, const cl_device_id *devices,
               Notify notify, void *user_data, cl_int code) {
    cl_int got = 4711;
    EXPECT_EQ(clCreateContext(properties, count, devices, notify, user_data, &got), nullptr);
    EXPECT_EQ(got, code);
    EXPECT_EQ(clCreateContext(properties, count, devices, notify, user_data, nullptr), nullptr);
  }
  static void CL_CALLBACK ignore(const char *, const void *, size_t, void *) {}
  const cl_device_id id = device();
  const cl_context_properties here = reinterpret_cast<cl_context_properties>(platform());
};

TEST_F(ClCreateContext, TakesPropertiesAndACallback) {
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, here,
                                              CL_CONTEXT_INTEROP_USER_SYNC, CL_TRUE, 0};
  int data = 0;
  cl_int code = 4711;
  Context made(clCreateContext(properties, 1, &id, ignore, &data, &code));
  EXPECT_EQ(code, CL_SUCCESS);
  EXPECT_TRUE(made);
}

TEST_F(ClCreateContext, TakesOneDeviceSeveralTimes) {
  const cl_device_id twice[] = {id, id};
  cl_int code = 4711;
  Context made(clCreateContext(nullptr, 2, twice, nullptr, nullptr, &code));
  EXPECT_EQ(code, CL_SUCCESS);
  EXPECT_TRUE(made);
}

TEST_F(ClCreateContext, TakesNoErrorPointer) {
  Context made(clCreateContext(nullptr, 1, &id, nullptr, nullptr, nullptr));
  EXPECT_TRUE(made);
}

TEST_F(ClCreateContext, RefusesNoDevices) {
  refuses(nullptr, 0, &id, nullptr, nullptr, CL_INVALID_VALUE);
  refuses(nullptr, 1, nullptr, nullptr, nullptr, CL_INVALID_VALUE);
  refuses(nullptr, 0, nullptr, nullptr, nullptr, CL_INVALID_VALUE);
}

TEST_F(ClCreateContext, RefusesUserDataWithoutACallback) {
  int data = 0;
  refuses(nullptr, 1, &id, nullptr, &data, CL_INVALID_VALUE);
}

TEST_F(ClCreateContext, RefusesNullAmongTheDevices) {
  const cl_device_id ids[] = {id, nullptr};
  refuses(nullptr, 2, ids, nullptr, nullptr, CL_INVALID_DEVICE);
  refuses(nullptr, 1, &ids[1], nullptr, nullptr, CL_INVALID_DEVICE);
}

TEST_F(ClCreateContext, RefusesUnknownProperties) {
  const cl_context_properties unknown[] = {0x1234, 1, 0};
  refuses(unknown, 1, &id, nullptr, nullptr, CL_INVALID_PROPERTY);
}

TEST_F(ClCreateContext, RefusesAPropertyGivenTwice) {
  const cl_context_properties sync[] = {CL_CONTEXT_INTEROP_USER_SYNC, CL_TRUE,
                                        CL_CONTEXT_INTEROP_USER_SYNC, CL_TRUE, 0};
  refuses(sync, 1, &id, nullptr, nullptr, CL_INVALID_PROPERTY);
}

TEST_F(ClCreateContext, RefusesPropertyValuesOutOfRange) {
  const cl_context_properties sync[] = {CL_CONTEXT_INTEROP_USER_SYNC, 17, 0};
  refuses(sync, 1, &id, nullptr, nullptr, CL_INVALID_PROPERTY);
}

TEST_F(ClCreateContext, RefusesANullPlatform) {
  const cl_context_properties none[] = {CL_CONTEXT_PLATFORM, 0, 0};
  refuses(none, 1, &id, nullptr, nullptr, CL_INVALID_PLATFORM);
}

TEST_F(ClCreateContext, RefusesHandlesOfOtherKinds) {
  const cl_device_id ids[] = {id, as<cl_device_id>(cl_context(context))};
  refuses(nullptr, 2, ids, nullptr, nullptr, CL_INVALID_DEVICE);
  const cl_context_properties device_as_platform[] = {
      CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(id), 0};
  refuses(device_as_platform, 1, &id, nullptr, nullptr, CL_INVALID_PLATFORM);
}

} // namespace weft::test
