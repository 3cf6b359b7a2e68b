// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one way in which every clGet*Info answers: checks param_value_size, copies, reports the size.
#ifndef WEFT_CORE_INFO_WRITER_H
#define WEFT_CORE_INFO_WRITER_H

#include "core/error.h"

#include <cstddef>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace weft {

class InfoWriter {
public:
  InfoWriter(size_t capacity, void *value, size_t *size_ret)
      : capacity(capacity), value(value), size_ret(size_ret) {}

  // Writes the bytes; throws CL_INVALID_VALUE if there is a destination that cannot hold them.
  void bytes(const void *data, size_t size);

  // Scalars and handles. The type is the spec's: write<cl_uint>(...).
  template <typename T> void write(std::type_identity_t<T> scalar) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes(&scalar, sizeof(T));
  }
  void boolean(bool flag) { write<cl_bool>(flag ? CL_TRUE : CL_FALSE); }
  // With the terminating NUL.
  void string(std::string_view text);
  template <typename T> void array(std::span<const T> items) {
    bytes(items.data(), items.size_bytes());
  }
  template <typename T> void array(const std::vector<T> &items) {
    bytes(items.data(), items.size() * sizeof(T));
  }

  size_t capacity;
  void *value;
  size_t *size_ret;
};

} // namespace weft
#endif
