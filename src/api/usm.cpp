// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Unified shared memory (cl_intel_unified_shared_memory): allocation, queries, commands. All
// devices have all kinds of it, so no entry point says CL_INVALID_OPERATION.
#include "api/enqueue.h"
#include "api/khr_entry_points.h"
#include "core/kernel.h"

#include <bit>

namespace weft::api {

// The flags in a list of properties; placements only where they have a meaning.
static cl_mem_alloc_flags_intel allocationFlags(const cl_mem_properties_intel *properties,
                                                bool has_placement) {
  constexpr cl_mem_alloc_flags_intel Placement =
      CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL | CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL;
  cl_mem_alloc_flags_intel flags = 0;
  bool is_given = false;
  for (; properties && *properties; properties += 2) {
    // "CL_INVALID_PROPERTY if a memory property name in properties is not a supported property
    // name, if the value specified for a supported property name is not valid, or if the same
    // property name is specified more than once."
    require(properties[0] == CL_MEM_ALLOC_FLAGS_INTEL, CL_INVALID_PROPERTY,
            "unknown property of an allocation");
    require(!is_given, CL_INVALID_PROPERTY, "a property is given twice");
    is_given = true;
    flags = properties[1];
    require(!(flags & ~(CL_MEM_ALLOC_WRITE_COMBINED_INTEL | Placement)), CL_INVALID_PROPERTY,
            "unknown flag of an allocation");
    // "CL_INVALID_PROPERTY if either [placement flag is] specified" for host and device
    // allocations, "if both [...] are specified" for shared ones
    require(std::popcount(flags & Placement) <= has_placement, CL_INVALID_PROPERTY,
            "a placement that cannot be chosen");
  }
  return flags;
}

// `device` may be null: any of the context's.
static void *allocate(cl_context context, AllocationKind kind, cl_device_id device_id,
                      const cl_mem_properties_intel *properties, size_t size, cl_uint alignment) {
  Context &object = activeContext(context);
  // "CL_INVALID_DEVICE if device is not a valid device or is not associated with context."
  const bool has_device =
      kind == AllocationKind::Device || (kind == AllocationKind::Shared && device_id);
  Device *device = has_device ? &get<Device>(device_id) : nullptr;
  require(!device || object.hasDevice(*device), CL_INVALID_DEVICE, "a device of another context");
  // "CL_INVALID_VALUE if alignment is not zero or a power of two"; if it "is greater than the size
  // of the largest data type supported". Programs that the extension's vendor wrote for its devices
  // ask for up to a page, and get it there, so the latter is only said of more than that.
  require(isValidAlignment(alignment, Device::MaxAlignment), CL_INVALID_VALUE,
          "alignment beyond a page, or no power of two");
  const auto flags = allocationFlags(properties, kind == AllocationKind::Shared);
  // "CL_INVALID_BUFFER_SIZE if size is zero or greater than CL_DEVICE_MAX_MEM_ALLOC_SIZE for any
  // OpenCL device in context", or for the device
  require(size, CL_INVALID_BUFFER_SIZE, "size is zero");
  for (const Ref<Device> &other : object.devices())
    require((device && device != other.get()) || size <= other->properties().max_allocation,
            CL_INVALID_BUFFER_SIZE, "size exceeds CL_DEVICE_MAX_MEM_ALLOC_SIZE");
  void *memory = object.allocations().allocate(size, kind, device, flags, alignment);
  require(memory, kind == AllocationKind::Host ? CL_OUT_OF_HOST_MEMORY : CL_OUT_OF_RESOURCES,
          "no memory");
  return memory;
}

void *clHostMemAllocINTEL(cl_context context, const cl_mem_properties_intel *properties,
                          size_t size, cl_uint alignment, cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&] {
    return allocate(context, AllocationKind::Host, nullptr, properties, size, alignment);
  });
}

void *clDeviceMemAllocINTEL(cl_context context, cl_device_id device,
                            const cl_mem_properties_intel *properties, size_t size,
                            cl_uint alignment, cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&] {
    return allocate(context, AllocationKind::Device, device, properties, size, alignment);
  });
}

void *clSharedMemAllocINTEL(cl_context context, cl_device_id device,
                            const cl_mem_properties_intel *properties, size_t size,
                            cl_uint alignment, cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&] {
    return allocate(context, AllocationKind::Shared, device, properties, size, alignment);
  });
}

// "It must be a value returned by clHostMemAllocINTEL, clDeviceMemAllocINTEL, or
// clSharedMemAllocINTEL, or a NULL pointer. If ptr is NULL then no action occurs."
static void free(Context &context, void *ptr) {
  require(!ptr || context.allocations().freeUnified(ptr), CL_INVALID_VALUE,
          "not an allocation of unified shared memory");
}

cl_int clMemFreeINTEL(cl_context context, void *ptr) {
  return apiCall([&] { free(get<Context>(context), ptr); });
}

