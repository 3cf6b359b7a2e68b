// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
#include "cpu/properties.h"

#include "core/image.h"
#include "support/artifact.h"

#include <weft/kernel_abi.h>

#include <algorithm>
#include <bit>

namespace weft {

static constexpr uint64_t KiB = 1024, MiB = 1024 * KiB;

// Half of a core's second-level cache, so that what a group shares stays close to it beside what it
// streams through. Any size works: it is ordinary memory.
static uint64_t localMemory(const CacheSizes &caches) {
  return std::clamp(std::bit_floor(caches.level2 / 2), 256 * KiB, 1 * MiB);
}

DeviceProperties describeDevice(const Host &host, const Limits &limits, const CacheSizes &caches) {
  DeviceProperties properties;
  properties.name = host.name;
  properties.vendor = host.vendor;
  properties.vendor_id = host.vendor_id;
  properties.compute_units = limits.threads;
  properties.preferred_vector_bytes = host.vector_bytes;
  properties.native_half = host.native_half;
  properties.global_memory = limits.memory;
  // "The minimum value is max(min(1024*1024*1024, 1/4th of CL_DEVICE_GLOBAL_MEM_SIZE),
  // 32*1024*1024)". Half lets a program have an input and an output of the same size.
  properties.max_allocation =
      std::max(limits.memory / 2, std::min(limits.memory, 32 * MiB)) / 4096 * 4096;
  properties.cache_bytes = caches.last;
  if (caches.line)
    properties.cache_line = caches.line;
  properties.local_memory = localMemory(caches);
  // Constant memory is ordinary memory.
  // Programs count the elements of constants in 32 bits.
  properties.max_constant = std::min(properties.max_allocation, uint64_t(4) << 30);
  properties.max_work_group_size = WEFT_MAX_GROUP_SIZE;
  // Output is handed on at each call; nothing but one call's text is ever stored.
  properties.printf_buffer = 16 * MiB;
  properties.max_parameter_size = MaxParameterBytes;
  // The largest pixels are of 16 bytes.
  properties.max_image_buffer =
      std::min(std::bit_floor(size_t(properties.max_allocation / 16)), ImageLimits::MaxBuffer);
  return properties;
}

} // namespace weft
