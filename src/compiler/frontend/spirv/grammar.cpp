// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/spirv/grammar.h"

#include <algorithm>
#include <tuple>

namespace weft::spirv {
namespace {

#include "spirv_grammar.inc"

} // namespace

const OpInfo *opInfo(uint32_t opcode) {
  const OpInfo *found =
      std::lower_bound(std::begin(Ops), std::end(Ops), opcode,
                       [](const OpInfo &info, uint32_t wanted) { return info.opcode < wanted; });
  return found != std::end(Ops) && found->opcode == opcode ? found : nullptr;
}

unsigned opNumber(const OpInfo &op) { return unsigned(&op - Ops); }

const EnumInfo *enumInfo(unsigned kind, uint32_t value) {
  const EnumInfo *found =
      std::lower_bound(std::begin(Enums), std::end(Enums), std::make_tuple(kind, value),
                       [](const EnumInfo &info, const std::tuple<unsigned, uint32_t> &wanted) {
                         return std::make_tuple(unsigned(info.kind), info.value) < wanted;
                       });
  return found != std::end(Enums) && found->kind == kind && found->value == value ? found : nullptr;
}

const ExtSet *extSet(llvm::StringRef name) {
  const ExtSet *found = std::find_if(std::begin(Sets), std::end(Sets),
                                     [&](const ExtSet &set) { return set.name == name; });
  return found != std::end(Sets) ? found : nullptr;
}

const ExtInfo *extInfo(const ExtSet &set, uint32_t opcode) {
  const ExtInfo *found =
      std::lower_bound(set.instructions.begin(), set.instructions.end(), opcode,
                       [](const ExtInfo &info, uint32_t wanted) { return info.opcode < wanted; });
  return found != set.instructions.end() && found->opcode == opcode ? found : nullptr;
}

bool isBits(unsigned kind) { return kind < std::size(IsBits) && IsBits[kind]; }

llvm::ArrayRef<uint32_t> capabilitiesOf(const OpInfo &op) {
  return llvm::ArrayRef(Capabilities).slice(op.first_capability, op.num_capabilities);
}

llvm::ArrayRef<uint32_t> capabilitiesOf(const EnumInfo &value) {
  return llvm::ArrayRef(Capabilities).slice(value.first_capability, value.num_capabilities);
}

std::string capabilityName(uint32_t capability) {
  const EnumInfo *info = enumInfo(CapabilityKind, capability);
  return info ? info->name : std::to_string(capability);
}

llvm::ArrayRef<uint32_t> impliedCapabilities(uint32_t capability) {
  const EnumInfo *info = enumInfo(CapabilityKind, capability);
  return info ? capabilitiesOf(*info) : llvm::ArrayRef<uint32_t>();
}

} // namespace weft::spirv
