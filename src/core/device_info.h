// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Answers of clGetDeviceInfo: what depends on the machine from Device::properties(), all else from
// what the driver supports.
#ifndef WEFT_CORE_DEVICE_INFO_H
#define WEFT_CORE_DEVICE_INFO_H

#include "core/device.h"
#include "core/info_writer.h"

#include <span>
#include <string>

namespace weft {

// Of the platform and of every device: "OpenCL 3.1 weft 0.1.0", and the same as a number.
const char *deviceVersion();
cl_version deviceNumericVersion();
// As what devices are listed; WEFT_DEVICE_TYPE.
cl_device_type deviceType();
// Extensions that the platform and every device have, whatever the device.
std::span<const cl_name_version> extensions();
std::string nameList(std::span<const cl_name_version> names); // space separated

void deviceInfo(Device &device, cl_device_info what, InfoWriter &out);

} // namespace weft
#endif
