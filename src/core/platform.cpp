// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The platform and its queries.
#include "core/platform.h"

#include "core/device_info.h"
#include "core/external_memory.h"
#include "core/newer_queries.h"
#include "core/semaphore.h"
#include "support/config.h"

namespace weft {

// Those of its devices, and its own.
static constexpr cl_name_version platform_extensions[] = {
#define WEFT_API_EXTENSION(name, major, minor, micro) {CL_MAKE_VERSION(major, minor, micro), #name},
#define WEFT_PLATFORM_EXTENSION(name, major, minor, micro)                                         \
  {CL_MAKE_VERSION(major, minor, micro), #name},
#define WEFT_LANGUAGE_EXTENSION(name, major, minor, micro, since)                                  \
  {CL_MAKE_VERSION(major, minor, micro), #name},
#include "support/language.def"
};

static std::atomic<Platform::DeviceFactory> device_factory{nullptr};

void Platform::setDeviceFactory(DeviceFactory factory) { device_factory = factory; }

Platform &Platform::instance() {
  static Platform &platform = *new Platform;
  return platform;
}

const Ref<Device> &Platform::device() {
  std::call_once(device_made, [this] {
    if (DeviceFactory factory = device_factory) {
      only_device = factory();
      if (only_device)
        only_device->platform = this;
    }
  });
  return only_device;
}

void Platform::adoptLoaderData(void *data) {
  setLoaderData(data);
  this->Handle::loader_data = data;
  if (only_device)
    only_device->Handle::loader_data = data;
}

void Platform::info(cl_platform_info what, InfoWriter &out) {
  switch (what) {
  case CL_PLATFORM_PROFILE:
    return out.string("FULL_PROFILE");
  case CL_PLATFORM_VERSION:
    return out.string(deviceVersion());
  case CL_PLATFORM_NUMERIC_VERSION:
    return out.write<cl_version>(deviceNumericVersion());
  case CL_PLATFORM_NAME:
    return out.string(config::platformName().empty() ? "Weft" : config::platformName());
  case CL_PLATFORM_VENDOR:
    return out.string("Weft project");
  case CL_PLATFORM_EXTENSIONS:
    return out.string(nameList(platform_extensions));
  case CL_PLATFORM_EXTENSIONS_WITH_VERSION:
    return out.array(std::span<const cl_name_version>(platform_extensions));
  case CL_PLATFORM_HOST_TIMER_RESOLUTION:
    return out.write<cl_ulong>(1); // ns; see Device::now()
  case CL_PLATFORM_UNLOADABLE_KHR:
    // Once there are threads the code stays mapped, whatever the loader does (cpu/pool).
    return out.boolean(true);
  case CL_PLATFORM_ICD_SUFFIX_KHR:
    return out.string("WEFT");
  case CL_PLATFORM_SEMAPHORE_TYPES_KHR:
    return out.array(semaphoreTypes());
  case CL_PLATFORM_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR:
  case CL_PLATFORM_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR:
    return out.array(semaphoreHandleTypes());
  case CL_PLATFORM_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR:
    return out.array(externalMemoryTypes());
  default:
    throw Error{CL_INVALID_VALUE, "unknown platform query"};
  }
}

} // namespace weft
