// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of extensions that no loader exports, found by name.
#ifndef WEFT_TESTS_API_EXTENSION_FUNCTIONS_H
#define WEFT_TESTS_API_EXTENSION_FUNCTIONS_H

#include "api/khr_command_buffer.h"
#include "api/khr_entry_points.h"
#include "fixture.h"

namespace weft::test {

struct ExtensionFunctions {
#define WEFT_ENTRY(name)
#define WEFT_ABSENT(name)
#define WEFT_NAMED(name)                                                                           \
  decltype(&weft::api::name) name = reinterpret_cast<decltype(&weft::api::name)>(                  \
      clGetExtensionFunctionAddressForPlatform(platform(), #name));
#include "weft/entry_points.def"
};

} // namespace weft::test
#endif
