// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device that runs kernels on the CPUs of the process.
#ifndef WEFT_CPU_CPU_DEVICE_H
#define WEFT_CPU_CPU_DEVICE_H

#include "core/device.h"

namespace weft {

// Detects the machine and what the process may use of it; starts no thread and loads no library.
Ref<Device> createCpuDevice();

} // namespace weft
#endif
