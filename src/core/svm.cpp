// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared virtual memory.
#include "core/svm.h"

#include "core/device.h"

namespace weft {

SvmAllocations::SvmAllocations(Ref<Device> device) : device(std::move(device)) {}

SvmAllocations::~SvmAllocations() {
  for (const auto &[address, size] : sizes)
    device->free(const_cast<char *>(address), size);
}

void *SvmAllocations::allocate(size_t size) {
  char *address = static_cast<char *>(device->allocate(size));
  if (!address)
    return nullptr;
  try {
    std::lock_guard lock(mutex);
    sizes.emplace(address, size);
  } catch (...) {
    device->free(address, size);
    throw;
  }
  return address;
}

void SvmAllocations::free(void *pointer) {
  size_t size;
  {
    std::lock_guard lock(mutex);
    auto found = sizes.find(static_cast<char *>(pointer));
    if (found == sizes.end())
      return;
    size = found->second;
    sizes.erase(found);
  }
  device->free(pointer, size);
}

bool SvmAllocations::contains(const void *pointer, size_t size) const {
  const std::span<const char> found = allocationAt(pointer);
  return !found.empty() &&
         size <= size_t(found.data() + found.size() - static_cast<const char *>(pointer));
}

std::span<const char> SvmAllocations::allocationAt(const void *pointer) const {
  const char *place = static_cast<const char *>(pointer);
  std::lock_guard lock(mutex);
  auto after = sizes.upper_bound(place);
  if (after == sizes.begin())
    return {};
  const auto &[address, bytes] = *--after;
  return size_t(place - address) < bytes ? std::span(address, bytes) : std::span<const char>();
}

} // namespace weft
