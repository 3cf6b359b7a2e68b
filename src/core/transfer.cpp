// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks and commands of buffer transfers.

#include "core/transfer.h"

#include "check/unwritten.h"
#include "core/command_check.h"
#include "core/init_check.h"

#include <algorithm>
#include <cstring>

namespace weft {

size_t checkedMul(size_t a, size_t b) {
  size_t product;
  require(!__builtin_mul_overflow(a, b, &product), CL_INVALID_VALUE, "region out of bounds");
  return product;
}

size_t checkedAdd(size_t a, size_t b) {
  size_t sum;
  require(!__builtin_add_overflow(a, b, &sum), CL_INVALID_VALUE, "region out of bounds");
  return sum;
}

Box Box::make(const size_t *origin, const size_t *region, size_t row_pitch, size_t slice_pitch) {
  // "if [an origin] or region is NULL"
  require(origin && region, CL_INVALID_VALUE, "origin or region is null");
  // "if any region array element is zero"
  require(region[0] && region[1] && region[2], CL_INVALID_VALUE, "an element of region is zero");
  // "if row_pitch is not equal to zero and is less than region[0]"
  require(!row_pitch || row_pitch >= region[0], CL_INVALID_VALUE, "row pitch below region[0]");
  if (!row_pitch)
    row_pitch = region[0];
  const size_t slice = checkedMul(region[1], row_pitch);
  // "if slice_pitch is not equal to zero and is less than region[1] times row_pitch"
  require(!slice_pitch || slice_pitch >= slice, CL_INVALID_VALUE,
          "slice pitch below region[1] * row pitch");
  // "if slice_pitch is not equal to zero and is not a multiple of row_pitch"
  require(slice_pitch % row_pitch == 0, CL_INVALID_VALUE,
          "slice pitch is no multiple of the row pitch");
  if (!slice_pitch)
    slice_pitch = slice;

  Box box;
  box.region = {region[0], region[1], region[2]};
  box.row_pitch = row_pitch;
  box.slice_pitch = slice_pitch;
  // "offset [...] is computed as origin[2] * slice_pitch + origin[1] * row_pitch + origin[0]"
  box.first = checkedAdd(
      checkedAdd(checkedMul(origin[2], slice_pitch), checkedMul(origin[1], row_pitch)), origin[0]);
  const size_t span = checkedAdd(
      checkedAdd(checkedMul(region[2] - 1, slice_pitch), checkedMul(region[1] - 1, row_pitch)),
      region[0]);
  box.end = checkedAdd(box.first, span);
  return box;
}

void requireInside(const Memory &memory, size_t offset, size_t size) {
  require(offset <= memory.size() && size <= memory.size() - offset, CL_INVALID_VALUE,
          "the region is not inside the buffer");
}

void requireInside(const Memory &memory, const Box &box) {
  require(box.end <= memory.size(), CL_INVALID_VALUE, "the region is not inside the buffer");
}

// The buffer that owns the bytes.
static const Memory &root(const Memory &buffer) {
  return buffer.parent() ? *buffer.parent() : buffer;
}

void requireDisjoint(const Buffer &src, size_t src_offset, const Buffer &dst, size_t dst_offset,
                     size_t size) {
  if (&root(src) != &root(dst))
    return;
  const size_t from = src.origin() + src_offset;
  const size_t to = dst.origin() + dst_offset;
  require(from + size <= to || to + size <= from, CL_MEM_COPY_OVERLAP, "the regions overlap");
}

namespace {
// Walks over the rows of a box in the order of their addresses: pitches make them ascend.
class Rows {
public:
  Rows(const Box &box, size_t base) : box(box), start(base + box.first) {}
  bool valid() const { return z < box.region[2]; }
  size_t begin() const { return start + z * box.slice_pitch + y * box.row_pitch; }
  size_t end() const { return begin() + box.region[0]; }
  void next() {
    if (++y == box.region[1]) {
      y = 0;
      ++z;
    }
  }

private:
  const Box &box;
  size_t start;
  size_t y = 0, z = 0;
};
} // namespace

void requireDisjoint(const Buffer &src, const Box &src_box, const Buffer &dst, const Box &dst_box) {
  if (&root(src) != &root(dst))
    return;
  if (src.origin() + src_box.end <= dst.origin() + dst_box.first ||
      dst.origin() + dst_box.end <= src.origin() + src_box.first)
    return;
  // Exact, also where pitches differ: both lists of rows are sorted.
  Rows from(src_box, src.origin());
  Rows to(dst_box, dst.origin());
  while (from.valid() && to.valid()) {
    if (from.end() <= to.begin())
      from.next();
    else if (to.end() <= from.begin())
      to.next();
    else
      throw Error{CL_MEM_COPY_OVERLAP, "the regions overlap"};
  }
}

void Copy::operator()() const {
  // memmove: buffers with CL_MEM_USE_HOST_PTR may share bytes.
  if (size && src.address != dst.address)
    std::memmove(dst.address, src.address, size);
  if (check::enabled(check::Kind::Init)) [[unlikely]]
    noteMoved(src, {reinterpret_cast<uintptr_t>(src.address), size}, dst,
              {reinterpret_cast<uintptr_t>(dst.address), size});
}

static void copyBox(const char *src, const Box &src_box, char *dst, const Box &dst_box) {
  const auto [width, height, depth] = src_box.region;
  src += src_box.first;
  dst += dst_box.first;
  // Rows (slices) without gaps on both sides are one.
  const bool whole_rows = src_box.row_pitch == width && dst_box.row_pitch == width;
  const bool whole_slices = whole_rows && (depth == 1 || (src_box.slice_pitch == width * height &&
                                                          dst_box.slice_pitch == width * height));
  if (whole_slices) {
    std::memmove(dst, src, width * height * depth);
    return;
  }
  for (size_t z = 0; z < depth; ++z) {
    const char *from = src + z * src_box.slice_pitch;
    char *to = dst + z * dst_box.slice_pitch;
    if (whole_rows) {
      std::memmove(to, from, width * height);
      continue;
    }
    for (size_t y = 0; y < height; ++y)
      std::memmove(to + y * dst_box.row_pitch, from + y * src_box.row_pitch, width);
  }
}

void BoxCopy::operator()() const {
  copyBox(src.address, src_box, dst.address, dst_box);
  if (check::enabled(check::Kind::Init)) [[unlikely]]
    noteMoved(src, bytesOf(src.address, src_box), dst, bytesOf(dst.address, dst_box));
}

Pattern::Pattern(const void *from, size_t bytes) : size(bytes) {
  std::memcpy(data.data(), from, bytes);
}

static void fill(char *dst, size_t size, const char *pattern, size_t pattern_size) {
  if (!size)
    return;
  if (pattern_size == 1) {
    std::memset(dst, pattern[0], size);
    return;
  }
  // Doubles what is filled until it is worth a block, then copies that block from the caches.
  constexpr size_t BlockBytes = 16 << 10;
  std::memcpy(dst, pattern, pattern_size);
  size_t filled = pattern_size;
  while (filled < size) {
    const size_t step = std::min({filled, BlockBytes, size - filled});
    std::memcpy(dst + filled, dst, step);
    filled += step;
  }
}

void Fill::operator()() const {
  fill(dst.address, size, pattern.data.data(), pattern.size);
  if (check::enabled(check::Kind::Init)) [[unlikely]]
    check::noteWritten({reinterpret_cast<uintptr_t>(dst.address), size});
}

static void fillBox(char *dst, const Box &box, const char *pattern, size_t pattern_size) {
  const auto [width, height, depth] = box.region;
  // Rows (slices) without gaps are one.
  const bool whole_slices = box.row_pitch == width;
  if (whole_slices && (depth == 1 || box.slice_pitch == width * height))
    return fill(dst + box.first, width * height * depth, pattern, pattern_size);
  for (size_t z = 0; z < depth; ++z) {
    char *slice = dst + box.first + z * box.slice_pitch;
    if (whole_slices) {
      fill(slice, width * height, pattern, pattern_size);
      continue;
    }
    for (size_t y = 0; y < height; ++y)
      fill(slice + y * box.row_pitch, width, pattern, pattern_size);
  }
}

void Copy::tell(check::NewCommand &command) const {
  addRange(command, src, size, false);
  addRange(command, dst, size, true);
}
void BoxCopy::tell(check::NewCommand &command) const {
  addRange(command, src, src_box, false);
  addRange(command, dst, dst_box, true);
}
void Fill::tell(check::NewCommand &command) const { addRange(command, dst, size, true); }
void BoxFill::tell(check::NewCommand &command) const { addRange(command, dst, box, true); }

void BoxFill::operator()() const {
  fillBox(dst.address, box, pattern.data.data(), pattern.size);
  if (check::enabled(check::Kind::Init)) [[unlikely]]
    check::noteWritten(bytesOf(dst.address, box));
}

} // namespace weft
