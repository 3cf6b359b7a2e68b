// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_CPU_CODE_ELF_DYNAMIC_H
#define WEFT_CPU_CODE_ELF_DYNAMIC_H

#include <elf.h>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

// Why the loader must not be given a shared object with this dynamic section, or an empty string:
// loading it would run its code, or open files that the compiler never asks for. `segments` are
// the program headers, already found to lie within `code`.
std::string checkDynamic(std::string_view code, const std::vector<Elf64_Phdr> &segments);

} // namespace weft
#endif
