// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared virtual memory of a context. The device's memory is host memory and its addresses are host
// addresses, so an allocation is a buffer's memory without the buffer, and any pointer of the
// application is good in a kernel (fine-grained system sharing).
#ifndef WEFT_CORE_SVM_H
#define WEFT_CORE_SVM_H

#include "core/object.h"

#include <cstddef>
#include <map>
#include <mutex>
#include <span>

namespace weft {

class Device;

// What CL_DEVICE_SVM_CAPABILITIES reports. Atomics of kernels are the host's own instructions.
constexpr cl_device_svm_capabilities SvmCapabilities =
    CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_BUFFER |
    CL_DEVICE_SVM_FINE_GRAIN_SYSTEM | CL_DEVICE_SVM_ATOMICS;

class SvmAllocations {
public:
  explicit SvmAllocations(Ref<Device> device);
  // Frees what the application has not.
  ~SvmAllocations();

  // Bytes for host and kernels, aligned to WEFT_ABI_ALIGNMENT; null if there are none.
  void *allocate(size_t size);
  // Does nothing unless `pointer` came from allocate().
  void free(void *pointer);
  // Is [pointer, pointer + size) within one allocation?
  bool contains(const void *pointer, size_t size) const;
  // The allocation in which `pointer` lies; empty: none.
  std::span<const char> allocationAt(const void *pointer) const;

private:
  Ref<Device> device;
  mutable std::mutex mutex; // guards sizes
  std::map<const char *, size_t> sizes;
};

} // namespace weft
#endif
