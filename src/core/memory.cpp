// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers and sub-buffers: creation with its checks, mapping counts, queries, destruction.

#include "core/memory.h"

#include "core/info_writer.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <weft/kernel_abi.h>

namespace weft {

static constexpr cl_mem_flags KernelAccess =
    CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
static constexpr cl_mem_flags HostAccess =
    CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
static constexpr cl_mem_flags HostPointer =
    CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;

Memory::Memory(Ref<Context> context, cl_mem_object_type type, cl_mem_flags flags, size_t size)
    : ctx(std::move(context)), object_type(type), mem_flags(flags), byte_count(size) {}

Memory::~Memory() { life_token->end(); }

void Memory::map(void *address, size_t size, bool writing) {
  char *first = static_cast<char *>(address);
  std::lock_guard lock(mutex);
  // "CL_INVALID_OPERATION if mapping would lead to overlapping regions being mapped for writing"
  if (writing)
    for (const Mapping &other : mappings)
      require(!other.writing || first + size <= other.address ||
                  other.address + other.size <= first,
              CL_INVALID_OPERATION, "the region overlaps one that is mapped for writing");
  mappings.push_back({first, size, writing});
}

bool Memory::unmap(void *address) {
  std::lock_guard lock(mutex);
  auto it = std::find_if(mappings.begin(), mappings.end(),
                         [&](const Mapping &mapping) { return mapping.address == address; });
  if (it == mappings.end())
    return false;
  mappings.erase(it);
  return true;
}

cl_uint Memory::mapCount() const {
  std::lock_guard lock(mutex);
  return cl_uint(mappings.size());
}

void Memory::addDestructorCallback(MemoryCallback callback, void *user_data) {
  std::lock_guard lock(mutex);
  destructor_callbacks.emplace_back(callback, user_data);
}

void Memory::runDestructorCallbacks() {
  // Nobody else has a reference: no lock. "called in the reverse order in which they were
  // registered".
  while (!destructor_callbacks.empty()) {
    auto [callback, user_data] = destructor_callbacks.back();
    destructor_callbacks.pop_back();
    callback(handle(), user_data);
  }
}

void Memory::writeInfo(cl_mem_info param, InfoWriter &out) const {
  switch (param) {
  case CL_MEM_TYPE:
    return out.write<cl_mem_object_type>(object_type);
  case CL_MEM_FLAGS:
    return out.write<cl_mem_flags>(mem_flags);
  case CL_MEM_SIZE:
    return out.write<size_t>(byte_count);
  case CL_MEM_MAP_COUNT:
    return out.write<cl_uint>(mapCount());
  case CL_MEM_REFERENCE_COUNT:
    return out.write<cl_uint>(apiRefs());
  case CL_MEM_CONTEXT:
    return out.write<cl_context>(ctx->handle());
  case CL_MEM_USES_SVM_POINTER:
    // "if [...] the host_ptr specified when the buffer object was created is a SVM pointer"
    return out.boolean(mem_flags & CL_MEM_USE_HOST_PTR && ctx->svm().contains(bytes, 1));
  default:
    // "CL_INVALID_VALUE if param_name is not one of the supported values"
    throw Error{CL_INVALID_VALUE, "unknown memory object query"};
  }
}

Buffer::Buffer(Ref<Context> context, cl_mem_flags flags, size_t size)
    : Memory(std::move(context), CL_MEM_OBJECT_BUFFER, flags, size) {}

Buffer::~Buffer() {
  runDestructorCallbacks();
  if (allocated)
    ctx->device().free(bytes, size());
}

// "if values specified in flags are not valid as defined in the Memory Flags table"
static void checkFlags(cl_mem_flags flags, cl_mem_flags allowed) {
  require(!(flags & ~allowed), CL_INVALID_VALUE, "memory flags that are not valid here");
  // "CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY and CL_MEM_READ_ONLY are mutually exclusive."
  require(std::popcount(flags & KernelAccess) <= 1, CL_INVALID_VALUE,
          "kernel access flags exclude each other");
  // "CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY and CL_MEM_HOST_NO_ACCESS are mutually
  // exclusive."
  require(std::popcount(flags & HostAccess) <= 1, CL_INVALID_VALUE,
          "host access flags exclude each other");
  // "CL_MEM_ALLOC_HOST_PTR and CL_MEM_USE_HOST_PTR are mutually exclusive", as are
  // CL_MEM_COPY_HOST_PTR and CL_MEM_USE_HOST_PTR.
  require(!(flags & CL_MEM_USE_HOST_PTR) ||
              !(flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)),
          CL_INVALID_VALUE, "CL_MEM_USE_HOST_PTR excludes ALLOC and COPY");
}

