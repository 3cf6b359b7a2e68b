// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What entry points are called: the driver has no symbols of its own, and the ICD loader's function
// is not on the stack where it ends with a jump.
#include "api/entry_names.h"

#include "api/entry_points.h"
#include "api/khr_command_buffer.h"
#include "api/khr_entry_points.h"

namespace weft::api {

const char *entryNameAt(const void *function) {
#define WEFT_ENTRY(name)                                                                           \
  if (function == reinterpret_cast<const void *>(&api::name))                                      \
    return #name;
#define WEFT_ABSENT(name)
#define WEFT_NAMED(name) WEFT_ENTRY(name)
#include "weft/entry_points.def"
  return nullptr;
}

} // namespace weft::api
