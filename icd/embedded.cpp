// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libweft-embedded.so: all functions under names of their own, for run times that bring a driver
// for CPUs and no loader. WEFT_PREFIX stands before each name (the CMake variable
// WEFT_EMBEDDED_PREFIX), so that a program may have the system's OpenCL beside it.
#include "api/entry_points.h"
#include "api/khr_command_buffer.h"
#include "api/khr_entry_points.h"
#include "dispatch.h"

#include <type_traits>

// Nobody asks for a platform by way of a loader, so handles have their table from the beginning.
[[gnu::constructor]] static void composeFirst() { weft::compose(); }

// Each is another name of the driver's own function, which the dynamic linker is told when it binds
// the name: nothing lies between the two.
#define WEFT_JOIN_(a, b) a##b
#define WEFT_JOIN(a, b) WEFT_JOIN_(a, b)
#define WEFT_ENTRY(name)                                                                           \
  extern "C" {                                                                                     \
  __attribute__((used)) static void *weft_find_##name() {                                          \
    return reinterpret_cast<void *>(&weft::api::name);                                             \
  }                                                                                                \
  __attribute__((visibility("default"),                                                            \
                 ifunc("weft_find_" #name))) std::remove_pointer_t<decltype(&weft::api::name)>     \
      WEFT_JOIN(WEFT_PREFIX, name);                                                                \
  }
#define WEFT_ABSENT(name)
#define WEFT_NAMED(name) WEFT_ENTRY(name)
#include "weft/entry_points.def"