Ref<Buffer> Buffer::create(Ref<Context> context, std::vector<cl_mem_properties> properties,
                           cl_mem_flags flags, size_t size, void *host_ptr) {
  // "CL_INVALID_PROPERTY if a property name in properties is not a supported property name": there
  // is none.
  require(properties.size() <= 1, CL_INVALID_PROPERTY, "unknown memory property");
  checkFlags(flags, KernelAccess | HostAccess | HostPointer);
  // "CL_INVALID_BUFFER_SIZE if size is zero", or greater than CL_DEVICE_MAX_MEM_ALLOC_SIZE "for all
  // devices in context".
  require(size != 0, CL_INVALID_BUFFER_SIZE, "size is zero");
  bool fits = false;
  for (const Ref<Device> &device : context->devices())
    fits |= size <= device->properties().max_allocation;
  require(fits, CL_INVALID_BUFFER_SIZE, "size exceeds CL_DEVICE_MAX_MEM_ALLOC_SIZE");
  // "CL_INVALID_HOST_PTR if host_ptr is NULL and CL_MEM_USE_HOST_PTR or CL_MEM_COPY_HOST_PTR are
  // set in flags or if host_ptr is not NULL but [neither is]"
  const bool wants_pointer = flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
  require(wants_pointer == (host_ptr != nullptr), CL_INVALID_HOST_PTR,
          "host_ptr and flags do not match");
  // "CL_INVALID_BUFFER_SIZE if [...] host_ptr is a pointer returned by clSVMAlloc and size is
  // greater than the size passed to clSVMAlloc"
  const SvmAllocations &svm = context->svm();
  require(!svm.contains(host_ptr, 1) || svm.contains(host_ptr, size), CL_INVALID_BUFFER_SIZE,
          "size exceeds the shared allocation at host_ptr");

  // "CL_MEM_READ_WRITE [...] is the default."
  if (!(flags & KernelAccess))
    flags |= CL_MEM_READ_WRITE;
  Ref<Buffer> buffer = Ref<Buffer>::adopt(new Buffer(std::move(context), flags, size));
  buffer->property_list = std::move(properties);
  if (flags & CL_MEM_USE_HOST_PTR) {
    buffer->bytes = static_cast<char *>(host_ptr);
    buffer->host_pointer = host_ptr;
    return buffer;
  }
  buffer->bytes = static_cast<char *>(buffer->context().device().allocate(size));
  require(buffer->bytes, CL_MEM_OBJECT_ALLOCATION_FAILURE, "no memory for the buffer");
  buffer->allocated = true;
  if (flags & CL_MEM_COPY_HOST_PTR)
    std::memcpy(buffer->bytes, host_ptr, size);
  return buffer;
}

