// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Devices.
#include "api/validate.h"
#include "core/device_info.h"
#include "core/partition.h"
#include "core/platform.h"

namespace weft::api {

static bool matches(cl_device_type wanted) {
  // "CL_INVALID_DEVICE_TYPE if device_type is not a valid value."
  constexpr cl_device_type Known = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU |
                                   CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR |
                                   CL_DEVICE_TYPE_CUSTOM;
  if (wanted == CL_DEVICE_TYPE_ALL)
    return true;
  require(wanted && !(wanted & ~Known), CL_INVALID_DEVICE_TYPE, "unknown device type");
  return wanted & (deviceType() | CL_DEVICE_TYPE_DEFAULT);
}

cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type device_type, cl_uint num_entries,
                      cl_device_id *devices, cl_uint *num_devices) {
  return apiCall([&] {
    Platform &owner = platformOrDefault(platform);
    const bool match = matches(device_type);
    // "CL_INVALID_VALUE if num_entries is equal to zero and devices is not NULL or if both
    // num_devices and devices are NULL."
    require(!devices || num_entries, CL_INVALID_VALUE, "num_entries is zero");
    require(devices || num_devices, CL_INVALID_VALUE, "nothing asked for");
    const Ref<Device> &device = owner.device();
    if (num_devices)
      *num_devices = match && device;
    // "CL_DEVICE_NOT_FOUND if no OpenCL devices that matched device_type were found."
    require(match && device, CL_DEVICE_NOT_FOUND, "no device of this type");
    if (devices)
      devices[0] = device->handle();
  });
}

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info param_name, size_t param_value_size,
                       void *param_value, size_t *param_value_size_ret) {
  return apiCall([&] {
    InfoWriter out(param_value_size, param_value, param_value_size_ret);
    deviceInfo(get<Device>(device), param_name, out);
  });
}

cl_int clCreateSubDevices(cl_device_id in_device, const cl_device_partition_property *properties,
                          cl_uint num_devices, cl_device_id *out_devices,
                          cl_uint *num_devices_ret) {
  return apiCall([&] {
    Device &device = get<Device>(in_device);
    check::start(); // they are made before a context is
    const Partition plan = planPartition(device, properties);
    // "CL_INVALID_VALUE [...] if out_devices is not NULL and num_devices is less than the number of
    // sub-devices created by the partition scheme."
    require(!out_devices || num_devices >= plan.parts.size(), CL_INVALID_VALUE,
            "room for too few devices");
    if (out_devices) {
      // All or none.
      std::vector<Ref<Device>> made;
      for (const std::vector<unsigned> &units : plan.parts) {
        made.push_back(device.part(units));
        made.back()->platform = device.platform;
        made.back()->parent = Ref<Device>(&device);
        made.back()->partition_type = plan.scheme;
      }
      for (size_t i = 0; i < made.size(); ++i)
        out_devices[i] = given(*made[i].leak()).handle();
    }
    if (num_devices_ret)
      *num_devices_ret = cl_uint(plan.parts.size());
  });
}

// "If device is a root-level device [...] the reference count is unchanged."
cl_int clRetainDevice(cl_device_id device) {
  return apiCall([&] {
    if (Device &object = get<Device>(device); object.parent)
      object.apiRetain();
  });
}
cl_int clReleaseDevice(cl_device_id device) {
  return apiCall([&] {
    if (Device &object = get<Device>(device); object.parent)
      object.apiRelease();
  });
}

cl_int clGetDeviceAndHostTimer(cl_device_id device, cl_ulong *device_timestamp,
                               cl_ulong *host_timestamp) {
  return apiCall([&] {
    Device &object = get<Device>(device);
    require(device_timestamp && host_timestamp, CL_INVALID_VALUE, "null result");
    // One clock serves host and device.
    *device_timestamp = *host_timestamp = object.now();
  });
}

cl_int clGetHostTimer(cl_device_id device, cl_ulong *host_timestamp) {
  return apiCall([&] {
    Device &object = get<Device>(device);
    require(host_timestamp, CL_INVALID_VALUE, "null result");
    *host_timestamp = object.now();
  });
}

} // namespace weft::api
