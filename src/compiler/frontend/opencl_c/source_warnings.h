// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What -Wcheck says of the source, because the IR does not show it any more: arguments of kernels
// that nothing names, and shifts by constants of the width or more, of which Clang takes the
// modulus.
#ifndef WEFT_COMPILER_FRONTEND_OPENCL_C_SOURCE_WARNINGS_H
#define WEFT_COMPILER_FRONTEND_OPENCL_C_SOURCE_WARNINGS_H

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"

#include <memory>

namespace weft {

// Declarations of files below `builtin_folder` are not looked at.
std::unique_ptr<clang::ASTConsumer> warnOfSource(clang::CompilerInstance &compiler,
                                                 llvm::StringRef builtin_folder);

} // namespace weft
#endif
