// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules of cl_mem_flags that all memory objects share.
#ifndef WEFT_CORE_MEMORY_FLAGS_H
#define WEFT_CORE_MEMORY_FLAGS_H

#include "core/error.h"

// cl_ext_immutable_memory_objects, since 2024
#ifndef CL_MEM_IMMUTABLE_EXT
#define CL_MEM_IMMUTABLE_EXT (1 << 6)
#endif

namespace weft {

constexpr cl_mem_flags KernelAccess = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
constexpr cl_mem_flags HostAccess =
    CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
constexpr cl_mem_flags HostPointer =
    CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;

// Flags of other vendors' extensions that only advise where memory should lie or how it is cached.
// Programs give them without asking which device they are on. Queries return them, nothing else
// looks at them. Flags that say what host_ptr is, or that promise something, are not among them.
constexpr cl_mem_flags VendorHints =
    1 << 6 |           // CL_MEM_USE_PERSISTENT_MEM_AMD; see isImmutable()
    7 << 16 |          // CL_CHANNEL_1_INTELFPGA to CL_CHANNEL_7_INTELFPGA: a bank of memory
    1 << 19 |          // CL_MEM_HETEROGENEOUS_INTELFPGA
    1 << 20 |          // CL_MEM_FORCE_HOST_MEMORY_INTEL
    1 << 25 |          // CL_MEM_ACCESS_FLAGS_UNRESTRICTED_INTEL
    1 << 26 | 1 << 27; // CL_MEM_USE_UNCACHED_CPU_MEMORY_IMG, CL_MEM_USE_CACHED_CPU_MEMORY_IMG

// CL_INVALID_VALUE for flags that are neither in `allowed` nor hints, or exclude each other.
void checkMemoryFlags(cl_mem_flags flags, cl_mem_flags allowed);

// CL_INVALID_HOST_PTR if there is a pointer that the flags do not ask for, or none that they do.
void checkHostPointer(cl_mem_flags flags, const void *host_ptr);

// Whether an object with these flags is one that is never written to. The flag has the value of a
// hint, CL_MEM_USE_PERSISTENT_MEM_AMD, and is taken for that where an immutable object would be
// refused: programs give the hint without asking, with flags that allow writing or without
// contents.
bool isImmutable(cl_mem_flags flags, bool is_external = false);

// Flags that say nothing of the kernels' access, completed.
cl_mem_flags withKernelAccess(cl_mem_flags flags, bool is_immutable);

// The flags of an object that is made with `flags` from one with `inherited`. CL_INVALID_VALUE if
// it would allow more than that one. `is_immutable`: whether that one is; then whether this one is.
cl_mem_flags inheritMemoryFlags(cl_mem_flags flags, cl_mem_flags inherited, bool &is_immutable);

} // namespace weft
#endif
