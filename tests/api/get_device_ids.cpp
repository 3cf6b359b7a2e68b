// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetDeviceIDs.
#include "fixture.h"

#include <cstdlib>
#include <string_view>

namespace weft::test {

class ClGetDeviceIDs : public ApiTest {
protected:
  // What the device is listed as (WEFT_DEVICE_TYPE).
  static cl_device_type own() {
    const char *listed = std::getenv("WEFT_DEVICE_TYPE");
    return listed && listed == std::string_view("gpu") ? CL_DEVICE_TYPE_GPU : CL_DEVICE_TYPE_CPU;
  }
  static cl_device_type other() { return own() ^ CL_DEVICE_TYPE_CPU ^ CL_DEVICE_TYPE_GPU; }
  void refuses(cl_device_type type, cl_int code) {
    cl_device_id id = untouched<cl_device_id>();
    cl_uint count = 4711;
    EXPECT_EQ(clGetDeviceIDs(platform(), type, 1, &id, &count), code) << type;
    EXPECT_EQ(id, untouched<cl_device_id>());
  }
};

TEST_F(ClGetDeviceIDs, FindsTheDeviceByEachTypeThatMeansIt) {
  for (cl_device_type type :
       {cl_device_type(CL_DEVICE_TYPE_ALL), own(), cl_device_type(CL_DEVICE_TYPE_DEFAULT),
        cl_device_type(CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU)}) {
    cl_uint count = 0;
    EXPECT_EQ(clGetDeviceIDs(platform(), type, 0, nullptr, &count), CL_SUCCESS) << type;
    EXPECT_GE(count, 1u);
    cl_device_id ids[2] = {untouched<cl_device_id>(), untouched<cl_device_id>()};
    EXPECT_EQ(clGetDeviceIDs(platform(), type, 1, ids, nullptr), CL_SUCCESS) << type;
    EXPECT_EQ(ids[0], device());
    EXPECT_EQ(ids[1], untouched<cl_device_id>());
  }
}

TEST_F(ClGetDeviceIDs, FindsNoDeviceOfOtherTypes) {
  refuses(other(), CL_DEVICE_NOT_FOUND);
  refuses(CL_DEVICE_TYPE_ACCELERATOR, CL_DEVICE_NOT_FOUND);
  refuses(CL_DEVICE_TYPE_CUSTOM, CL_DEVICE_NOT_FOUND);
  refuses(other() | CL_DEVICE_TYPE_ACCELERATOR, CL_DEVICE_NOT_FOUND);
}

TEST_F(ClGetDeviceIDs, FindsTheDeviceByTheTypeThatItReports) {
  cl_device_type type = 0;
  EXPECT_EQ(clGetDeviceInfo(device(), CL_DEVICE_TYPE, sizeof type, &type, nullptr), CL_SUCCESS);
  EXPECT_EQ(type, own());
}

TEST_F(ClGetDeviceIDs, RefusesUnknownTypes) {
  refuses(0, CL_INVALID_DEVICE_TYPE);
  refuses(cl_device_type(1) << 20, CL_INVALID_DEVICE_TYPE);
}

TEST_F(ClGetDeviceIDs, RefusesRoomForNone) {
  cl_device_id id = untouched<cl_device_id>();
  EXPECT_EQ(clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, 0, &id, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(id, untouched<cl_device_id>());
}

TEST_F(ClGetDeviceIDs, RefusesNoOutputAtAll) {
  EXPECT_EQ(clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, 1, nullptr, nullptr), CL_INVALID_VALUE);
}

TEST_F(ClGetDeviceIDs, RefusesHandlesOfOtherKinds) {
  cl_uint count = 0;
  EXPECT_EQ(clGetDeviceIDs(as<cl_platform_id>(device()), CL_DEVICE_TYPE_ALL, 0, nullptr, &count),
            CL_INVALID_PLATFORM);
}

} // namespace weft::test
