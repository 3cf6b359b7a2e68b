// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A SPIR-V module cut into instructions. The words come from anybody: after parseModule succeeded,
// each instruction has the operands that the grammar gives it, each id is in [1, bound), each
// result id has one instruction, and strings end; but for operands of OpExtInst with a set other
// than OpenCL.std, of which only some need be there. Nothing is known of types and blocks yet.
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_MODULE_H
#define WEFT_COMPILER_FRONTEND_SPIRV_MODULE_H

#include "compiler/frontend/diagnostics.h"
#include "compiler/frontend/spirv/grammar.h"

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringRef.h"

#include <vector>

namespace weft::spirv {

struct Instruction {
  const OpInfo *info;
  uint32_t offset;                   // of its first word in the module
  uint32_t type = 0;                 // id of the result's type, or 0
  uint32_t result = 0;               // id, or 0
  llvm::ArrayRef<uint32_t> operands; // behind type and result

  spv::Op op() const { return spv::Op(info->opcode); }
};

struct Module {
  std::vector<uint32_t> words; // in this machine's byte order
  uint32_t bound = 0;
  std::vector<Instruction> instructions;
  std::vector<uint32_t> definitions; // by id: 1 + the number of its instruction, or 0

  const Instruction *definition(uint32_t id) const {
    return id < definitions.size() && definitions[id] ? &instructions[definitions[id] - 1]
                                                      : nullptr;
  }
};

// False with a log entry for what is no module.
bool parseModule(llvm::StringRef bytes, Module &module, Log &log);

// The text of a literal string that begins at the first of `words`, and how many words it takes; 0
// if it does not end.
llvm::StringRef literalString(llvm::ArrayRef<uint32_t> words, unsigned &count);

// How many words a number of so many bits has, and the number in them, low words first; what is
// beyond its bits is dropped.
unsigned literalWords(unsigned bits);
llvm::APInt literal(llvm::ArrayRef<uint32_t> words, unsigned bits);

} // namespace weft::spirv
#endif
