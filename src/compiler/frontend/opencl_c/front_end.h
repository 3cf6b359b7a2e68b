// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clang in process: OpenCL C to LLVM IR for the triple spir64, in which address spaces, kernel
// arguments and vector arguments keep the form that the source gave them.
#ifndef WEFT_COMPILER_FRONTEND_OPENCL_C_FRONT_END_H
#define WEFT_COMPILER_FRONTEND_OPENCL_C_FRONT_END_H

#include "compiler/frontend/diagnostics.h"
#include "compiler/frontend/options.h"
#include "support/artifact.h"
#include "weft/compiler.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Module.h"

#include <memory>

namespace weft {

// Null if the source does not compile; the log says why, in Clang's form, with line and caret.
// `headers` are found before anything on disk; -I reads the real file system.
// `includes` tells what was looked for there.
std::unique_ptr<llvm::Module> compileSource(llvm::StringRef source,
                                            llvm::ArrayRef<weft_header> headers,
                                            const Options &options, llvm::LLVMContext &context,
                                            std::vector<IncludedFile> &includes, Log &log);

} // namespace weft
#endif