cl_int clMemBlockingFreeINTEL(cl_context context, void *ptr) {
  return apiCall([&] {
    Context &object = get<Context>(context);
    const auto allocation = object.allocations().find(ptr);
    // "To wait for previously enqueued commands to finish that may be using ptr"
    if (allocation && allocation->isUnified() && allocation->base == ptr)
      for (const Ref<Command> &command : object.pointerUsers(*allocation))
        command->wait();
    free(object, ptr);
  });
}

static cl_unified_shared_memory_type_intel typeOf(AllocationKind kind) {
  switch (kind) {
  case AllocationKind::Host:
    return CL_MEM_TYPE_HOST_INTEL;
  case AllocationKind::Device:
    return CL_MEM_TYPE_DEVICE_INTEL;
  case AllocationKind::Shared:
    return CL_MEM_TYPE_SHARED_INTEL;
  case AllocationKind::Object:
  case AllocationKind::Svm:
    break;
  }
  return CL_MEM_TYPE_UNKNOWN_INTEL;
}

cl_int clGetMemAllocInfoINTEL(cl_context context, const void *ptr, cl_mem_info_intel param_name,
                              size_t param_value_size, void *param_value,
                              size_t *param_value_size_ret) {
  return apiCall([&] {
    auto found = get<Context>(context).allocations().find(ptr);
    if (found && !found->isUnified())
      found.reset();
    InfoWriter out(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_MEM_ALLOC_TYPE_INTEL:
      return out.write<cl_unified_shared_memory_type_intel>(found ? typeOf(found->kind)
                                                                  : CL_MEM_TYPE_UNKNOWN_INTEL);
    case CL_MEM_ALLOC_BASE_PTR_INTEL:
      return out.write<void *>(found ? found->base : nullptr);
    case CL_MEM_ALLOC_SIZE_INTEL:
      return out.write<size_t>(found ? found->size : 0);
    case CL_MEM_ALLOC_DEVICE_INTEL: {
      // One of the context's, which keeps it.
      auto *device = static_cast<Device *>(const_cast<void *>(found ? found->owner : nullptr));
      return out.write<cl_device_id>(device ? device->handle() : nullptr);
    }
    case CL_MEM_ALLOC_FLAGS_INTEL:
      return out.write<cl_mem_alloc_flags_intel>(found ? found->flags : 0);
    default:
      throw Error{CL_INVALID_VALUE, "unknown query of an allocation"};
    }
  });
}

cl_int clSetKernelArgMemPointerINTEL(cl_kernel kernel, cl_uint arg_index, const void *arg_value) {
  // "For extension versions 1.1.0 and newer: For all devices, any pointer value is valid"
  return apiCall([&] { get<Kernel>(kernel).setArgPointer(arg_index, arg_value); });
}

cl_int clEnqueueMemFillINTEL(cl_command_queue command_queue, void *dst_ptr, const void *pattern,
                             size_t pattern_size, size_t size, cl_uint num_events_in_wait_list,
                             const cl_event *event_wait_list, cl_event *event) {
  return enqueueFill(CL_COMMAND_MEMFILL_INTEL, command_queue, dst_ptr, pattern, pattern_size, size,
                     num_events_in_wait_list, event_wait_list, event);
}

cl_int clEnqueueMemcpyINTEL(cl_command_queue command_queue, cl_bool blocking, void *dst_ptr,
                            const void *src_ptr, size_t size, cl_uint num_events_in_wait_list,
                            const cl_event *event_wait_list, cl_event *event) {
  return enqueueCopy(CL_COMMAND_MEMCPY_INTEL, command_queue, blocking, dst_ptr, src_ptr, size,
                     num_events_in_wait_list, event_wait_list, event);
}

cl_int clEnqueueMigrateMemINTEL(cl_command_queue command_queue, const void *, size_t,
                                cl_mem_migration_flags flags, cl_uint num_events_in_wait_list,
                                const cl_event *event_wait_list, cl_event *event) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    // "CL_INVALID_VALUE if flags is not a supported combination of memory migration flags."
    requireFlags(flags, CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED);
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    // Host and device memory are one.
    enqueue(queue, makeMarker(queue, CL_COMMAND_MIGRATEMEM_INTEL), wait_list, event);
  });
}

cl_int clEnqueueMemAdviseINTEL(cl_command_queue command_queue, const void *, size_t,
                               cl_mem_advice_intel advice, cl_uint num_events_in_wait_list,
                               const cl_event *event_wait_list, cl_event *event) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    // "CL_INVALID_VALUE if advice is not supported advice for the device"; "Enum values
    // 0x4208-0x420F are reserved for future memory advices", which would be ignored.
    require(!advice || (advice >= 0x4208 && advice <= 0x420F), CL_INVALID_VALUE, "unknown advice");
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    enqueue(queue, makeMarker(queue, CL_COMMAND_MEMADVISE_INTEL), wait_list, event);
  });
}

} // namespace weft::api
