// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules of cl_mem_flags that all memory objects share.
#ifndef WEFT_CORE_MEMORY_FLAGS_H
#define WEFT_CORE_MEMORY_FLAGS_H

#include "core/error.h"

namespace weft {

constexpr cl_mem_flags KernelAccess = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
constexpr cl_mem_flags HostAccess =
    CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
constexpr cl_mem_flags HostPointer =
    CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;

// CL_INVALID_VALUE for flags that are not in `allowed` or exclude each other.
void checkMemoryFlags(cl_mem_flags flags, cl_mem_flags allowed);

// CL_INVALID_HOST_PTR if there is a pointer that the flags do not ask for, or none that they do.
void checkHostPointer(cl_mem_flags flags, const void *host_ptr);

// The flags of an object that is made with `flags` from one with `inherited`. CL_INVALID_VALUE if
// it would allow more than that one.
cl_mem_flags inheritMemoryFlags(cl_mem_flags flags, cl_mem_flags inherited);

} // namespace weft
#endif
