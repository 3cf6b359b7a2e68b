// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The code of shared functions (passes/vectorize/shared_functions.h): made once all parts of a
// program are there, an object for each form that they call.
#ifndef WEFT_COMPILER_CODEGEN_SHARED_CODE_H
#define WEFT_COMPILER_CODEGEN_SHARED_CODE_H

#include "compiler/codegen/translate.h"

namespace weft {

// Whether the program, not yet linked with the library, should call forms of shared functions
// rather than have these inlined: where the options say so, or it has many calls of them. Code that
// nobody waits for is as fast as can be.
bool sharesFunctions(const llvm::Module &program, const TranslateOptions &options);

// Appends the object of one form to `code`.
weft_status translateForm(llvm::StringRef name, const TranslateOptions &options,
                          GeneratedCode &code, Log &log);

} // namespace weft
#endif
