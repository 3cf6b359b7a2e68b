// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/spirv/cursor.h"

#include "llvm/ADT/STLExtras.h"

namespace weft::spirv {

bool Cursor::fail(const llvm::Twine &why) {
  if (failed)
    return false;
  failed = true;
  std::string place = at ? (llvm::Twine("word ") + llvm::Twine(at->offset) + ": " + at->info->name +
                            (at->result ? " %" + std::to_string(at->result) : std::string()) + ": ")
                               .str()
                         : "";
  log.error("SPIR-V: " + place + why);
  return false;
}

bool Cursor::unsupported(const llvm::Twine &what) {
  std::string text = what.str();
  text += text.empty() ? "not supported" : " is not supported";
  if (at && at->info->num_capabilities) {
    text += " (capability";
    for (uint32_t id : capabilitiesOf(*at->info))
      text += " " + capabilityName(id);
    text += ")";
  }
  return fail(text);
}

uint32_t Cursor::operand(size_t i) {
  if (i < at->operands.size())
    return at->operands[i];
  fail("lacks an operand");
  return 0;
}

bool AtCursor::isOneOf(std::initializer_list<spv::Op> ops) const {
  return llvm::is_contained(ops, at->op());
}

} // namespace weft::spirv
