// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Answers of clGet*Info.
#include "core/info_writer.h"

#include <cstring>

namespace weft {

void InfoWriter::bytes(const void *data, size_t size) {
  // "CL_INVALID_VALUE if [...] the size in bytes specified by param_value_size is < the size of the
  // return type and param_value is not NULL."
  require(!value || capacity >= size, CL_INVALID_VALUE, "param_value_size is too small");
  if (value && size)
    std::memcpy(value, data, size);
  if (size_ret)
    *size_ret = size;
}

void InfoWriter::string(std::string_view text) {
  size_t size = text.size() + 1;
  require(!value || capacity >= size, CL_INVALID_VALUE, "param_value_size is too small");
  if (value) {
    std::memcpy(value, text.data(), text.size());
    static_cast<char *>(value)[text.size()] = '\0';
  }
  if (size_ret)
    *size_ret = size;
}

} // namespace weft
