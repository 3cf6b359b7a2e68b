// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program in IR: written, read, and its parts joined.
#ifndef WEFT_COMPILER_PROGRAM_PROGRAM_IR_H
#define WEFT_COMPILER_PROGRAM_PROGRAM_IR_H

#include "compiler/frontend/diagnostics.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Module.h"

#include <memory>
#include <string>

namespace weft {

// Bitcode of a program that a front end made; what the `ir` of an artifact holds.
std::string writeIr(const llvm::Module &module);

// Reads and joins the IRs of a program. Null with a log entry for damaged bitcode, for modules that
// no front end of ours made, and for symbols defined twice.
std::unique_ptr<llvm::Module> linkIr(llvm::ArrayRef<llvm::StringRef> inputs,
                                     llvm::LLVMContext &context, Log &log);

// Gives every definition but the kernels and what parts share internal linkage, so that unused ones
// disappear.
void internalizeProgram(llvm::Module &program);

} // namespace weft
#endif
