// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared virtual memory. All devices have it, so no entry point says CL_INVALID_OPERATION.
#include "api/enqueue.h"
#include "check/mapped.h"
#include "check/released.h"
#include "core/command_check.h"
#include "core/kernel.h"

#include <bit>

namespace weft::api {

static bool areValidFlags(cl_svm_mem_flags flags) {
  constexpr cl_svm_mem_flags Access = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
  // "CL_MEM_SVM_ATOMICS ... is valid only if CL_MEM_SVM_FINE_GRAIN_BUFFER is specified in flags."
  return !(flags & ~(Access | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS)) &&
         (!(flags & CL_MEM_SVM_ATOMICS) || flags & CL_MEM_SVM_FINE_GRAIN_BUFFER) &&
         std::popcount(flags & Access) <= 1;
}

void *clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment) {
  void *memory = nullptr;
  apiCall([&] {
    Context &object = activeContext(context);
    require(areValidFlags(flags), CL_INVALID_VALUE, "flags that SVM does not have");
    require(isValidAlignment(alignment), CL_INVALID_VALUE, "alignment beyond the largest type's");
    // "size is 0 or > CL_DEVICE_MAX_MEM_ALLOC_SIZE value for any device in context."
    require(size, CL_INVALID_BUFFER_SIZE, "size is zero");
    for (const Ref<Device> &device : object.devices())
      require(size <= device->properties().max_allocation, CL_INVALID_BUFFER_SIZE,
              "size exceeds CL_DEVICE_MAX_MEM_ALLOC_SIZE");
    memory = object.allocations().allocate(size, AllocationKind::Svm, nullptr,
                                           flags & CL_MEM_SVM_FINE_GRAIN_BUFFER);
    require(memory, CL_MEM_OBJECT_ALLOCATION_FAILURE, "no memory");
  });
  return memory;
}

void clSVMFree(cl_context context, void *svm_pointer) {
  apiCall([&] { get<Context>(context).allocations().freeSvm(svm_pointer); });
}

using FreeFunction = void(CL_CALLBACK *)(cl_command_queue, cl_uint, void *[], void *);

cl_int clEnqueueSVMFree(cl_command_queue command_queue, cl_uint num_svm_pointers,
                        void *svm_pointers[], FreeFunction pfn_free_func, void *user_data,
                        cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                        cl_event *event) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    // "CL_INVALID_VALUE if num_svm_pointers is 0 and svm_pointers is non-NULL, or if svm_pointers
    // is NULL and num_svm_pointers is not 0."
    require((num_svm_pointers == 0) == (svm_pointers == nullptr), CL_INVALID_VALUE,
            "pointers without a count or a count without pointers");
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    std::vector<void *> pointers(svm_pointers, svm_pointers + num_svm_pointers);
    if (check::enabled(check::Kind::Memory) && !pfn_free_func) [[unlikely]]
      for (const void *pointer : pointers)
        check::noteReleaseAsked(pointer);
    enqueue(queue,
            makeHostCommand(queue, CL_COMMAND_SVM_FREE, RunOn::Device,
                            [pointers = std::move(pointers), pfn_free_func, user_data,
                             of = Ref<Queue>(&queue)]() mutable {
                              if (pfn_free_func) {
                                if (checksCommands()) [[unlikely]]
                                  check::noteHostFunction();
                                pfn_free_func(of->handle(), cl_uint(pointers.size()),
                                              pointers.data(), user_data);
                                return;
                              }
                              for (void *pointer : pointers)
                                of->context().allocations().freeSvm(pointer);
                            }),
            wait_list, event);
  });
}

cl_int enqueueCopy(cl_command_type type, cl_command_queue command_queue, bool blocking,
                   void *dst_ptr, const void *src_ptr, size_t size, cl_uint num_events,
                   const cl_event *wait_list, cl_event *event) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    Copy copy = copySvm(dst_ptr, src_ptr, size);
    auto events = getWaitList(num_events, wait_list, queue.context());
    enqueue(queue, makeTransfer(queue, type, std::move(copy)), events, event, blocking);
  });
}

cl_int enqueueFill(cl_command_type type, cl_command_queue command_queue, void *ptr,
                   const void *pattern, size_t pattern_size, size_t size, cl_uint num_events,
                   const cl_event *wait_list, cl_event *event) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    Fill fill = fillSvm(ptr, pattern, pattern_size, size);
    auto events = getWaitList(num_events, wait_list, queue.context());
    enqueue(queue, makeTransfer(queue, type, std::move(fill)), events, event);
  });
}

cl_int clEnqueueSVMMemcpy(cl_command_queue command_queue, cl_bool blocking_copy, void *dst_ptr,
                          const void *src_ptr, size_t size, cl_uint num_events_in_wait_list,
                          const cl_event *event_wait_list, cl_event *event) {
  return enqueueCopy(CL_COMMAND_SVM_MEMCPY, command_queue, blocking_copy, dst_ptr, src_ptr, size,
                     num_events_in_wait_list, event_wait_list, event);
}

