// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Linear transfers: read, write, copy, fill; migration.
#include "api/enqueue.h"
#include "core/transfer.h"

#include <bit>

namespace weft::api {

// The application's memory as a side of a transfer.
static Side hostSide(const void *ptr) {
  return {static_cast<char *>(const_cast<void *>(ptr)), nullptr};
}

static Side bufferSide(Buffer &buffer, size_t offset) {
  return {buffer.hostPointer() + offset, Ref<Memory>(&buffer)};
}

cl_int clEnqueueReadBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read,
                           size_t offset, size_t size, void *ptr, cl_uint num_events_in_wait_list,
                           const cl_event *event_wait_list, cl_event *event) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    Buffer &source = getBuffer(buffer, queue);
    requireInside(source, offset, size);
    // "CL_INVALID_VALUE [...] if ptr is NULL"
    require(ptr, CL_INVALID_VALUE, "ptr is null");
    // "CL_INVALID_OPERATION if clEnqueueReadBuffer is called on buffer which has been created with
    // CL_MEM_HOST_WRITE_ONLY or CL_MEM_HOST_NO_ACCESS"
    require(source.hostReadable(), CL_INVALID_OPERATION, "the host may not read the buffer");
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    enqueue(
        queue,
        makeCopy(queue, CL_COMMAND_READ_BUFFER, bufferSide(source, offset), hostSide(ptr), size),
        wait_list, event, blocking_read);
  });
}

cl_int clEnqueueWriteBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_write,
                            size_t offset, size_t size, const void *ptr,
                            cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                            cl_event *event) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    Buffer &target = getBuffer(buffer, queue);
    requireInside(target, offset, size);
    // "CL_INVALID_VALUE [...] if ptr is NULL"
    require(ptr, CL_INVALID_VALUE, "ptr is null");
    // "CL_INVALID_OPERATION [...] if clEnqueueWriteBuffer is called on buffer which has been
    // created with CL_MEM_HOST_READ_ONLY or CL_MEM_HOST_NO_ACCESS"
    require(target.hostWritable(), CL_INVALID_OPERATION, "the host may not write the buffer");
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    enqueue(
        queue,
        makeCopy(queue, CL_COMMAND_WRITE_BUFFER, hostSide(ptr), bufferSide(target, offset), size),
        wait_list, event, blocking_write);
  });
}

cl_int clEnqueueCopyBuffer(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer,
                           size_t src_offset, size_t dst_offset, size_t size,
                           cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                           cl_event *event) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    Buffer &source = getBuffer(src_buffer, queue);
    Buffer &target = getBuffer(dst_buffer, queue);
    requireInside(source, src_offset, size);
    requireInside(target, dst_offset, size);
    requireDisjoint(source, src_offset, target, dst_offset, size);
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    enqueue(queue,
            makeCopy(queue, CL_COMMAND_COPY_BUFFER, bufferSide(source, src_offset),
                     bufferSide(target, dst_offset), size),
            wait_list, event);
  });
}

cl_int clEnqueueFillBuffer(cl_command_queue command_queue, cl_mem buffer, const void *pattern,
                           size_t pattern_size, size_t offset, size_t size,
                           cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                           cl_event *event) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    Buffer &target = getBuffer(buffer, queue);
    requireInside(target, offset, size);
    // "CL_INVALID_VALUE [...] if pattern is NULL; if pattern_size is zero; [...] is not a power of
    // two; [...] is greater than 128"
    require(pattern, CL_INVALID_VALUE, "pattern is null");
    require(std::has_single_bit(pattern_size) && pattern_size <= 128, CL_INVALID_VALUE,
            "pattern_size is not a power of two up to 128");
    // "if offset is not a multiple of pattern_size; if size is not a multiple of pattern_size"
    require(offset % pattern_size == 0 && size % pattern_size == 0, CL_INVALID_VALUE,
            "offset or size is no multiple of pattern_size");
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    enqueue(queue,
            makeFill(queue, CL_COMMAND_FILL_BUFFER, bufferSide(target, offset), size, pattern,
                     pattern_size),
            wait_list, event);
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
      memory.emplace_back(&getMemory(mem_objects[i], queue));
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
