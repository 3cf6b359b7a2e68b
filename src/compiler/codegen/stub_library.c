// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names without code, from which an empty shared library is built for lld to resolve against. The
// real library, found under the same soname when a kernel is loaded, brings the code.
#ifdef WEFT_STUB_OF_LIBM
#define WEFT_LIBM(name) void name(void) {}
#define WEFT_LIBC(name)
#else
#define WEFT_LIBM(name)
#define WEFT_LIBC(name) void name(void) {}
#endif
#include "runtime_symbols.def"
