// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/error.h"

#include "core/khr_command_buffer.h"

#include <CL/cl_ext.h>

namespace weft {

const char *errorName(cl_int code) {
  switch (code) {
#define WEFT_ERROR_CODE(name, is_misuse)                                                           \
  case name:                                                                                       \
    return #name;
#include "core/error_codes.def"
  }
  return "a code without a name";
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
