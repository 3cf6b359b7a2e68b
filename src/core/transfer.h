// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moving bytes: regions of memory, checked, and the commands that copy and fill them.
#ifndef WEFT_CORE_TRANSFER_H
#define WEFT_CORE_TRANSFER_H

#include "core/command.h"
#include "core/memory.h"

#include <array>

namespace weft {

// CL_INVALID_VALUE if the result does not fit: the region is out of bounds.
size_t checkedMul(size_t a, size_t b);
size_t checkedAdd(size_t a, size_t b);

// A box of bytes: `region` rows of region[0] bytes, `first` bytes from the start of the memory,
// with pitches in bytes.
struct Box {
  size_t first = 0;
  std::array<size_t, 3> region = {};
  size_t row_pitch = 0;
  size_t slice_pitch = 0;
  size_t end = 0; // one past the last byte, from the start of the memory

  // With every check that clEnqueue*BufferRect makes on one side but bounds: CL_INVALID_VALUE.
  static Box make(const size_t *origin, const size_t *region, size_t row_pitch, size_t slice_pitch);
};

// "if the region [...] specified by offset and size is out of bounds": CL_INVALID_VALUE.
void requireInside(const Memory &memory, size_t offset, size_t size);
void requireInside(const Memory &memory, const Box &box);

// CL_MEM_COPY_OVERLAP if the two regions share a byte of one buffer, sub-buffers included.
void requireDisjoint(const Buffer &src, size_t src_offset, const Buffer &dst, size_t dst_offset,
                     size_t size);
void requireDisjoint(const Buffer &src, const Box &src_box, const Buffer &dst, const Box &dst_box);

// One side of a transfer: memory that a command keeps alive, or the application's.
struct Side {
  char *address;
  Ref<Memory> owner; // null: the application's
};

Ref<Command> makeCopy(Queue &queue, cl_command_type type, Side src, Side dst, size_t size);
Ref<Command> makeBoxCopy(Queue &queue, cl_command_type type, Side src, const Box &src_box, Side dst,
                         const Box &dst_box);
// The same pattern in every `pattern_size` bytes of each row, which is a multiple of it.
Ref<Command> makeBoxFill(Queue &queue, cl_command_type type, Side dst, const Box &box,
                         const void *pattern, size_t pattern_size);
// `pattern` of 1 to 128 bytes, a power of two; `size` a multiple of it.
Ref<Command> makeFill(Queue &queue, cl_command_type type, Side dst, size_t size,
                      const void *pattern, size_t pattern_size);

} // namespace weft
#endif
