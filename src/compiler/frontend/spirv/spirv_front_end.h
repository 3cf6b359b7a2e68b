// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR-V to the IR that Clang makes from OpenCL C (triple spir64, builtin functions by their
// mangled names), so that nothing behind the front end can tell them apart.
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_SPIRV_FRONT_END_H
#define WEFT_COMPILER_FRONTEND_SPIRV_SPIRV_FRONT_END_H

#include "compiler/frontend/diagnostics.h"
#include "compiler/frontend/options.h"
#include "weft/compiler.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Module.h"

#include <memory>

namespace weft {

// Null if the module is damaged or asks for what is not supported: the log names the instruction,
// the offset of its first word, and the capability that it needs. What comes back is verified.
std::unique_ptr<llvm::Module> readSpirv(llvm::StringRef bytes,
                                        llvm::ArrayRef<weft_spec_constant> constants,
                                        const Options &options, llvm::LLVMContext &context,
                                        Log &log);

} // namespace weft
#endif
