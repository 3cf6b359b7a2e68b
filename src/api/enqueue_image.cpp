// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transfers of images: read, write, copy, fill, to and from buffers.
#include "api/enqueue.h"
#include "core/image_region.h"

namespace weft::api {

// clEnqueueReadImage and clEnqueueWriteImage, as `type` says.
static void copyWithHost(cl_command_type type, cl_command_queue command_queue, cl_mem handle,
                         cl_bool blocking, const size_t *origin, const size_t *region,
                         size_t row_pitch, size_t slice_pitch, const void *ptr,
                         cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                         cl_event *event) {
  Queue &queue = get<Queue>(command_queue);
  Image &image = getImage(handle, queue.context());
  const Region pixels = imageRegion(image, origin, region);
  const Box box = imageBox(image, pixels);
  const Box host_box = packedBox(image, pixels, 0, row_pitch, slice_pitch);
  // "CL_INVALID_VALUE if ptr is NULL"
  require(ptr, CL_INVALID_VALUE, "ptr is null");
  const bool reads = type == CL_COMMAND_READ_IMAGE;
  // "CL_INVALID_OPERATION [...] if clEnqueueReadImage is called on image which has been created
  // with CL_MEM_HOST_WRITE_ONLY or CL_MEM_HOST_NO_ACCESS", clEnqueueWriteImage on one created with
  // CL_MEM_HOST_READ_ONLY or CL_MEM_HOST_NO_ACCESS
  require(reads ? image.hostReadable() : image.hostWritable(), CL_INVALID_OPERATION,
          "the image is closed to this access of the host");
  auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
  enqueue(queue,
          makeTransfer(queue, type,
                       reads ? BoxCopy{sideOf(image), box, sideOf(ptr), host_box}
                             : BoxCopy{sideOf(ptr), host_box, sideOf(image), box}),
          wait_list, event, blocking);
}

cl_int clEnqueueReadImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_read,
                          const size_t *origin, const size_t *region, size_t row_pitch,
                          size_t slice_pitch, void *ptr, cl_uint num_events_in_wait_list,
                          const cl_event *event_wait_list, cl_event *event) {
  return apiCall([&] {
    copyWithHost(CL_COMMAND_READ_IMAGE, command_queue, image, blocking_read, origin, region,
                 row_pitch, slice_pitch, ptr, num_events_in_wait_list, event_wait_list, event);
  });
}

cl_int clEnqueueWriteImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_write,
                           const size_t *origin, const size_t *region, size_t input_row_pitch,
                           size_t input_slice_pitch, const void *ptr,
                           cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                           cl_event *event) {
  return apiCall([&] {
    copyWithHost(CL_COMMAND_WRITE_IMAGE, command_queue, image, blocking_write, origin, region,
                 input_row_pitch, input_slice_pitch, ptr, num_events_in_wait_list, event_wait_list,
                 event);
  });
}

cl_int clEnqueueCopyImage(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_image,
                          const size_t *src_origin, const size_t *dst_origin, const size_t *region,
                          cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                          cl_event *event) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    BoxCopy copy = copyImage(queue.context(), src_image, dst_image, src_origin, dst_origin, region);
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    enqueue(queue, makeTransfer(queue, CL_COMMAND_COPY_IMAGE, std::move(copy)), wait_list, event);
  });
}

cl_int clEnqueueFillImage(cl_command_queue command_queue, cl_mem image, const void *fill_color,
                          const size_t *origin, const size_t *region,
                          cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                          cl_event *event) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    BoxFill fill = fillImage(queue.context(), image, fill_color, origin, region);
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    enqueue(queue, makeTransfer(queue, CL_COMMAND_FILL_IMAGE, std::move(fill)), wait_list, event);
  });
}

cl_int clEnqueueCopyImageToBuffer(cl_command_queue command_queue, cl_mem src_image,
                                  cl_mem dst_buffer, const size_t *src_origin, const size_t *region,
                                  size_t dst_offset, cl_uint num_events_in_wait_list,
                                  const cl_event *event_wait_list, cl_event *event) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    BoxCopy copy =
        copyImageToBuffer(queue.context(), src_image, dst_buffer, src_origin, region, dst_offset);
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    enqueue(queue, makeTransfer(queue, CL_COMMAND_COPY_IMAGE_TO_BUFFER, std::move(copy)), wait_list,
            event);
  });
}

cl_int clEnqueueCopyBufferToImage(cl_command_queue command_queue, cl_mem src_buffer,
                                  cl_mem dst_image, size_t src_offset, const size_t *dst_origin,
                                  const size_t *region, cl_uint num_events_in_wait_list,
                                  const cl_event *event_wait_list, cl_event *event) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    BoxCopy copy =
        copyBufferToImage(queue.context(), src_buffer, dst_image, src_offset, dst_origin, region);
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    enqueue(queue, makeTransfer(queue, CL_COMMAND_COPY_BUFFER_TO_IMAGE, std::move(copy)), wait_list,
            event);
  });
}

} // namespace weft::api
