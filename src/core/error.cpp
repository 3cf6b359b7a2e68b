// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/error.h"

#include <CL/cl_ext.h>

namespace weft {

std::string errorName(cl_int code) {
  switch (code) {
#define WEFT_ERROR_CODE(name, is_misuse)                                                           \
  case name:                                                                                       \
    return #name;
#include "core/error_codes.def"
  }
  return std::to_string(code);
}

bool isMisuse(cl_int code) {
  switch (code) {
#define WEFT_ERROR_CODE(name, is_misuse)                                                           \
  case name:                                                                                       \
    return is_misuse;
#include "core/error_codes.def"
  }
  return false;
}

} // namespace weft
