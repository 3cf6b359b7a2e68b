// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCreateSubDevices: the device cannot be partitioned, so every known scheme is refused.
#include "fixture.h"

namespace weft::test {

class ClCreateSubDevices : public ApiTest {
protected:
  void refuses(cl_device_id in, const cl_device_partition_property *properties, cl_int code) {
    cl_device_id out = untouched<cl_device_id>();
    cl_uint count = 4711;
    EXPECT_EQ(clCreateSubDevices(in, properties, 1, &out, &count), code);
    EXPECT_EQ(out, untouched<cl_device_id>());
    EXPECT_EQ(count, 4711u);
  }
};

TEST_F(ClCreateSubDevices, RefusesSchemesThatTheDeviceDoesNotList) {
  ASSERT_EQ(deviceInfo<cl_uint>(CL_DEVICE_PARTITION_MAX_SUB_DEVICES), 0u);
  const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  const cl_device_partition_property counts[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1,
                                                 CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  const cl_device_partition_property domain[] = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                                                 CL_DEVICE_AFFINITY_DOMAIN_NUMA, 0};
  refuses(device(), equally, CL_INVALID_VALUE);
  refuses(device(), counts, CL_INVALID_VALUE);
  refuses(device(), domain, CL_INVALID_VALUE);
}

TEST_F(ClCreateSubDevices, RefusesUnknownSchemes) {
  const cl_device_partition_property unknown[] = {0x1234, 1, 0};
  refuses(device(), unknown, CL_INVALID_VALUE);
  refuses(device(), nullptr, CL_INVALID_VALUE);
}

TEST_F(ClCreateSubDevices, RefusesNoDevice) {
  const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  refuses(nullptr, equally, CL_INVALID_DEVICE);
}

TEST_F(ClCreateSubDevices, RefusesHandlesOfOtherKinds) {
  const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  refuses(as<cl_device_id>(cl_context(context)), equally, CL_INVALID_DEVICE);
}

} // namespace weft::test
