// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What must be refused, or mended, before Clang makes code of it, because that is where it would
// crash, or because the IR does not show it any more: see program_check.h for the rest.
#ifndef WEFT_COMPILER_FRONTEND_OPENCL_C_SOURCE_CHECK_H
#define WEFT_COMPILER_FRONTEND_OPENCL_C_SOURCE_CHECK_H

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"

#include <memory>

namespace weft {

// A consumer to stand ahead of the code generator's. Declarations of files below `builtin_folder`
// are not looked at. Also takes from `compiler` the pragmas that exist to crash Clang.
std::unique_ptr<clang::ASTConsumer> checkSource(clang::CompilerInstance &compiler,
                                                llvm::StringRef builtin_folder);

} // namespace weft
#endif
