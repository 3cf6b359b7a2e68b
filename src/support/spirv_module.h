// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What has to be known of a SPIR-V module before it is compiled. The words come from anybody; what
// they mean is for the compiler's reader.
#ifndef WEFT_SUPPORT_SPIRV_MODULE_H
#define WEFT_SUPPORT_SPIRV_MODULE_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace weft {

// Whether the bytes begin as a module does, in either byte order.
bool isSpirv(std::string_view bytes);

struct SpirvConstant {
  uint32_t spec_id;
  size_t size; // bytes; of a bool one
};

// The module's specialisation constants of numbers and bools; nothing if the bytes are no module: a
// header of a version that is supported, whole instructions, a memory model.
std::optional<std::vector<SpirvConstant>> readSpirvConstants(std::string_view bytes);

} // namespace weft
#endif
