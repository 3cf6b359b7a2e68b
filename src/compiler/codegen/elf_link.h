// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a relocatable object to the shared object that the driver maps: lld in process.
#ifndef WEFT_COMPILER_CODEGEN_ELF_LINK_H
#define WEFT_COMPILER_CODEGEN_ELF_LINK_H

#include "compiler/frontend/diagnostics.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace weft {

// Whether kernel code may call `symbol` although no module defines it: a function of libm.so.6 or
// libc.so.6 on the list below, or one of compiler-rt's.
bool isRuntimeSymbol(llvm::StringRef symbol);

// The bytes of the shared object made of `objects`; empty with a log entry on failure, which
// includes symbols that nothing defines: they are named. Without /proc it needs a folder to write
// to for the moment: $TMPDIR, /dev/shm or /tmp. Runs one link at a time, because lld keeps its
// state in globals.
std::string linkElf(llvm::ArrayRef<llvm::StringRef> objects, Log &log);

} // namespace weft
#endif
