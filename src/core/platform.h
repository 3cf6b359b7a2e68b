// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The platform: one per process, with the devices that the composition root gives it.
#ifndef WEFT_CORE_PLATFORM_H
#define WEFT_CORE_PLATFORM_H

#include "core/device.h"
#include "core/info_writer.h"
#include "core/object.h"

#include <mutex>

namespace weft {

class Platform : public ApiObject<_cl_platform_id, Kind::Platform, CL_INVALID_PLATFORM> {
public:
  using DeviceFactory = Ref<Device> (*)();

  // Made at its first use and never destroyed, so that handles stay valid while the process exits.
  static Platform &instance();
  // Said once, before instance() is used, by the composition root.
  static void setDeviceFactory(DeviceFactory factory);

  // Made at its first use: merely listing platforms detects nothing. Null if there is no factory.
  const Ref<Device> &device();
  // For an ICD 2 loader: the word that this platform and everything under it carries.
  void adoptLoaderData(void *data);

  void info(cl_platform_info what, InfoWriter &out);

private:
  std::once_flag device_made;
  Ref<Device> only_device;
};

// The platform of a handle, where null stands for the only one there is.
inline Platform &platformOrDefault(cl_platform_id handle) {
  return handle ? get<Platform>(handle) : Platform::instance();
}

} // namespace weft
#endif
