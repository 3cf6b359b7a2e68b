// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transfers of images: read, write, copy, fill, to and from buffers.
#include "api/enqueue.h"
#include "core/image_color.h"
#include "core/image_region.h"

namespace weft::api {

static Side imageSide(Image &image) { return {image.hostPointer(), Ref<Memory>(&image)}; }

static Side hostSide(const void *ptr) {
  return {static_cast<char *>(const_cast<void *>(ptr)), nullptr};
}

cl_int clEnqueueReadImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_read,
                          const size_t *origin, const size_t *region, size_t row_pitch,
                          size_t slice_pitch, void *ptr, cl_uint num_events_in_wait_list,
                          const cl_event *event_wait_list, cl_event *event) {
  return guard([&] {
    Queue &queue = get<Queue>(command_queue);
    Image &source = getImage(image, queue);
    const Region pixels = imageRegion(source, origin, region);
    const Box host = packedBox(source, pixels, 0, row_pitch, slice_pitch);
    // "CL_INVALID_VALUE if ptr is NULL"
    require(ptr, CL_INVALID_VALUE, "ptr is null");
    // "CL_INVALID_OPERATION [...] if clEnqueueReadImage is called on image which has been created
    // with CL_MEM_HOST_WRITE_ONLY or CL_MEM_HOST_NO_ACCESS"
    require(source.hostReadable(), CL_INVALID_OPERATION, "the host may not read the image");
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    enqueue(queue,
            makeBoxCopy(queue, CL_COMMAND_READ_IMAGE, imageSide(source), imageBox(source, pixels),
                        hostSide(ptr), host),
            wait_list, event, blocking_read);
  });
}

cl_int clEnqueueWriteImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_write,
                           const size_t *origin, const size_t *region, size_t input_row_pitch,
                           size_t input_slice_pitch, const void *ptr,
                           cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                           cl_event *event) {
  return guard([&] {
    Queue &queue = get<Queue>(command_queue);
    Image &target = getImage(image, queue);
    const Region pixels = imageRegion(target, origin, region);
    const Box host = packedBox(target, pixels, 0, input_row_pitch, input_slice_pitch);
    // "CL_INVALID_VALUE if ptr is NULL"
    require(ptr, CL_INVALID_VALUE, "ptr is null");
    // "CL_INVALID_OPERATION [...] if clEnqueueWriteImage is called on image which has been created
    // with CL_MEM_HOST_READ_ONLY or CL_MEM_HOST_NO_ACCESS"
    require(target.hostWritable(), CL_INVALID_OPERATION, "the host may not write the image");
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    enqueue(queue,
            makeBoxCopy(queue, CL_COMMAND_WRITE_IMAGE, hostSide(ptr), host, imageSide(target),
                        imageBox(target, pixels)),
            wait_list, event, blocking_write);
  });
}

cl_int clEnqueueCopyImage(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_image,
                          const size_t *src_origin, const size_t *dst_origin, const size_t *region,
                          cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                          cl_event *event) {
  return guard([&] {
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
  return guard([&] {
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

// "CL_INVALID_MEM_OBJECT [...] if src_image is a 1D image buffer object created from dst_buffer",
// and the same the other way round.
static void requireOtherThanSource(const Image &image, const Buffer &buffer) {
  require(image.type() != CL_MEM_OBJECT_IMAGE1D_BUFFER || image.parent() != &buffer,
          CL_INVALID_MEM_OBJECT, "the image is made of the buffer");
}

cl_int clEnqueueCopyImageToBuffer(cl_command_queue command_queue, cl_mem src_image,
                                  cl_mem dst_buffer, const size_t *src_origin, const size_t *region,
                                  size_t dst_offset, cl_uint num_events_in_wait_list,
                                  const cl_event *event_wait_list, cl_event *event) {
  return guard([&] {
    Queue &queue = get<Queue>(command_queue);
    Image &source = getImage(src_image, queue);
    Buffer &target = getBuffer(dst_buffer, queue);
    requireOtherThanSource(source, target);
    const Region pixels = imageRegion(source, src_origin, region);
    // "if the region specified by dst_offset and the computed dst_cb is out of bounds of
    // dst_buffer"
    const Box to = packedBox(source, pixels, dst_offset);
    requireInside(target, to);
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    enqueue(queue,
            makeBoxCopy(queue, CL_COMMAND_COPY_IMAGE_TO_BUFFER, imageSide(source),
                        imageBox(source, pixels), {target.hostPointer(), Ref<Memory>(&target)}, to),
            wait_list, event);
  });
}

cl_int clEnqueueCopyBufferToImage(cl_command_queue command_queue, cl_mem src_buffer,
                                  cl_mem dst_image, size_t src_offset, const size_t *dst_origin,
                                  const size_t *region, cl_uint num_events_in_wait_list,
                                  const cl_event *event_wait_list, cl_event *event) {
  return guard([&] {
    Queue &queue = get<Queue>(command_queue);
    Image &target = getImage(dst_image, queue);
    Buffer &source = getBuffer(src_buffer, queue);
    requireOtherThanSource(target, source);
    const Region pixels = imageRegion(target, dst_origin, region);
    // "if the region specified by src_offset and the computed src_cb is out of bounds of
    // src_buffer"
    const Box from = packedBox(target, pixels, src_offset);
    requireInside(source, from);
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    enqueue(queue,
            makeBoxCopy(queue, CL_COMMAND_COPY_BUFFER_TO_IMAGE,
                        {source.hostPointer(), Ref<Memory>(&source)}, from, imageSide(target),
                        imageBox(target, pixels)),
            wait_list, event);
  });
}

} // namespace weft::api
