// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What LLVM's code generator does in another way for kernels: without passes that take more of a
// build than they give, and with long blocks cut (short_blocks.h).
#ifndef WEFT_COMPILER_CODEGEN_GENERATOR_SETUP_H
#define WEFT_COMPILER_CODEGEN_GENERATOR_SETUP_H

#include <string>

namespace llvm::cl {
class Option;
}

namespace weft {

// Sets the code generator up for that; once per process, before one is made. Returns what LLVM
// does not know by the name that it had, or an empty string.
std::string setUpCodeGenerator();

// Tells of an option that is not in LLVM's own table. May run before main().
void noteOption(llvm::cl::Option &option);

} // namespace weft
#endif
