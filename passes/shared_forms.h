// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the forms of shared functions that programs call (passes/vectorize/shared_functions.h).
#ifndef WEFT_PASSES_SHARED_FORMS_H
#define WEFT_PASSES_SHARED_FORMS_H

#include "passes/pipeline.h"
#include "passes/vectorize/shared_functions.h"

namespace weft {

// Requires: `module` defines the form's function as an internal one, with what it uses, and nothing
// else; triple, data layout and conventions are the host's (lowering/steps.h).
// Guarantees: `module` defines the form for other objects of the program to link with, and no other
// visible symbol; optimizeFunctions() has not run. An active lane gets, bit for bit, what the
// function returns for its arguments; idle lanes have no effect, whatever their arguments are.
// False, with a reason, if the function cannot be widened.
bool emitSharedForm(llvm::Module &module, llvm::TargetMachine &machine, const SharedForm &form,
                    const PipelineOptions &options, std::string &failure);

} // namespace weft
#endif
