// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What would end the process ends the build instead, where one is under way on this thread.
#include "compiler/containment/contained.h"

extern "C" {

[[noreturn]] void __real_exit(int code);
[[noreturn]] void __real__exit(int code);
[[noreturn]] void __real_abort(void);

[[noreturn]] __attribute__((visibility("hidden"))) void __wrap_exit(int code) {
  if (weft::isContained())
    weft::abandonContained("the compiler tried to exit");
  __real_exit(code);
}

[[noreturn]] __attribute__((visibility("hidden"))) void __wrap__exit(int code) {
  if (weft::isContained())
    weft::abandonContained("the compiler tried to exit");
  __real__exit(code);
}

[[noreturn]] __attribute__((visibility("hidden"))) void __wrap_abort(void) {
  if (weft::isContained())
    weft::abandonContained("the compiler aborted");
  __real_abort();
}

} // extern "C"
