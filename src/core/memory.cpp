// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory objects: where their bytes are, mapping counts, queries. Creation of buffers and
// sub-buffers with its checks.

#include "core/memory.h"

#include "check/callbacks.h"
#include "check/commands.h"
#include "check/host_memory.h"
#include "check/mapped.h"
#include "check/released.h"
#include "check/unwritten.h"
#include "core/info_writer.h"
#include "core/memory_flags.h"
#include "core/newer_queries.h"

#include <algorithm>
#include <cstring>
#include <weft/kernel_abi.h>

namespace weft {

Memory::Memory(Ref<Context> context, cl_mem_object_type type, cl_mem_flags flags, size_t size,
               std::vector<cl_mem_properties> properties)
    : ctx(std::move(context)), property_list(std::move(properties)), object_type(type),
      mem_flags(flags), byte_count(size) {}

Memory::~Memory() {
  life_token->end();
  if (check::anyEnabled() && !owner) [[unlikely]] {
    check::noteMemoryGone(bytes, byte_count);
    if (check::enabled(check::Kind::Memory))
      check::noteMappedGone(bytes, byte_count);
    check::noteHostMemoryLeft(static_cast<Object *>(this));
    if (allocated)
      check::noteUnfilledGone(bytes);
  }
  if (allocated)
    ctx->allocations().freeObject(bytes);
  else if (external_memory)
    ctx->allocations().leave(bytes);
}

void Memory::lastApiRelease() {
  if (allocated && check::enabled(check::Kind::Memory)) [[unlikely]]
    check::noteReleaseAsked(bytes);
}

void Memory::acquire(void *host_ptr, size_t filled) {
  if (mem_flags & CL_MEM_USE_HOST_PTR) {
    bytes = static_cast<char *>(host_ptr);
    host_pointer = host_ptr;
    if (check::enabled(check::Kind::Api)) [[unlikely]]
      check::noteHostMemory(static_cast<Object *>(this), host_ptr, byte_count);
    return;
  }
  bytes =
      static_cast<char *>(ctx->allocations().allocate(byte_count, AllocationKind::Object, this));
  require(bytes, CL_MEM_OBJECT_ALLOCATION_FAILURE, "no memory for the object");
  allocated = true;
  if (mem_flags & CL_MEM_COPY_HOST_PTR)
    std::memcpy(bytes, host_ptr, filled);
  else if (check::enabled(check::Kind::Init) && object_type == CL_MEM_OBJECT_BUFFER) [[unlikely]]
    check::noteUnfilled(bytes, byte_count);
}

void Memory::import(const MemoryProperties &properties) {
  external_memory = std::make_unique<ExternalMemory>(
      properties, byte_count, (mem_flags & KernelAccess) != CL_MEM_READ_ONLY || hostWritable());
  ctx->allocations().enter({external_memory->data(), byte_count, AllocationKind::Object, 0, this});
  bytes = external_memory->data();
}

void Memory::share(Ref<Memory> parent, size_t offset) {
  bytes = parent->bytes + offset;
  owner = std::move(parent);
  // What is written by way of an image is not followed.
  if (check::enabled(check::Kind::Init) && object_type != CL_MEM_OBJECT_BUFFER) [[unlikely]]
    check::noteAllWritten(bytes);
}

uint64_t Memory::map(void *address, const Region &region, bool writing) {
  std::lock_guard lock(mutex);
  // "CL_INVALID_OPERATION if mapping would lead to overlapping regions being mapped for writing"
  if (writing)
    for (const Mapping &other : mappings)
      require(!other.writing || !region.overlaps(other.region), CL_INVALID_OPERATION,
              "the region overlaps one that is mapped for writing");
  mappings.push_back({++mappings_made, address, region, writing});
  return mappings_made;
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

void Memory::forgetMapping(uint64_t number) {
  std::lock_guard lock(mutex);
  std::erase_if(mappings, [&](const Mapping &mapping) { return mapping.number == number; });
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
  if (!destructor_callbacks.empty())
    ctx->device().mayBlock();
  while (!destructor_callbacks.empty()) {
    auto [callback, user_data] = destructor_callbacks.back();
    destructor_callbacks.pop_back();
    const check::CallbackScope scope("a memory object");
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
  case CL_MEM_HOST_PTR:
    return out.write<void *>(host_pointer);
  case CL_MEM_ASSOCIATED_MEMOBJECT:
    return out.write<cl_mem>(owner ? owner->handle() : nullptr);
  case CL_MEM_OFFSET:
    // "This return 0 if memobj is not a subbuffer object."
    return out.write<size_t>(0);
  case CL_MEM_USES_SVM_POINTER:
    // "Return CL_TRUE if memobj is a buffer object that was created with CL_MEM_USE_HOST_PTR [...]
    // and the host_ptr specified when the buffer object was created is a SVM pointer"
    return out.boolean(object_type == CL_MEM_OBJECT_BUFFER && mem_flags & CL_MEM_USE_HOST_PTR &&
                       ctx->allocations().isSvm(bytes, 1));
  case CL_MEM_PROPERTIES:
    return out.array(property_list);
  case CL_MEM_DEVICE_ADDRESS_EXT:
    // "CL_INVALID_OPERATION is returned for the CL_MEM_DEVICE_ADDRESS_EXT query [...] if the buffer
    // was not allocated with CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT."
    throw Error{CL_INVALID_OPERATION, "its address was not asked for when it was made"};
  default:
    // "CL_INVALID_VALUE if param_name is not one of the supported values"
    throw Error{CL_INVALID_VALUE, "unknown memory object query"};
  }
}

Buffer::Buffer(Ref<Context> context, std::vector<cl_mem_properties> properties, cl_mem_flags flags,
               size_t size)
    : Memory(std::move(context), CL_MEM_OBJECT_BUFFER, flags, size, std::move(properties)) {}

Buffer::~Buffer() { runDestructorCallbacks(); }

Ref<Buffer> Buffer::create(Ref<Context> context, MemoryProperties properties, cl_mem_flags flags,
                           size_t size, void *host_ptr) {
  properties.check(flags, host_ptr);
  checkMemoryFlags(flags, KernelAccess | HostAccess | HostPointer);
  // "CL_INVALID_BUFFER_SIZE if size is zero", or greater than CL_DEVICE_MAX_MEM_ALLOC_SIZE "for all
  // devices in context".
  require(size != 0, CL_INVALID_BUFFER_SIZE, "size is zero");
  bool fits = false;
  for (const Ref<Device> &device : context->devices())
    fits |= size <= device->properties().max_allocation;
  require(fits, CL_INVALID_BUFFER_SIZE, "size exceeds CL_DEVICE_MAX_MEM_ALLOC_SIZE");
  checkHostPointer(flags, host_ptr);
  // "CL_INVALID_BUFFER_SIZE if [...] host_ptr is a pointer returned by clSVMAlloc and size is
  // greater than the size passed to clSVMAlloc"
  const Allocations &known = context->allocations();
  require(!known.isSvm(host_ptr, 1) || known.isSvm(host_ptr, size), CL_INVALID_BUFFER_SIZE,
          "size exceeds the shared allocation at host_ptr");

  const bool is_immutable = isImmutable(flags, properties.isExternal());
  flags = withKernelAccess(flags, is_immutable);
  Ref<Buffer> buffer =
      Ref<Buffer>::adopt(new Buffer(std::move(context), std::move(properties.list), flags, size));
  buffer->has_address = properties.has_address;
  buffer->is_immutable = is_immutable;
  if (properties.isExternal())
    buffer->import(properties);
  else
    buffer->acquire(host_ptr, size);
  return buffer;
}

Ref<Buffer> Buffer::createRegion(Ref<Buffer> parent, cl_mem_flags flags,
                                 const cl_buffer_region &region) {
  // "CL_INVALID_MEM_OBJECT [...] if buffer is a sub-buffer object"
  require(!parent->parent(), CL_INVALID_MEM_OBJECT, "sub-buffer of a sub-buffer");
  bool is_immutable = parent->immutable();
  flags = inheritMemoryFlags(flags, parent->flags(), is_immutable);
  // "CL_INVALID_BUFFER_SIZE if the size field [...] is zero"
  require(region.size != 0, CL_INVALID_BUFFER_SIZE, "the region's size is zero");
  // "if the region [...] is out of bounds in buffer"
  require(region.origin <= parent->size() && region.size <= parent->size() - region.origin,
          CL_INVALID_VALUE, "the region is not inside the buffer");
  // CL_MISALIGNED_SUB_BUFFER_OFFSET: origin "aligned to the CL_DEVICE_MEM_BASE_ADDR_ALIGN value",
  // which is WEFT_ABI_ALIGNMENT on every device.
  require(region.origin % WEFT_ABI_ALIGNMENT == 0, CL_MISALIGNED_SUB_BUFFER_OFFSET,
          "origin is not aligned to CL_DEVICE_MEM_BASE_ADDR_ALIGN");

  Ref<Buffer> buffer =
      Ref<Buffer>::adopt(new Buffer(Ref<Context>(&parent->context()), {}, flags, region.size));
  buffer->share(parent, region.origin);
  if (parent->host_pointer)
    buffer->host_pointer = buffer->hostPointer();
  buffer->offset = region.origin;
  buffer->has_address = parent->has_address;
  buffer->is_immutable = is_immutable;
  return buffer;
}

void Buffer::writeInfo(cl_mem_info param, InfoWriter &out) const {
  if (param == CL_MEM_OFFSET)
    return out.write<size_t>(offset);
  // "a list of device addresses for the buffer, one for each device in the context": all the same
  if (param == CL_MEM_DEVICE_ADDRESS_EXT && has_address)
    return out.array(std::vector<cl_mem_device_address_ext>(
        context().devices().size(), reinterpret_cast<uintptr_t>(hostPointer())));
  Memory::writeInfo(param, out);
}

} // namespace weft
