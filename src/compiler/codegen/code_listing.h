// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program's machine code as people read it, each instruction with its source line: the code
// generator is run once more, into a list in place of an object. Lines are those that would be in
// the object's line table, so the module needs debug lines.
#ifndef WEFT_COMPILER_CODEGEN_CODE_LISTING_H
#define WEFT_COMPILER_CODEGEN_CODE_LISTING_H

#include "weft/code_report.h"

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace weft {

// Adds to `listing`. `program` is consumed. `tune`: the CPU whose model inner loops are measured by
// (machine_loops.h). False where LLVM has no code generator.
bool listCode(llvm::Module &program, llvm::TargetMachine &machine, llvm::StringRef tune,
              CodeListing &listing);

} // namespace weft
#endif
