// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks of transfers between memory objects.
#include "api/transfers.h"

#include "api/validate.h"
#include "core/image_color.h"
#include "core/image_region.h"

#include <bit>

namespace weft::api {

Memory &getMemory(cl_mem handle, const Context &context) {
  Memory &memory = get<Memory>(handle);
  // "CL_INVALID_CONTEXT if the context associated with command_queue and buffer are not the same"
  require(&memory.context() == &context, CL_INVALID_CONTEXT,
          "queue and memory object are of different contexts");
  return memory;
}

Buffer &getBuffer(cl_mem handle, const Context &context) {
  Memory &memory = getMemory(handle, context);
  // "CL_INVALID_MEM_OBJECT if buffer is not a valid buffer object"
  require(memory.type() == CL_MEM_OBJECT_BUFFER, CL_INVALID_MEM_OBJECT, "not a buffer");
  return static_cast<Buffer &>(memory);
}

Image &getImage(cl_mem handle, const Context &context) {
  // Every device supports every image of its context: the limits and formats of all are the same,
  // so there is no CL_INVALID_IMAGE_SIZE and no CL_IMAGE_FORMAT_NOT_SUPPORTED.
  Memory &memory = getMemory(handle, context);
  // "CL_INVALID_MEM_OBJECT if image is not a valid image object"
  require(isImageType(memory.type()), CL_INVALID_MEM_OBJECT, "not an image");
  return static_cast<Image &>(memory);
}

// What a transfer writes to. "CL_INVALID_OPERATION if dst_buffer was created with
// CL_MEM_IMMUTABLE_EXT", and so of images
template <typename Object> static Object &writable(Object &memory) {
  require(!memory.immutable(), CL_INVALID_OPERATION, "the memory object is immutable");
  return memory;
}

Copy copyBuffer(const Context &context, cl_mem src_buffer, cl_mem dst_buffer, size_t src_offset,
                size_t dst_offset, size_t size) {
  Buffer &source = getBuffer(src_buffer, context);
  Buffer &target = writable(getBuffer(dst_buffer, context));
  requireInside(source, src_offset, size);
  requireInside(target, dst_offset, size);
  requireDisjoint(source, src_offset, target, dst_offset, size);
  return {sideOf(source, src_offset), sideOf(target, dst_offset), size};
}

BoxCopy copyBufferRect(const Context &context, cl_mem src_buffer, cl_mem dst_buffer,
                       const size_t *src_origin, const size_t *dst_origin, const size_t *region,
                       size_t src_row_pitch, size_t src_slice_pitch, size_t dst_row_pitch,
                       size_t dst_slice_pitch) {
  Buffer &source = getBuffer(src_buffer, context);
  Buffer &target = writable(getBuffer(dst_buffer, context));
  const Box from = Box::make(src_origin, region, src_row_pitch, src_slice_pitch);
  const Box to = Box::make(dst_origin, region, dst_row_pitch, dst_slice_pitch);
  requireInside(source, from);
  requireInside(target, to);
  // "if src_buffer and dst_buffer are the same buffer object and src_row_pitch is not equal to
  // dst_row_pitch; [...] src_slice_pitch is not equal to dst_slice_pitch"
  require(&source != &target ||
              (from.row_pitch == to.row_pitch && from.slice_pitch == to.slice_pitch),
          CL_INVALID_VALUE, "one buffer with different pitches");
  requireDisjoint(source, from, target, to);
  return {sideOf(source), from, sideOf(target), to};
}

BoxCopy copyImage(const Context &context, cl_mem src_image, cl_mem dst_image,
                  const size_t *src_origin, const size_t *dst_origin, const size_t *region) {
  Image &source = getImage(src_image, context);
  Image &target = writable(getImage(dst_image, context));
  // "CL_IMAGE_FORMAT_MISMATCH if src_image and dst_image do not use the same image format"
  require(sameFormat(source.format(), target.format()), CL_IMAGE_FORMAT_MISMATCH,
          "the images are of different formats");
  const Region from = imageRegion(source, src_origin, region);
  const Region to = imageRegion(target, dst_origin, region);
  // "CL_MEM_COPY_OVERLAP if src_image and dst_image are the same image object and the source and
  // destination regions overlap"
  require(&source != &target || !from.overlaps(to), CL_MEM_COPY_OVERLAP, "the regions overlap");
  return {sideOf(source), imageBox(source, from), sideOf(target), imageBox(target, to)};
}

namespace {
// An image, a buffer, and what of them is copied from one to the other.
struct ImageAndBuffer {
  Side image;
  Box image_box;
  Side buffer;
  Box buffer_box;
};
} // namespace

static ImageAndBuffer imageAndBuffer(Image &image, const size_t *origin, const size_t *region,
                                     Buffer &buffer, size_t offset) {
  // "CL_INVALID_MEM_OBJECT [...] if src_image is a 1D image buffer object created from dst_buffer",
  // and the same the other way round
  require(image.type() != CL_MEM_OBJECT_IMAGE1D_BUFFER || image.parent() != &buffer,
          CL_INVALID_MEM_OBJECT, "the image is made of the buffer");
  const Region pixels = imageRegion(image, origin, region);
  // "if the region specified by dst_offset and the computed dst_cb is out of bounds of dst_buffer",
  // and so of src_buffer
  const Box buffer_box = packedBox(image, pixels, offset);
  requireInside(buffer, buffer_box);
  return {sideOf(image), imageBox(image, pixels), sideOf(buffer), buffer_box};
}

BoxCopy copyImageToBuffer(const Context &context, cl_mem src_image, cl_mem dst_buffer,
                          const size_t *src_origin, const size_t *region, size_t dst_offset) {
  Image &source = getImage(src_image, context);
  Buffer &target = writable(getBuffer(dst_buffer, context));
  auto both = imageAndBuffer(source, src_origin, region, target, dst_offset);
  return {std::move(both.image), both.image_box, std::move(both.buffer), both.buffer_box};
}

BoxCopy copyBufferToImage(const Context &context, cl_mem src_buffer, cl_mem dst_image,
                          size_t src_offset, const size_t *dst_origin, const size_t *region) {
  Image &target = writable(getImage(dst_image, context));
  Buffer &source = getBuffer(src_buffer, context);
  auto both = imageAndBuffer(target, dst_origin, region, source, src_offset);
  return {std::move(both.buffer), both.buffer_box, std::move(both.image), both.image_box};
}

static Pattern checkedPattern(const void *pattern, size_t size) {
  // "CL_INVALID_VALUE [...] if pattern is NULL; if pattern_size is zero; [...] is not a power of
  // two; [...] is greater than 128"
  require(pattern, CL_INVALID_VALUE, "pattern is null");
  require(std::has_single_bit(size) && size <= 128, CL_INVALID_VALUE,
          "pattern_size is not a power of two up to 128");
  return Pattern(pattern, size);
}

Fill fillBuffer(const Context &context, cl_mem buffer, const void *pattern, size_t pattern_size,
                size_t offset, size_t size) {
  Buffer &target = writable(getBuffer(buffer, context));
  requireInside(target, offset, size);
  const Pattern checked = checkedPattern(pattern, pattern_size);
  // "if offset is not a multiple of pattern_size; if size is not a multiple of pattern_size"
  require(offset % pattern_size == 0 && size % pattern_size == 0, CL_INVALID_VALUE,
          "offset or size is no multiple of pattern_size");
  return {sideOf(target, offset), size, checked};
}

BoxFill fillImage(const Context &context, cl_mem image, const void *fill_color,
                  const size_t *origin, const size_t *region) {
  Image &target = writable(getImage(image, context));
  // "CL_INVALID_VALUE if fill_color is NULL"
  require(fill_color, CL_INVALID_VALUE, "fill_color is null");
  const Region pixels = imageRegion(target, origin, region);
  const Pixel pixel = packColor(target.format(), fill_color);
  return {sideOf(target), imageBox(target, pixels),
          Pattern(pixel.data(), target.descriptor().element_bytes)};
}

Copy copySvm(void *dst_ptr, const void *src_ptr, size_t size) {
  require(dst_ptr && src_ptr, CL_INVALID_VALUE, "a pointer is null");
  const auto to = reinterpret_cast<uintptr_t>(dst_ptr);
  const auto from = reinterpret_cast<uintptr_t>(src_ptr);
  require(size <= (to > from ? to - from : from - to), CL_MEM_COPY_OVERLAP, "the regions overlap");
  return {sideOf(src_ptr), sideOf(dst_ptr), size};
}

Fill fillSvm(void *svm_ptr, const void *pattern, size_t pattern_size, size_t size) {
  require(svm_ptr, CL_INVALID_VALUE, "svm_ptr is null");
  const Pattern checked = checkedPattern(pattern, pattern_size);
  // "if svm_ptr is not aligned to pattern_size bytes"
  require(reinterpret_cast<uintptr_t>(svm_ptr) % pattern_size == 0, CL_INVALID_VALUE,
          "svm_ptr is not aligned to the pattern");
  require(size % pattern_size == 0, CL_INVALID_VALUE, "size is no multiple of pattern_size");
  return {sideOf(svm_ptr), size, checked};
}

} // namespace weft::api
