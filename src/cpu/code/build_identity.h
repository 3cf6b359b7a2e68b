// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tells one build of a shared library from another without loading it.
#ifndef WEFT_CPU_CODE_BUILD_IDENTITY_H
#define WEFT_CPU_CODE_BUILD_IDENTITY_H

#include <string>

namespace weft {

// The build id that the linker has put into the file, a hash of its content. A file without one is
// identified by its path, size and time. Empty where there is no such file.
std::string buildIdentity(const std::string &path);

} // namespace weft
#endif
