// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the device says about itself, from what was detected.
#ifndef WEFT_CPU_PROPERTIES_H
#define WEFT_CPU_PROPERTIES_H

#include "core/device.h"
#include "cpu/host/host.h"
#include "cpu/host/limits.h"

namespace weft {

// All but the clock.
DeviceProperties describeDevice(const Host &host, const Limits &limits, const CacheSizes &caches);

} // namespace weft
#endif
