// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The application's memory that buffers and images use (CL_MEM_USE_HOST_PTR), and whether it is
// still there, as far as can be seen: memory that was given back to the system is seen, and
// variables of a function that has returned; what malloc() keeps for itself is not.
#ifndef WEFT_CHECK_HOST_MEMORY_H
#define WEFT_CHECK_HOST_MEMORY_H

#include "check/report.h"

#include <cstddef>

namespace weft::check {

// `object` uses `bytes` from `first` on, which the application has passed just now.
void noteHostMemory(const void *object, const void *first, size_t bytes);
void noteHostMemoryLeft(const void *object);
// A command that uses the object is enqueued, or it is released: reports it if its memory is gone.
// `object_name`: "buffer", a literal.
void checkHostMemory(const void *object, const char *object_name, const Notify &notify);

} // namespace weft::check
#endif
