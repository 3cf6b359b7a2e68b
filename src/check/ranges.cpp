// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/ranges.h"

namespace weft::check {

namespace {
// Walks over rows in the order of their addresses: pitches make them ascend.
class Rows {
public:
  explicit Rows(const Bytes &of) : of(of) {}
  bool valid() const { return slice < of.slices; }
  uintptr_t begin() const { return of.first + slice * of.slice_pitch + row * of.row_pitch; }
  uintptr_t end() const { return begin() + of.width; }
  void next() {
    if (++row == of.rows) {
      row = 0;
      ++slice;
    }
  }

private:
  const Bytes &of;
  size_t row = 0, slice = 0;
};
} // namespace

bool Bytes::overlaps(const Bytes &other) const {
  if (empty() || other.empty() || end() <= other.first || other.end() <= first)
    return false;
  Rows mine(*this), others(other);
  while (mine.valid() && others.valid()) {
    if (mine.end() <= others.begin())
      mine.next();
    else if (others.end() <= mine.begin())
      others.next();
    else
      return true;
  }
  return false;
}

bool Bytes::covers(uintptr_t from, uintptr_t to) const {
  const bool whole_slices = rows == 1 || row_pitch == width;
  const bool is_one = whole_slices && (slices == 1 || slice_pitch == rows * width);
  return is_one && first <= from && to <= end();
}

} // namespace weft::check
