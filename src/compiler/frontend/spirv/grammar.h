// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the grammar files of spirv-headers say of instructions, operands and capabilities;
// generate_grammar.py makes the tables and describes the patterns of operands.
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_GRAMMAR_H
#define WEFT_COMPILER_FRONTEND_SPIRV_GRAMMAR_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <spirv/unified1/OpenCL.std.h>
#include <spirv/unified1/spirv.hpp11>

#include <cstdint>
#include <string>

namespace weft::spirv {

// Instructions that the headers may lack; being no enumerators, they are no labels of a switch.
namespace newer {
#include "spirv_newer_names.inc"
} // namespace newer

struct OpInfo {
  uint16_t opcode;
  const char *name;
  const char *operands;
  uint16_t first_capability, num_capabilities; // any one of them is needed; none: always there
};

struct EnumInfo {
  uint8_t kind;
  uint32_t value;
  const char *name;
  const char *params;
  uint16_t first_capability, num_capabilities;
};

struct ExtInfo {
  uint32_t opcode;
  const char *name;
  const char *operands; // behind the set and the opcode: ids and literal words
};

// A set of extended instructions, by the name that modules import it by.
struct ExtSet {
  llvm::StringLiteral name;
  llvm::ArrayRef<ExtInfo> instructions; // by opcode
};

// Null for what the grammar does not know.
const OpInfo *opInfo(uint32_t opcode);
unsigned opNumber(const OpInfo &op); // in the order of their opcodes, from 0
const EnumInfo *enumInfo(unsigned kind, uint32_t value);
const ExtSet *extSet(llvm::StringRef name);
const ExtInfo *extInfo(const ExtSet &set, uint32_t opcode);

// Whether the values of an operand kind are bits that are joined.
bool isBits(unsigned kind);

llvm::ArrayRef<uint32_t> capabilitiesOf(const OpInfo &op);
llvm::ArrayRef<uint32_t> capabilitiesOf(const EnumInfo &value);
// Its name, or its number as text.
std::string capabilityName(uint32_t capability);
// What declaring `capability` declares, too.
llvm::ArrayRef<uint32_t> impliedCapabilities(uint32_t capability);

} // namespace weft::spirv
#endif
