// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory that a context has given out, and what an address in it belongs to: memory objects,
// shared virtual memory, unified shared memory. The device's memory is host memory and its
// addresses are host addresses, so each is a buffer's memory, and any pointer of the application is
// good in a kernel (fine-grained system sharing).
#ifndef WEFT_CORE_ALLOCATIONS_H
#define WEFT_CORE_ALLOCATIONS_H

#include "core/object.h"
#include "support/address_map.h"

#include <CL/cl_ext.h>
#include <cstddef>
#include <optional>

namespace weft {

class Device;

enum class AllocationKind : uint32_t {
  Object, // of a memory object: allocated, or of external memory
  Svm,    // clSVMAlloc
  Host,   // clHostMemAllocINTEL
  Device, // clDeviceMemAllocINTEL
  Shared, // clSharedMemAllocINTEL
};

// "SVM allocation", for reports.
const char *nameOf(AllocationKind kind);

struct Allocation {
  char *base;
  size_t size; // as asked for
  AllocationKind kind;
  cl_mem_alloc_flags_intel flags = 0; // unified shared memory; Kind::Svm: of clSVMAlloc, some
  // Unified shared memory: the Device that it is of, or null. Kind::Object: the Memory.
  const void *owner = nullptr;

  bool isUnified() const { return kind >= AllocationKind::Host; }
  // One that begins elsewhere may still end in here.
  bool has(const void *address) const {
    return reinterpret_cast<uintptr_t>(address) - reinterpret_cast<uintptr_t>(base) < size;
  }
  bool overlaps(const void *from, size_t bytes) const {
    const auto first = reinterpret_cast<uintptr_t>(from), own = reinterpret_cast<uintptr_t>(base);
    return first < own ? bytes > own - first : bytes && first - own < size;
  }
};

class Allocations {
public:
  explicit Allocations(Ref<Device> device);
  // Frees what the application has not.
  ~Allocations();

  // Takes no lock. A pointer to anything else has none, and neither has the application's memory
  // that a buffer uses.
  std::optional<Allocation> find(const void *pointer) const noexcept;
  // Is [pointer, pointer + size) within one allocation of clSVMAlloc?
  bool isSvm(const void *pointer, size_t size) const noexcept;

  // `size` bytes for host and kernels, aligned as Device::allocate() says; null if there are none.
  void *allocate(size_t size, AllocationKind kind, const void *owner = nullptr,
                 cl_mem_alloc_flags_intel flags = 0, size_t alignment = 0);
  // Each frees what begins at `pointer` if it is its to free; else it does nothing.
  bool freeSvm(void *pointer) noexcept;
  bool freeUnified(void *pointer) noexcept;
  void freeObject(void *pointer) noexcept;

  // Memory that comes from elsewhere.
  void enter(const Allocation &allocation);
  void leave(const void *base) noexcept;

private:
  bool free(void *pointer, bool (*wanted)(const AddressMap::Range &)) noexcept;

  const Ref<Device> device;
  AddressMap map;
};

} // namespace weft
#endif
