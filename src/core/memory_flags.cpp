// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The checks of clCreateBuffer, clCreateSubBuffer and clCreateImage on flags.

#include "core/memory_flags.h"

#include <bit>

namespace weft {

void checkMemoryFlags(cl_mem_flags flags, cl_mem_flags allowed) {
  // "if values specified in flags are not valid as defined in the Memory Flags table"
  require(!(flags & ~(allowed | VendorHints)), CL_INVALID_VALUE,
          "memory flags that are not valid here");
  // "CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY and CL_MEM_READ_ONLY are mutually exclusive."
  require(std::popcount(flags & KernelAccess) <= 1, CL_INVALID_VALUE,
          "kernel access flags exclude each other");
  // "CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY and CL_MEM_HOST_NO_ACCESS are mutually
  // exclusive."
  require(std::popcount(flags & HostAccess) <= 1, CL_INVALID_VALUE,
          "host access flags exclude each other");
  // "CL_MEM_ALLOC_HOST_PTR and CL_MEM_USE_HOST_PTR are mutually exclusive", as are
  // CL_MEM_COPY_HOST_PTR and CL_MEM_USE_HOST_PTR.
  require(!(flags & CL_MEM_USE_HOST_PTR) ||
              !(flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)),
          CL_INVALID_VALUE, "CL_MEM_USE_HOST_PTR excludes ALLOC and COPY");
}

void checkHostPointer(cl_mem_flags flags, const void *host_ptr) {
  // "CL_INVALID_HOST_PTR if host_ptr is NULL and CL_MEM_USE_HOST_PTR or CL_MEM_COPY_HOST_PTR are
  // set in flags or if host_ptr is not NULL but [neither is]"
  const bool wants_pointer = flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
  require(wants_pointer == (host_ptr != nullptr), CL_INVALID_HOST_PTR,
          "host_ptr and flags do not match");
}

// "CL_INVALID_VALUE [...] if CL_MEM_IMMUTABLE_EXT is set in flags and CL_MEM_READ_WRITE,
// CL_MEM_WRITE_ONLY, or CL_MEM_HOST_WRITE_ONLY is set in flags"
static bool mayBeImmutable(cl_mem_flags flags) {
  return flags & CL_MEM_IMMUTABLE_EXT &&
         !(flags & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_HOST_WRITE_ONLY));
}

bool isImmutable(cl_mem_flags flags, bool is_external) {
  // "if none of the following conditions are met: CL_MEM_COPY_HOST_PTR or CL_MEM_USE_HOST_PTR is
  // set in flags; properties includes an external memory handle"
  return mayBeImmutable(flags) &&
         (is_external || flags & (CL_MEM_COPY_HOST_PTR | CL_MEM_USE_HOST_PTR));
}

cl_mem_flags withKernelAccess(cl_mem_flags flags, bool is_immutable) {
  // "CL_MEM_READ_WRITE [...] is the default."
  if (!(flags & KernelAccess))
    flags |= is_immutable ? CL_MEM_READ_ONLY : CL_MEM_READ_WRITE;
  return flags;
}

cl_mem_flags inheritMemoryFlags(cl_mem_flags flags, cl_mem_flags inherited, bool &is_immutable) {
  // "if flags specifies CL_MEM_USE_HOST_PTR or CL_MEM_ALLOC_HOST_PTR or CL_MEM_COPY_HOST_PTR"
  checkMemoryFlags(flags, KernelAccess | HostAccess);
  // "if buffer was created with CL_MEM_IMMUTABLE_EXT and flags specifies CL_MEM_READ_WRITE,
  // CL_MEM_WRITE_ONLY, or CL_MEM_HOST_WRITE_ONLY"
  require(!is_immutable ||
              !(flags & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_HOST_WRITE_ONLY)),
          CL_INVALID_VALUE, "a part of an immutable object that can be written to");
  is_immutable |= mayBeImmutable(flags);
  if (is_immutable)
    flags = withKernelAccess(flags, is_immutable);
  // "if buffer was created with CL_MEM_WRITE_ONLY and flags specifies CL_MEM_READ_WRITE or
  // CL_MEM_READ_ONLY", and the same for CL_MEM_READ_ONLY
  require(!(inherited & (CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY)) || !(flags & KernelAccess) ||
              (flags & KernelAccess) == (inherited & KernelAccess),
          CL_INVALID_VALUE, "a part cannot have more kernel access than the whole");
  // "if buffer was created with CL_MEM_HOST_WRITE_ONLY and flags specify CL_MEM_HOST_READ_ONLY"
  require(!(inherited & CL_MEM_HOST_WRITE_ONLY) || !(flags & CL_MEM_HOST_READ_ONLY),
          CL_INVALID_VALUE, "a part cannot have more host access than the whole");
  // "if buffer was created with CL_MEM_HOST_READ_ONLY and flags specify CL_MEM_HOST_WRITE_ONLY"
  require(!(inherited & CL_MEM_HOST_READ_ONLY) || !(flags & CL_MEM_HOST_WRITE_ONLY),
          CL_INVALID_VALUE, "a part cannot have more host access than the whole");
  // "if buffer was created with CL_MEM_HOST_NO_ACCESS and flags specify CL_MEM_HOST_READ_ONLY or
  // CL_MEM_HOST_WRITE_ONLY"
  require(!(inherited & CL_MEM_HOST_NO_ACCESS) ||
              !(flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY)),
          CL_INVALID_VALUE, "a part cannot have more host access than the whole");
  // "If [access flags] are not specified in flags, they are inherited"; so are the host pointer
  // flags always.
  if (!(flags & KernelAccess))
    flags |= inherited & KernelAccess;
  if (!(flags & HostAccess))
    flags |= inherited & HostAccess;
  if (is_immutable)
    flags |= CL_MEM_IMMUTABLE_EXT;
  return flags | (inherited & HostPointer);
}

} // namespace weft
