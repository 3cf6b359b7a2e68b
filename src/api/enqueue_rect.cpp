// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transfers of rectangles and boxes.
#include "api/enqueue.h"

namespace weft::api {

cl_int clEnqueueReadBufferRect(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read,
                               const size_t *buffer_origin, const size_t *host_origin,
                               const size_t *region, size_t buffer_row_pitch,
                               size_t buffer_slice_pitch, size_t host_row_pitch,
                               size_t host_slice_pitch, void *ptr, cl_uint num_events_in_wait_list,
                               const cl_event *event_wait_list, cl_event *event) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    Buffer &source = getBuffer(buffer, queue.context());
    // "CL_INVALID_VALUE [...] if ptr is NULL"
    require(ptr, CL_INVALID_VALUE, "ptr is null");
    const Box from = Box::make(buffer_origin, region, buffer_row_pitch, buffer_slice_pitch);
    const Box to = Box::make(host_origin, region, host_row_pitch, host_slice_pitch);
    requireInside(source, from);
    // "CL_INVALID_OPERATION if clEnqueueReadBufferRect is called on buffer which has been created
    // with CL_MEM_HOST_WRITE_ONLY or CL_MEM_HOST_NO_ACCESS"
    require(source.hostReadable(), CL_INVALID_OPERATION, "the host may not read the buffer");
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    enqueue(queue,
            makeTransfer(queue, CL_COMMAND_READ_BUFFER_RECT,
                         BoxCopy{sideOf(source), from, sideOf(ptr), to}),
            wait_list, event, blocking_read);
  });
}

cl_int clEnqueueWriteBufferRect(cl_command_queue command_queue, cl_mem buffer,
                                cl_bool blocking_write, const size_t *buffer_origin,
                                const size_t *host_origin, const size_t *region,
                                size_t buffer_row_pitch, size_t buffer_slice_pitch,
                                size_t host_row_pitch, size_t host_slice_pitch, const void *ptr,
                                cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                cl_event *event) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    Buffer &target = getBuffer(buffer, queue.context());
    // "CL_INVALID_VALUE [...] if ptr is NULL"
    require(ptr, CL_INVALID_VALUE, "ptr is null");
    const Box from = Box::make(host_origin, region, host_row_pitch, host_slice_pitch);
    const Box to = Box::make(buffer_origin, region, buffer_row_pitch, buffer_slice_pitch);
    requireInside(target, to);
    // "CL_INVALID_OPERATION [...] if clEnqueueWriteBufferRect is called on buffer which has been
    // created with CL_MEM_HOST_READ_ONLY or CL_MEM_HOST_NO_ACCESS"
    require(target.hostWritable(), CL_INVALID_OPERATION, "the host may not write the buffer");
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    enqueue(queue,
            makeTransfer(queue, CL_COMMAND_WRITE_BUFFER_RECT,
                         BoxCopy{sideOf(ptr), from, sideOf(target), to}),
            wait_list, event, blocking_write);
  });
}

cl_int clEnqueueCopyBufferRect(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer,
                               const size_t *src_origin, const size_t *dst_origin,
                               const size_t *region, size_t src_row_pitch, size_t src_slice_pitch,
                               size_t dst_row_pitch, size_t dst_slice_pitch,
                               cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                               cl_event *event) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    BoxCopy copy =
        copyBufferRect(queue.context(), src_buffer, dst_buffer, src_origin, dst_origin, region,
                       src_row_pitch, src_slice_pitch, dst_row_pitch, dst_slice_pitch);
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    enqueue(queue, makeTransfer(queue, CL_COMMAND_COPY_BUFFER_RECT, std::move(copy)), wait_list,
            event);
  });
}

} // namespace weft::api