Ref<Buffer> Buffer::createRegion(Ref<Buffer> parent, cl_mem_flags flags,
                                 const cl_buffer_region &region) {
  // "CL_INVALID_MEM_OBJECT [...] if buffer is a sub-buffer object"
  require(!parent->parent(), CL_INVALID_MEM_OBJECT, "sub-buffer of a sub-buffer");
  // "if flags specifies CL_MEM_USE_HOST_PTR or CL_MEM_ALLOC_HOST_PTR or CL_MEM_COPY_HOST_PTR"
  checkFlags(flags, KernelAccess | HostAccess);
  const cl_mem_flags inherited = parent->flags();
  // "if buffer was created with CL_MEM_WRITE_ONLY and flags specifies CL_MEM_READ_WRITE or
  // CL_MEM_READ_ONLY", and the same for CL_MEM_READ_ONLY
  require(!(inherited & (CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY)) || !(flags & KernelAccess) ||
              (flags & KernelAccess) == (inherited & KernelAccess),
          CL_INVALID_VALUE, "a sub-buffer cannot have more kernel access than its buffer");
  // "if buffer was created with CL_MEM_HOST_WRITE_ONLY and flags specify CL_MEM_HOST_READ_ONLY"
  require(!(inherited & CL_MEM_HOST_WRITE_ONLY) || !(flags & CL_MEM_HOST_READ_ONLY),
          CL_INVALID_VALUE, "a sub-buffer cannot have more host access than its buffer");
  // "if buffer was created with CL_MEM_HOST_READ_ONLY and flags specify CL_MEM_HOST_WRITE_ONLY"
  require(!(inherited & CL_MEM_HOST_READ_ONLY) || !(flags & CL_MEM_HOST_WRITE_ONLY),
          CL_INVALID_VALUE, "a sub-buffer cannot have more host access than its buffer");
  // "if buffer was created with CL_MEM_HOST_NO_ACCESS and flags specify CL_MEM_HOST_READ_ONLY or
  // CL_MEM_HOST_WRITE_ONLY"
  require(!(inherited & CL_MEM_HOST_NO_ACCESS) ||
              !(flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY)),
          CL_INVALID_VALUE, "a sub-buffer cannot have more host access than its buffer");
  // "CL_INVALID_BUFFER_SIZE if the size field [...] is zero"
  require(region.size != 0, CL_INVALID_BUFFER_SIZE, "the region's size is zero");
  // "if the region [...] is out of bounds in buffer"
  require(region.origin <= parent->size() && region.size <= parent->size() - region.origin,
          CL_INVALID_VALUE, "the region is not inside the buffer");
  // CL_MISALIGNED_SUB_BUFFER_OFFSET: origin "aligned to the CL_DEVICE_MEM_BASE_ADDR_ALIGN value",
  // which is WEFT_ABI_ALIGNMENT on every device.
  require(region.origin % WEFT_ABI_ALIGNMENT == 0, CL_MISALIGNED_SUB_BUFFER_OFFSET,
          "origin is not aligned to CL_DEVICE_MEM_BASE_ADDR_ALIGN");

  // "If [access flags] are not specified in flags, they are inherited"; so are the host pointer
  // flags always.
  if (!(flags & KernelAccess))
    flags |= inherited & KernelAccess;
  if (!(flags & HostAccess))
    flags |= inherited & HostAccess;
  flags |= inherited & HostPointer;
  Ref<Buffer> buffer =
      Ref<Buffer>::adopt(new Buffer(Ref<Context>(&parent->context()), flags, region.size));
  buffer->bytes = parent->bytes + region.origin;
  if (parent->host_pointer)
    buffer->host_pointer = buffer->bytes;
  buffer->offset = region.origin;
  buffer->owner = std::move(parent);
  return buffer;
}

void Buffer::writeInfo(cl_mem_info param, InfoWriter &out) const {
  switch (param) {
  case CL_MEM_HOST_PTR:
    return out.write<void *>(host_pointer);
  case CL_MEM_ASSOCIATED_MEMOBJECT:
    return out.write<cl_mem>(owner ? owner->handle() : nullptr);
  case CL_MEM_OFFSET:
    return out.write<size_t>(offset);
  case CL_MEM_PROPERTIES:
    return out.array(property_list);
  default:
    return Memory::writeInfo(param, out);
  }
}

} // namespace weft
