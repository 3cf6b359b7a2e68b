// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Acquiring and releasing external memory objects. The memory is mapped as long as the object
// lives and coherent with whoever else has it, so that both only order commands.
#include "core/external_memory.h"
#include "api/enqueue.h"
#include "api/khr_entry_points.h"

namespace weft::api {

static void handOver(cl_command_type type, cl_command_queue command_queue, cl_uint count,
                     const cl_mem *list, cl_uint num_events_in_wait_list,
                     const cl_event *event_wait_list, cl_event *event) {
  Queue &queue = get<Queue>(command_queue);
  // "CL_INVALID_VALUE if num_mem_objects is zero and mem_objects is not a NULL value, or if
  // num_mem_objects is greater than 0 and mem_objects is NULL."
  require((count == 0) == (list == nullptr), CL_INVALID_VALUE,
          "objects without a count or a count without objects");
  std::vector<Ref<Memory>> objects;
  for (cl_uint i = 0; i < count; ++i) {
    Memory &memory = get<Memory>(list[i]);
    // "CL_INVALID_MEM_OBJECT if any of the memory objects in mem_objects is not a valid OpenCL
    // memory object created using an external memory handle."
    require(memory.external(), CL_INVALID_MEM_OBJECT, "not external memory");
    // "CL_INVALID_COMMAND_QUEUE [...] if device associated with command_queue is not one of the
    // devices specified by CL_MEM_DEVICE_HANDLE_LIST_KHR [...], or if one or more of mem_objects
    // belong to a context that does not contain a device associated with command_queue."
    require(&memory.context() == &queue.context() && memory.external()->hasDevice(queue.device()),
            CL_INVALID_COMMAND_QUEUE, "memory that the queue's device does not have");
    objects.emplace_back(&memory);
  }
  auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
  requireNoneFailed(wait_list);
  enqueue(queue, makeHostCommand(queue, type, RunOn::AtOnce, [objects = std::move(objects)] {}),
          wait_list, event);
}

cl_int clEnqueueAcquireExternalMemObjectsKHR(cl_command_queue command_queue,
                                             cl_uint num_mem_objects, const cl_mem *mem_objects,
                                             cl_uint num_events_in_wait_list,
                                             const cl_event *event_wait_list, cl_event *event) {
  return apiCall([&] {
    handOver(CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR, command_queue, num_mem_objects,
             mem_objects, num_events_in_wait_list, event_wait_list, event);
  });
}

cl_int clEnqueueReleaseExternalMemObjectsKHR(cl_command_queue command_queue,
                                             cl_uint num_mem_objects, const cl_mem *mem_objects,
                                             cl_uint num_events_in_wait_list,
                                             const cl_event *event_wait_list, cl_event *event) {
  return apiCall([&] {
    handOver(CL_COMMAND_RELEASE_EXTERNAL_MEM_OBJECTS_KHR, command_queue, num_mem_objects,
             mem_objects, num_events_in_wait_list, event_wait_list, event);
  });
}

} // namespace weft::api
