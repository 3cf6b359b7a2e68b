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

  // Whether bytes from there on may be the allocation's, though no memory object keeps them.
  bool mayUse(const Allocation &allocation, size_t first, size_t bytes) const {
    return !owner && allocation.overlaps(address + first, bytes);
  }
};

// The work of transfers, each to be called once or many times. They keep the memory alive.
struct Copy {
  Side src, dst;
  size_t size;

  void operator()() const;
  size_t bytes() const { return size; }
  bool usesPointers() const { return !src.owner || !dst.owner; }
  bool mayUse(const Allocation &allocation) const {
    return src.mayUse(allocation, 0, size) || dst.mayUse(allocation, 0, size);
  }
  void tell(check::NewCommand &command) const;
};

struct BoxCopy {
  Side src;
  Box src_box;
  Side dst;
  Box dst_box;

  void operator()() const;
  size_t bytes() const { return src_box.region[0] * src_box.region[1] * src_box.region[2]; }
  bool usesPointers() const { return !src.owner || !dst.owner; }
  bool mayUse(const Allocation &allocation) const {
    return src.mayUse(allocation, src_box.first, src_box.end - src_box.first) ||
           dst.mayUse(allocation, dst_box.first, dst_box.end - dst_box.first);
  }
  void tell(check::NewCommand &command) const;
};

// 1 to 128 bytes, a power of two.
struct Pattern {
  Pattern(const void *data, size_t bytes);
  std::array<char, 128> data;
  size_t size;
};

struct Fill {
  Side dst;
  size_t size; // a multiple of the pattern's
  Pattern pattern;

  void operator()() const;
  size_t bytes() const { return size; }
  bool usesPointers() const { return !dst.owner; }
  bool mayUse(const Allocation &allocation) const { return dst.mayUse(allocation, 0, size); }
  void tell(check::NewCommand &command) const;
};

// The same pattern in every `pattern.size` bytes of each row, which is a multiple of it.
struct BoxFill {
  Side dst;
  Box box;
  Pattern pattern;

  void operator()() const;
  size_t bytes() const { return box.region[0] * box.region[1] * box.region[2]; }
  void tell(check::NewCommand &command) const;
};

// Where transfers of so many bytes run: copying few is cheaper than waking another thread for it.
inline RunOn placeFor(size_t bytes) {
  constexpr size_t AtOnceBytes = 32 << 10;
  return bytes <= AtOnceBytes ? RunOn::AtOnce : RunOn::Device;
}

// One of the above as a command.
template <typename Work> Ref<Command> makeTransfer(Queue &queue, cl_command_type type, Work work) {
  const RunOn where = placeFor(work.bytes());
  return makeHostCommand(queue, type, where, std::move(work));
}

} // namespace weft
#endif
