// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mapping and unmapping. Host and device memory are one, so both are only points of order.
#include "api/enqueue.h"
#include "core/command.h"

namespace weft::api {

void *clEnqueueMapBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_map,
                         cl_map_flags map_flags, size_t offset, size_t size,
                         cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                         cl_event *event, cl_int *errcode_ret) {
  return guardCreate(errcode_ret, [&]() -> void * {
    Queue &queue = get<Queue>(command_queue);
    Buffer &target = getBuffer(buffer, queue);
    // "CL_INVALID_VALUE if the region being mapped specified by offset and size is out of bounds;
    // if size is zero; if values specified in map_flags are not valid"
    require(size && offset <= target.size() && size <= target.size() - offset, CL_INVALID_VALUE,
            "the region is empty or not inside the buffer");
    requireFlags(map_flags, CL_MAP_READ | CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION);
    // "CL_MAP_READ or CL_MAP_WRITE and CL_MAP_WRITE_INVALIDATE_REGION are mutually exclusive."
    require(!(map_flags & CL_MAP_WRITE_INVALIDATE_REGION) ||
                !(map_flags & (CL_MAP_READ | CL_MAP_WRITE)),
            CL_INVALID_VALUE, "map flags exclude each other");
    // "CL_INVALID_OPERATION if buffer was created with CL_MEM_HOST_WRITE_ONLY or
    // CL_MEM_HOST_NO_ACCESS and CL_MAP_READ is set in map_flags"; the same for writing.
    const bool writing = map_flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION);
    require(!(map_flags & CL_MAP_READ) || target.hostReadable(), CL_INVALID_OPERATION,
            "the host may not read the buffer");
    require(!writing || target.hostWritable(), CL_INVALID_OPERATION,
            "the host may not write the buffer");
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());

    Ref<Memory> memory(&target);
    char *address = target.hostPointer() + offset;
    Ref<Command> command = makeMarker(queue, CL_COMMAND_MAP_BUFFER, memory);
    memory->map(address, {{offset, 0, 0}, {size, 1, 1}}, writing);
    try {
      enqueue(queue, std::move(command), wait_list, event, blocking_map);
    } catch (...) {
      memory->unmap(address);
      throw;
    }
    return address;
  });
}

cl_int clEnqueueUnmapMemObject(cl_command_queue command_queue, cl_mem memobj, void *mapped_ptr,
                               cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                               cl_event *event) {
  return guard([&] {
    Queue &queue = get<Queue>(command_queue);
    Memory &memory = getMemory(memobj, queue);
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    Ref<Command> command = makeMarker(queue, CL_COMMAND_UNMAP_MEM_OBJECT, Ref<Memory>(&memory));
    // "CL_INVALID_VALUE if mapped_ptr is not a valid pointer returned by clEnqueueMapBuffer or
    // clEnqueueMapImage for memobj."
    require(memory.unmap(mapped_ptr), CL_INVALID_VALUE, "nothing is mapped at this address");
    enqueue(queue, std::move(command), wait_list, event);
  });
}

} // namespace weft::api
