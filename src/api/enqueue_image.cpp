// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transfers of images: read, write, copy, fill, to and from buffers.
#include "api/enqueue.h"
#include "core/image_color.h"
#include "core/image_region.h"

namespace weft::api {

static Side imageSide(Image &image) { return {image.hostPointer(), Ref<Memory>(&image)}; }

// clEnqueueReadImage and clEnqueueWriteImage, as `type` says.
static void copyWithHost(cl_command_type type, cl_command_queue command_queue, cl_mem handle,
                         cl_bool blocking, const size_t *origin, const size_t *region,
                         size_t row_pitch, size_t slice_pitch, const void *ptr,
                         cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                         cl_event *event) {
  Queue &queue = get<Queue>(command_queue);
  Image &image = getImage(handle, queue);
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
  Side host = {static_cast<char *>(const_cast<void *>(ptr)), nullptr};
  enqueue(queue,
          reads ? makeBoxCopy(queue, type, imageSide(image), box, host, host_box)
                : makeBoxCopy(queue, type, host, host_box, imageSide(image), box),
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
    Image &source = getImage(src_image, queue);
    Image &target = getImage(dst_image, queue);
    // "CL_IMAGE_FORMAT_MISMATCH if src_image and dst_image do not use the same image format"
    require(sameFormat(source.format(), target.format()), CL_IMAGE_FORMAT_MISMATCH,
            "the images are of different formats");
    const Region from = imageRegion(source, src_origin, region);
    const Region to = imageRegion(target, dst_origin, region);
    // "CL_MEM_COPY_OVERLAP if src_image and dst_image are the same image object and the source and
    // destination regions overlap"
    require(&source != &target || !from.overlaps(to), CL_MEM_COPY_OVERLAP, "the regions overlap");
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    enqueue(queue,
            makeBoxCopy(queue, CL_COMMAND_COPY_IMAGE, imageSide(source), imageBox(source, from),
                        imageSide(target), imageBox(target, to)),
            wait_list, event);
  });
}

cl_int clEnqueueFillImage(cl_command_queue command_queue, cl_mem image, const void *fill_color,
                          const size_t *origin, const size_t *region,
                          cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                          cl_event *event) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    Image &target = getImage(image, queue);
    // "CL_INVALID_VALUE if fill_color is NULL"
    require(fill_color, CL_INVALID_VALUE, "fill_color is null");
    const Region pixels = imageRegion(target, origin, region);
    const Pixel pixel = packColor(target.format(), fill_color);
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    enqueue(queue,
            makeBoxFill(queue, CL_COMMAND_FILL_IMAGE, imageSide(target), imageBox(target, pixels),
                        pixel.data(), target.descriptor().element_bytes),
            wait_list, event);
  });
}

// clEnqueueCopyImageToBuffer and clEnqueueCopyBufferToImage, as `type` says.
static void copyWithBuffer(cl_command_type type, cl_command_queue command_queue,
                           cl_mem image_handle, const size_t *origin, const size_t *region,
                           cl_mem buffer_handle, size_t offset, cl_uint num_events_in_wait_list,
                           const cl_event *event_wait_list, cl_event *event) {
  Queue &queue = get<Queue>(command_queue);
  Image &image = getImage(image_handle, queue);
  Buffer &buffer = getBuffer(buffer_handle, queue);
  // "CL_INVALID_MEM_OBJECT [...] if src_image is a 1D image buffer object created from dst_buffer",
  // and the same the other way round
  require(image.type() != CL_MEM_OBJECT_IMAGE1D_BUFFER || image.parent() != &buffer,
          CL_INVALID_MEM_OBJECT, "the image is made of the buffer");
  const Region pixels = imageRegion(image, origin, region);
  const Box box = imageBox(image, pixels);
  // "if the region specified by dst_offset and the computed dst_cb is out of bounds of dst_buffer",
  // and so of src_buffer
  const Box buffer_box = packedBox(image, pixels, offset);
  requireInside(buffer, buffer_box);
  auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
  Side linear = {buffer.hostPointer(), Ref<Memory>(&buffer)};
  enqueue(queue,
          type == CL_COMMAND_COPY_IMAGE_TO_BUFFER
              ? makeBoxCopy(queue, type, imageSide(image), box, linear, buffer_box)
              : makeBoxCopy(queue, type, linear, buffer_box, imageSide(image), box),
          wait_list, event);
}

cl_int clEnqueueCopyImageToBuffer(cl_command_queue command_queue, cl_mem src_image,
                                  cl_mem dst_buffer, const size_t *src_origin, const size_t *region,
                                  size_t dst_offset, cl_uint num_events_in_wait_list,
                                  const cl_event *event_wait_list, cl_event *event) {
  return apiCall([&] {
    copyWithBuffer(CL_COMMAND_COPY_IMAGE_TO_BUFFER, command_queue, src_image, src_origin, region,
                   dst_buffer, dst_offset, num_events_in_wait_list, event_wait_list, event);
  });
}

cl_int clEnqueueCopyBufferToImage(cl_command_queue command_queue, cl_mem src_buffer,
                                  cl_mem dst_image, size_t src_offset, const size_t *dst_origin,
                                  const size_t *region, cl_uint num_events_in_wait_list,
                                  const cl_event *event_wait_list, cl_event *event) {
  return apiCall([&] {
    copyWithBuffer(CL_COMMAND_COPY_BUFFER_TO_IMAGE, command_queue, dst_image, dst_origin, region,
                   src_buffer, src_offset, num_events_in_wait_list, event_wait_list, event);
  });
}

} // namespace weft::api
