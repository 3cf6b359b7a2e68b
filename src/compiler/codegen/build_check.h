// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The build option -Wcheck: what can be seen to be wrong with kernels that are not run
// (passes/check/build_checks.h), in the log.
#ifndef WEFT_COMPILER_CODEGEN_BUILD_CHECK_H
#define WEFT_COMPILER_CODEGEN_BUILD_CHECK_H

#include "compiler/codegen/target_machine.h"
#include "compiler/frontend/diagnostics.h"

#include "llvm/IR/Module.h"

namespace weft {

// Requires: a whole program as the front ends make it. It is looked at in a copy, so that its code
// is what it is without. What Clang has said of a line already is not said again. As errors the
// mistakes fail the build.
void checkAtBuild(const llvm::Module &program, const MachineKind &kind, bool as_errors, Log &log);

} // namespace weft
#endif
