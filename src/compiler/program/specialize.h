// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program for launches that have much in common: one kernel, whose group sizes and some of whose
// arguments are constants.
#ifndef WEFT_COMPILER_PROGRAM_SPECIALIZE_H
#define WEFT_COMPILER_PROGRAM_SPECIALIZE_H

#include "compiler/frontend/diagnostics.h"
#include "weft/compiler.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"

#include <memory>

namespace weft {

// Cuts the kernel out of the program whose bitcode is given. The kernel keeps all of its
// parameters.
//
// Null with an error in the log where the code might not do bit for bit what that for any launch
// does, namely if the kernel
// - uses a variable of the program, of which there is one per program;
// - computes under options that let the result depend on what surrounds an operation
//   (-cl-fast-relaxed-math and the like: fast-math flags). Without them each operation is rounded
//   by itself; a * b + c is one operation or two by decideContractions(), under -cl-mad-enable too.
std::unique_ptr<llvm::Module> specialize(llvm::StringRef bitcode,
                                         const weft_specialization &specialization,
                                         llvm::LLVMContext &context, Log &log);

} // namespace weft
#endif
