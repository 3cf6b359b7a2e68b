// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks that many entry points share.
#include "api/validate.h"

#include <algorithm>

namespace weft::api {

std::vector<Ref<Device>> getDevices(cl_uint count, const cl_device_id *list, bool optional) {
  require((count == 0) == (list == nullptr), CL_INVALID_VALUE,
          "a device list without a count or a count without a list");
  require(optional || count, CL_INVALID_VALUE, "no devices");
  std::vector<Ref<Device>> devices;
  for (cl_uint i = 0; i < count; ++i) {
    Ref<Device> device(&get<Device>(list[i]));
    if (std::find(devices.begin(), devices.end(), device) == devices.end())
      devices.push_back(std::move(device));
  }
  return devices;
}

} // namespace weft::api
