// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mapping files, and reading properties.
#include "core/external_memory.h"

#include "core/memory_flags.h"
#include "core/newer_queries.h"

#include <algorithm>
#include <set>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace weft {

std::span<const cl_external_memory_handle_type_khr> externalMemoryTypes() {
  static constexpr cl_external_memory_handle_type_khr Types[] = {
      CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR};
  return Types;
}

MemoryProperties::MemoryProperties(const Context &context, const cl_mem_properties *given) {
  if (!given)
    return;
  bool has_devices = false;
  std::set<cl_mem_properties> seen;
  const cl_mem_properties *at = given;
  while (*at) {
    // "CL_INVALID_PROPERTY [...] if the same property name is specified more than once"
    require(seen.insert(*at).second, CL_INVALID_PROPERTY, "a property is given twice");
    switch (*at) {
    case CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR:
      file = int(at[1]);
      require(file >= 0, CL_INVALID_PROPERTY, "not a file");
      at += 2;
      break;
    case CL_MEM_DEVICE_HANDLE_LIST_KHR:
      has_devices = true;
      for (++at; *at != CL_MEM_DEVICE_HANDLE_LIST_END_KHR; ++at) {
        Device &device = get<Device>(reinterpret_cast<cl_device_id>(*at));
        // "CL_INVALID_DEVICE if a device identified by the property CL_MEM_DEVICE_HANDLE_LIST_KHR
        // is not a valid device or is not associated with context"
        require(context.hasDevice(device), CL_INVALID_DEVICE, "a device of another context");
        devices.emplace_back(&device);
      }
      ++at;
      break;
    case CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT:
      require(at[1] == CL_TRUE || at[1] == CL_FALSE, CL_INVALID_PROPERTY, "not a cl_bool");
      has_address = at[1] == CL_TRUE;
      at += 2;
      break;
    default:
      throw Error{CL_INVALID_PROPERTY, "unknown memory property"};
    }
  }
  list.assign(given, at + 1);
  // "if properties does not include a supported external memory handle and
  // CL_MEM_DEVICE_HANDLE_LIST_KHR is specified"
  require(!has_devices || isExternal(), CL_INVALID_PROPERTY, "devices without external memory");
  if (!has_devices)
    devices = context.devices();
}

void MemoryProperties::check(cl_mem_flags flags, const void *host_ptr) const {
  if (!isExternal())
    return;
  // "CL_INVALID_VALUE [...] if properties includes a supported external memory handle and flags
  // includes CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR, or CL_MEM_COPY_HOST_PTR"
  require(!(flags & HostPointer), CL_INVALID_VALUE, "external memory and a host pointer's flags");
  // "CL_INVALID_HOST_PTR [...] if properties includes a supported external memory handle and
  // host_ptr is not NULL"
  require(!host_ptr, CL_INVALID_HOST_PTR, "external memory and a host pointer");
}

void MemoryProperties::checkForImages() const {
  require(!has_address, CL_INVALID_PROPERTY, "an image has no address in kernels");
}

ExternalMemory::ExternalMemory(const MemoryProperties &properties, size_t bytes, bool writable)
    : bytes(bytes), devices(properties.devices) {
  struct stat status;
  require(fstat(properties.file, &status) == 0 && S_ISREG(status.st_mode), CL_INVALID_PROPERTY,
          "not a file of memory");
  // Beyond the end of the file there is nothing: who touches it gets SIGBUS.
  require(size_t(status.st_size) >= bytes, CL_INVALID_BUFFER_SIZE, "the file is smaller");
  const int access = PROT_READ | (writable ? PROT_WRITE : 0);
  void *mapped = mmap(nullptr, bytes, access, MAP_SHARED, properties.file, 0);
  require(mapped != MAP_FAILED, CL_INVALID_PROPERTY, "the file cannot be mapped");
  address = static_cast<char *>(mapped);
  // "importing memory from a file descriptor transfers ownership of the file descriptor"; the
  // mapping keeps the memory.
  close(properties.file);
}

ExternalMemory::~ExternalMemory() { munmap(address, bytes); }

bool ExternalMemory::hasDevice(const Device &device) const {
  return std::ranges::any_of(devices, [&](const Ref<Device> &own) { return own.get() == &device; });
}

} // namespace weft
