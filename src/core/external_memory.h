// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory behind a file that other processes and drivers have, too (cl_khr_external_memory), and the
// properties that memory objects are made with.
#ifndef WEFT_CORE_EXTERNAL_MEMORY_H
#define WEFT_CORE_EXTERNAL_MEMORY_H

#include "core/context.h"

#include <CL/cl_ext.h>
#include <span>
#include <vector>

// Headers of 2023 have them by another name.
#ifndef CL_MEM_DEVICE_HANDLE_LIST_KHR
#define CL_MEM_DEVICE_HANDLE_LIST_KHR 0x2051
#define CL_MEM_DEVICE_HANDLE_LIST_END_KHR 0
#endif
#ifndef CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR
#define CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR 0x2052
#endif

namespace weft {

// What CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR reports, and the platform.
std::span<const cl_external_memory_handle_type_khr> externalMemoryTypes();

// The properties of clCreateBufferWithProperties and clCreateImageWithProperties.
struct MemoryProperties {
  MemoryProperties() = default;
  // With all checks that need nothing else: CL_INVALID_PROPERTY, CL_INVALID_DEVICE. `given` may be
  // null.
  MemoryProperties(const Context &context, const cl_mem_properties *given);

  bool isExternal() const { return file >= 0; }
  // What only buffers may have: CL_INVALID_PROPERTY.
  void checkForImages() const;
  // CL_INVALID_VALUE and CL_INVALID_HOST_PTR for what external memory excludes.
  void check(cl_mem_flags flags, const void *host_ptr) const;

  int file = -1;
  bool has_address = false;            // CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT
  std::vector<Ref<Device>> devices;    // with external memory: those that may use it
  std::vector<cl_mem_properties> list; // as given, with the terminating 0; empty: null was given
};

class ExternalMemory {
public:
  // Maps the first `bytes` of the file, which then is this object's. CL_INVALID_PROPERTY if that is
  // not possible, CL_INVALID_BUFFER_SIZE if the file has not so many.
  ExternalMemory(const MemoryProperties &properties, size_t bytes, bool writable);
  ~ExternalMemory();
  ExternalMemory(const ExternalMemory &) = delete;
  ExternalMemory &operator=(const ExternalMemory &) = delete;

  char *data() const { return address; }
  bool hasDevice(const Device &device) const;

private:
  char *address = nullptr;
  const size_t bytes;
  const std::vector<Ref<Device>> devices;
};

} // namespace weft
#endif