cl_int clEnqueueSVMMemFill(cl_command_queue command_queue, void *svm_ptr, const void *pattern,
                           size_t pattern_size, size_t size, cl_uint num_events_in_wait_list,
                           const cl_event *event_wait_list, cl_event *event) {
  return enqueueFill(CL_COMMAND_SVM_MEMFILL, command_queue, svm_ptr, pattern, pattern_size, size,
                     num_events_in_wait_list, event_wait_list, event);
}

// Of coarse-grained memory, which kernels must not use while it is mapped; 0: not followed.
static uint64_t followSvmMap(const Queue &queue, const void *pointer, size_t size, bool writing) {
  if (!check::enabled(check::Kind::Memory)) [[likely]]
    return 0;
  const auto found = queue.context().allocations().find(pointer);
  if (!found || found->kind != AllocationKind::Svm || found->flags & CL_MEM_SVM_FINE_GRAIN_BUFFER)
    return 0;
  return check::noteMap({reinterpret_cast<uintptr_t>(pointer), size}, writing);
}

namespace {
// What checks are told of a map, by its number; 0: nothing.
struct SvmMapping {
  uint64_t number;
  void operator()() const {
    if (number)
      check::noteMapped(number);
  }
  void undo() const {
    if (number)
      check::forgetMap(number);
  }
};
} // namespace

cl_int clEnqueueSVMMap(cl_command_queue command_queue, cl_bool blocking_map, cl_map_flags flags,
                       void *svm_ptr, size_t size, cl_uint num_events_in_wait_list,
                       const cl_event *event_wait_list, cl_event *event) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    // "CL_INVALID_VALUE if svm_ptr is NULL; if size is zero; if values specified in map_flags are
    // not valid"
    require(svm_ptr && size, CL_INVALID_VALUE, "nothing to map");
    requireFlags(flags, CL_MAP_READ | CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION);
    require(!(flags & CL_MAP_WRITE_INVALIDATE_REGION) || !(flags & (CL_MAP_READ | CL_MAP_WRITE)),
            CL_INVALID_VALUE, "map flags exclude each other");
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    const bool writing = flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION);
    const SvmMapping work{followSvmMap(queue, svm_ptr, size, writing)};
    try {
      enqueue(queue, makeHostCommand(queue, CL_COMMAND_SVM_MAP, RunOn::AtOnce, work), wait_list,
              event, blocking_map);
    } catch (...) {
      work.undo();
      throw;
    }
  });
}

cl_int clEnqueueSVMUnmap(cl_command_queue command_queue, void *svm_ptr,
                         cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                         cl_event *event) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    require(svm_ptr, CL_INVALID_VALUE, "svm_ptr is null");
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    enqueue(queue,
            makeHostCommand(queue, CL_COMMAND_SVM_UNMAP, RunOn::AtOnce,
                            [svm_ptr] {
                              if (check::enabled(check::Kind::Memory)) [[unlikely]]
                                check::noteUnmapped(svm_ptr);
                            }),
            wait_list, event);
  });
}

cl_int clEnqueueSVMMigrateMem(cl_command_queue command_queue, cl_uint num_svm_pointers,
                              const void **svm_pointers, const size_t *sizes,
                              cl_mem_migration_flags flags, cl_uint num_events_in_wait_list,
                              const cl_event *event_wait_list, cl_event *event) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    // "CL_INVALID_VALUE if num_svm_pointers is zero; if svm_pointers is NULL; if flags is not zero
    // and is not a valid combination"
    require(num_svm_pointers && svm_pointers, CL_INVALID_VALUE, "no pointers");
    requireFlags(flags, CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED);
    // "if sizes[i] is non-zero and the memory range [...] is not contained within an SVM allocation
    // returned by clSVMAlloc"; a zero means all of the allocation that the pointer is in.
    for (cl_uint i = 0; i < num_svm_pointers; ++i)
      require(queue.context().allocations().isSvm(svm_pointers[i], sizes ? sizes[i] : 0),
              CL_INVALID_VALUE, "a range is not within an allocation");
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    // Host and device memory are one.
    enqueue(queue, makeMarker(queue, CL_COMMAND_SVM_MIGRATE_MEM), wait_list, event);
  });
}

cl_int clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint arg_index, const void *arg_value) {
  return apiCall([&] { get<Kernel>(kernel).setArgPointer(arg_index, arg_value); });
}

cl_int clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info param_name,
                           size_t param_value_size, const void *param_value) {
  return apiCall(
      [&] { get<Kernel>(kernel).setExecInfo(param_name, param_value_size, param_value); });
}

} // namespace weft::api
