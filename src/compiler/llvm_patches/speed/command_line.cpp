// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instead of the function with which each of LLVM's options adds itself to the table that a command
// line would be looked up in: there is none, and the table takes a fifth of the time to open the
// library. Only the options that the compiler sets itself are remembered.
#include "compiler/codegen/generator_setup.h"

#include "llvm/Support/CommandLine.h"

extern "C" __attribute__((visibility("hidden"))) void
__wrap__ZN4llvm2cl6Option11addArgumentEv(llvm::cl::Option *option) {
  weft::noteOption(*option);
}
