// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One kernel's functions, cut into units that are optimised and generated at the same time. That is
// most of a build, and what a kernel became is mostly two or three functions of like size: its
// vectors, the rest of its rows, the case of indices that wrap. Where one function has nearly all,
// loops of it become functions first (loop_outlining.h).
//
//   as emitted                            unit 0                  unit 1
//   weft_kernel_k, k.w16 (internal)  ->  weft_kernel_k, k.w16 (declared)  k.w16 (hidden)
#ifndef WEFT_COMPILER_CODEGEN_CODE_UNITS_H
#define WEFT_COMPILER_CODEGEN_CODE_UNITS_H

#include "compiler/frontend/diagnostics.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"

#include <memory>
#include <string>
#include <vector>

namespace weft {

struct CodeUnits {
  llvm::SmallVector<char, 0> bitcode;              // of all units but the first
  std::vector<std::vector<std::string>> functions; // of these units, by name
};

// Cuts `program`, which holds one kernel of this name, into up to `most` units. It keeps the first;
// what units share gets names that no other kernel's do and is seen by the linker. Nothing is cut
// where that does not pay.
CodeUnits cutIntoUnits(llvm::Module &program, llvm::StringRef kernel, size_t most);

// Unit 1 + `number`. Null with a log entry on failure.
std::unique_ptr<llvm::Module> readUnit(const CodeUnits &units, size_t number,
                                       llvm::LLVMContext &context, Log &log);

} // namespace weft
#endif
