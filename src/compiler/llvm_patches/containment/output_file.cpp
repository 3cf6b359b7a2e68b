// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lld first tries whether its output can be written, by a file beside it. There is nothing beside a
// file without a name; that it can be written is known, as we have made it.
#include "llvm/ADT/StringRef.h"

#include <system_error>

// lld::tryCreateFile, theirs and ours, by the linker's names: C has no such result.
std::error_code
theirTryCreateFile(llvm::StringRef path) __asm__("__real__ZN3lld13tryCreateFileEN4llvm9StringRefE");
__attribute__((visibility("hidden"))) std::error_code
ourTryCreateFile(llvm::StringRef path) __asm__("__wrap__ZN3lld13tryCreateFileEN4llvm9StringRefE");

std::error_code ourTryCreateFile(llvm::StringRef path) {
  return path.starts_with("/proc/self/fd/") ? std::error_code() : theirTryCreateFile(path);
}
