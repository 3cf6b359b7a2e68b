// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Native code of programs, mapped by the system's loader, so that debuggers and profilers see
// kernels as they see any other library.
#ifndef WEFT_CPU_CODE_CODE_LOADER_H
#define WEFT_CPU_CODE_CODE_LOADER_H

#include "core/device.h"

#include <memory>
#include <string>
#include <string_view>

namespace weft {

// Why `code` is not a shared object that can be mapped, or an empty string. Checks what would
// otherwise make the loader read or map beyond the end of the file.
std::string checkElf(std::string_view code);
// The same for code of kernels, of which none may run when it is loaded (elf_dynamic.h).
std::string checkKernelCode(std::string_view code);

// Loads artifact.code, unless its target is not `target`. Null with a reason in `error`.
std::shared_ptr<LoadedCode> loadCode(const Artifact &artifact, const std::string &target,
                                     std::string &error);

// How code gets to the loader: an anonymous file, or where there is none (no /proc, or sealed off)
// a file in `folder` that is gone from there before this returns. Null with a reason in `error`;
// public for tests. The handle is dlopen's.
void *openAsAnonymousFile(std::string_view code, std::string &error);
void *openAsTemporaryFile(std::string_view code, const std::string &folder, std::string &error);
// The same, but the file stays.
void *openAsKeptFile(std::string_view code, const std::string &folder, std::string &error);

} // namespace weft
#endif
