// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// No program needs a single block as large as this to be compiled; one that doubles its macros'
// arguments again and again would take all memory there is.
#include "compiler/guard.h"

#include <cstddef>

static constexpr size_t LargestBlock = size_t(256) << 20; // bytes

extern "C" {

void *__real_malloc(size_t size);
void *__real_realloc(void *old, size_t size);

__attribute__((visibility("hidden"))) void *__wrap_malloc(size_t size) {
  return size >= LargestBlock && weft::isGuarded() ? nullptr : __real_malloc(size);
}

__attribute__((visibility("hidden"))) void *__wrap_realloc(void *old, size_t size) {
  return size >= LargestBlock && weft::isGuarded() ? nullptr : __real_realloc(old, size);
}

} // extern "C"
