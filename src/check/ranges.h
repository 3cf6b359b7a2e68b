// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bytes that a command touches.
#ifndef WEFT_CHECK_RANGES_H
#define WEFT_CHECK_RANGES_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace weft::check {

// Rows of `width` bytes, a pitch apart, in slices; one row of a plain range.
struct Bytes {
  uintptr_t first = 0;
  size_t width = 0;
  size_t rows = 1, row_pitch = 0;
  size_t slices = 1, slice_pitch = 0;

  bool empty() const { return !width || !rows || !slices; }
  uintptr_t end() const {
    return first + (slices - 1) * slice_pitch + (rows - 1) * row_pitch + width;
  }
  bool overlaps(const Bytes &other) const;
  // Without gaps.
  bool covers(uintptr_t from, uintptr_t to) const;
};

struct Range {
  Bytes bytes;
  bool written = false;
  // The command is given these bytes, and touches one of them at least, but maybe not all: a
  // kernel's argument.
  bool argument = false;
  const void *object = nullptr; // see madeAt(); null: the application's memory
  const char *what = "";        // "buffer", a literal
  std::string name;             // of the argument
  std::optional<uint32_t> index;
  size_t object_size = 0;
};

} // namespace weft::check
#endif
