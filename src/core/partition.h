// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sub-devices: which schemes a device can be split by, and reading the properties of
// clCreateSubDevices.
#ifndef WEFT_CORE_PARTITION_H
#define WEFT_CORE_PARTITION_H

#include "core/device.h"

#include <vector>

namespace weft {

// What CL_DEVICE_PARTITION_PROPERTIES lists; empty if the device has but one compute unit.
std::vector<cl_device_partition_property> partitionSchemes(const Device &device);
// What CL_DEVICE_PARTITION_AFFINITY_DOMAIN reports: domains that divide the device.
cl_device_affinity_domain affinityDomains(const Device &device);

// What clCreateSubDevices is to make.
struct Partition {
  std::vector<std::vector<unsigned>> parts;         // numbers of compute units
  std::vector<cl_device_partition_property> scheme; // CL_DEVICE_PARTITION_TYPE, with its 0
};
// With the checks of clCreateSubDevices on `properties`.
Partition planPartition(const Device &device, const cl_device_partition_property *properties);

} // namespace weft
#endif
