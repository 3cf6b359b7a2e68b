// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transfers between memory objects of a context, with the checks that clEnqueue* and clCommand*
// share: all but those of the queue and of the wait list. Transfers to and from the application's
// memory are where they are enqueued; they cannot be recorded.
#ifndef WEFT_API_TRANSFERS_H
#define WEFT_API_TRANSFERS_H

#include "core/image.h"
#include "core/transfer.h"

namespace weft::api {

// A buffer of the context: CL_INVALID_MEM_OBJECT, CL_INVALID_CONTEXT.
Buffer &getBuffer(cl_mem handle, const Context &context);
// An image of the context: as getBuffer().
Image &getImage(cl_mem handle, const Context &context);
// Any memory object of the context.
Memory &getMemory(cl_mem handle, const Context &context);

inline Side sideOf(Memory &memory, size_t offset = 0) {
  return {memory.hostPointer() + offset, Ref<Memory>(&memory)};
}
// The application's memory, or shared virtual memory.
inline Side sideOf(const void *pointer) {
  return {static_cast<char *>(const_cast<void *>(pointer)), nullptr};
}

Copy copyBuffer(const Context &context, cl_mem src_buffer, cl_mem dst_buffer, size_t src_offset,
                size_t dst_offset, size_t size);
BoxCopy copyBufferRect(const Context &context, cl_mem src_buffer, cl_mem dst_buffer,
                       const size_t *src_origin, const size_t *dst_origin, const size_t *region,
                       size_t src_row_pitch, size_t src_slice_pitch, size_t dst_row_pitch,
                       size_t dst_slice_pitch);
BoxCopy copyImage(const Context &context, cl_mem src_image, cl_mem dst_image,
                  const size_t *src_origin, const size_t *dst_origin, const size_t *region);
BoxCopy copyImageToBuffer(const Context &context, cl_mem src_image, cl_mem dst_buffer,
                          const size_t *src_origin, const size_t *region, size_t dst_offset);
BoxCopy copyBufferToImage(const Context &context, cl_mem src_buffer, cl_mem dst_image,
                          size_t src_offset, const size_t *dst_origin, const size_t *region);
Fill fillBuffer(const Context &context, cl_mem buffer, const void *pattern, size_t pattern_size,
                size_t offset, size_t size);
BoxFill fillImage(const Context &context, cl_mem image, const void *fill_color,
                  const size_t *origin, const size_t *region);
Copy copySvm(void *dst_ptr, const void *src_ptr, size_t size);
Fill fillSvm(void *svm_ptr, const void *pattern, size_t pattern_size, size_t size);

} // namespace weft::api
#endif
