// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program cut into parts that are translated at the same time and linked afterwards. A part holds
// some of the kernels and what these use; functions that several parts use are in each of them
// (they mostly end up inlined), variables are there once.
//
//   program IR          part 0           part 1
//   kernel a, b, c  ->  a, b, sin        c, sin
//   variable v          v (defined)      v (declared)
#ifndef WEFT_COMPILER_PROGRAM_PROGRAM_PARTS_H
#define WEFT_COMPILER_PROGRAM_PROGRAM_PARTS_H

#include "compiler/frontend/diagnostics.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"

#include <memory>
#include <string>
#include <vector>

namespace weft {

// Names of kernels, in the order of the program.
using ProgramPart = std::vector<std::string>;

// How a program of these kernels is cut; depends on nothing else.
std::vector<ProgramPart> planParts(llvm::ArrayRef<std::string> kernels);

struct PartTurn {
  size_t part;  // its number
  double share; // of all parts' work, as far as can be told
};
// The parts in the order in which threads take them, those first that look as if they took longest:
// nothing is worse than a long one at the end.
std::vector<PartTurn> longestFirst(llvm::ArrayRef<ProgramPart> parts, const llvm::Module &program);

// Names of variables that parts share begin with this; nobody else's can.
constexpr llvm::StringLiteral SharedVariablePrefix = "weft.shared.";

// Where a program is not cut, too, the variables that the host has names of are found by theirs.
void shareHostVisible(llvm::Module &program);

// Reads one part from the bitcode of the whole program. The first part defines the variables.
// Null with a log entry on failure.
std::unique_ptr<llvm::Module> readPart(llvm::StringRef bitcode, const ProgramPart &part, bool first,
                                       llvm::LLVMContext &context, Log &log);

} // namespace weft
#endif
