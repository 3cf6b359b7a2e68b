// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCreateProgramWithBuiltInKernels: there are none.
#include "fixture.h"

namespace weft::test {

class ClCreateProgramWithBuiltInKernels : public ApiTest {
protected:
  void refuses(cl_context in, cl_uint count, const cl_device_id *devices, const char *names,
               cl_int code) {
    cl_int got = 4711;
    EXPECT_EQ(clCreateProgramWithBuiltInKernels(in, count, devices, names, &got), nullptr);
    EXPECT_EQ(got, code);
  }
  const cl_device_id id = device();
};

TEST_F(ClCreateProgramWithBuiltInKernels, RefusesUnknownNames) {
  refuses(context, 1, &id, "no_such_kernel", CL_INVALID_VALUE);
  refuses(context, 1, &id, nullptr, CL_INVALID_VALUE);
}

TEST_F(ClCreateProgramWithBuiltInKernels, RefusesNoDevices) {
  refuses(context, 0, &id, "name", CL_INVALID_VALUE);
  refuses(context, 1, nullptr, "name", CL_INVALID_VALUE);
}

TEST_F(ClCreateProgramWithBuiltInKernels, RefusesNull) {
  const cl_device_id none = nullptr;
  refuses(nullptr, 1, &id, "name", CL_INVALID_CONTEXT);
  refuses(context, 1, &none, "name", CL_INVALID_DEVICE);
}

TEST_F(ClCreateProgramWithBuiltInKernels, RefusesHandlesOfOtherKinds) {
  const cl_device_id wrong = as<cl_device_id>(cl_context(context));
  refuses(as<cl_context>(device()), 1, &id, "name", CL_INVALID_CONTEXT);
  refuses(context, 1, &wrong, "name", CL_INVALID_DEVICE);
}

} // namespace weft::test
