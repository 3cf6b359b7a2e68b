// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Linear transfers: read, write, copy, fill; migration.
#include "api/enqueue.h"

namespace weft::api {

cl_int clEnqueueReadBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read,
                           size_t offset, size_t size, void *ptr, cl_uint num_events_in_wait_list,
                           const cl_event *event_wait_list, cl_event *event) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    Buffer &source = getBuffer(buffer, queue.context());
    requireInside(source, offset, size);
    // "CL_INVALID_VALUE [...] if ptr is NULL"
    require(ptr, CL_INVALID_VALUE, "ptr is null");
    // "CL_INVALID_OPERATION if clEnqueueReadBuffer is called on buffer which has been created with
    // CL_MEM_HOST_WRITE_ONLY or CL_MEM_HOST_NO_ACCESS"
    require(source.hostReadable(), CL_INVALID_OPERATION, "the host may not read the buffer");
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    enqueue(queue,
            makeTransfer(queue, CL_COMMAND_READ_BUFFER,
                         Copy{sideOf(source, offset), sideOf(ptr), size}),
            wait_list, event, blocking_read);
  });
}

cl_int clEnqueueWriteBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_write,
                            size_t offset, size_t size, const void *ptr,
                            cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                            cl_event *event) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    Buffer &target = getBuffer(buffer, queue.context());
    requireInside(target, offset, size);
    // "CL_INVALID_VALUE [...] if ptr is NULL"
    require(ptr, CL_INVALID_VALUE, "ptr is null");
    // "CL_INVALID_OPERATION [...] if clEnqueueWriteBuffer is called on buffer which has been
    // created with CL_MEM_HOST_READ_ONLY or CL_MEM_HOST_NO_ACCESS"
    require(target.hostWritable(), CL_INVALID_OPERATION, "the host may not write the buffer");
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    enqueue(queue,
            makeTransfer(queue, CL_COMMAND_WRITE_BUFFER,
                         Copy{sideOf(ptr), sideOf(target, offset), size}),
            wait_list, event, blocking_write);
  });
}

cl_int clEnqueueCopyBuffer(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer,
                           size_t src_offset, size_t dst_offset, size_t size,
                           cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                           cl_event *event) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    Copy copy = copyBuffer(queue.context(), src_buffer, dst_buffer, src_offset, dst_offset, size);
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    enqueue(queue, makeTransfer(queue, CL_COMMAND_COPY_BUFFER, std::move(copy)), wait_list, event);
  });
}

cl_int clEnqueueFillBuffer(cl_command_queue command_queue, cl_mem buffer, const void *pattern,
                           size_t pattern_size, size_t offset, size_t size,
                           cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                           cl_event *event) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    Fill fill = fillBuffer(queue.context(), buffer, pattern, pattern_size, offset, size);
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    enqueue(queue, makeTransfer(queue, CL_COMMAND_FILL_BUFFER, std::move(fill)), wait_list, event);
  });
}

cl_int clEnqueueMigrateMemObjects(cl_command_queue command_queue, cl_uint num_mem_objects,
                                  const cl_mem *mem_objects, cl_mem_migration_flags flags,
                                  cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                  cl_event *event) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    // "CL_INVALID_VALUE if num_mem_objects is zero or if mem_objects is NULL."
    require(num_mem_objects && mem_objects, CL_INVALID_VALUE, "no memory objects");
    std::vector<Ref<Memory>> memory;
    for (cl_uint i = 0; i < num_mem_objects; ++i)
      memory.emplace_back(&getMemory(mem_objects[i], queue.context()));
    // "CL_INVALID_VALUE if flags is not 0 or is not any of the values described in the table
    // above."
    requireFlags(flags, CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED);
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    // Host and device memory are one.
    enqueue(queue,
            makeHostCommand(queue, CL_COMMAND_MIGRATE_MEM_OBJECTS, RunOn::AtOnce,
                            [memory = std::move(memory)] {}),
            wait_list, event);
  });
}

} // namespace weft::api
