// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files that the library carries in its read-only data (see embedded.S).
#ifndef WEFT_COMPILER_EMBEDDED_H
#define WEFT_COMPILER_EMBEDDED_H

#include "llvm/ADT/StringRef.h"

// clang-format off
#define WEFT_EMBEDDED_FILES(X)                                                                     \
  X(base_header) /* opencl-c-base.h of the Clang in use */                                         \
  X(async_copies) /* declarations of runtime-stdlib/declarations, as own_headers.cpp lists them */ \
  X(bfloat16)                                                                                      \
  X(integer_dot_product)                                                                           \
  X(intel_sub_groups)                                                                              \
  X(kernel_clock)                                                                                  \
  X(null_values)                                                                                   \
  X(split_barriers)                                                                                \
  X(upper_bits_channels)                                                                           \
  X(work_group_arithmetic)                                                                         \
  X(stdlib)      /* pack of the OpenCL C library, see library_pack.h */                            \
  X(stub_libm)   /* ELF with the names of libm.so.6, to link against */                            \
  X(stub_libc)   /* the same for libc.so.6: memcpy, memmove, memset */                             \
  X(builtins)    /* compiler-rt's archive: what code may call where the CPU lacks an instruction */
// clang-format on

#define WEFT_DECLARE_EMBEDDED(name)                                                                \
  extern "C" const char weft_embedded_##name[], weft_embedded_##name##_end[];                      \
  namespace weft::embedded {                                                                       \
  inline llvm::StringRef name() {                                                                  \
    return {weft_embedded_##name, size_t(weft_embedded_##name##_end - weft_embedded_##name)};      \
  }                                                                                                \
  }
WEFT_EMBEDDED_FILES(WEFT_DECLARE_EMBEDDED)
#undef WEFT_DECLARE_EMBEDDED

#endif
