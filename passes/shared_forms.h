// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the forms of shared functions (passes/vectorize/shared_functions.h) that the parts of a
// program call.
#ifndef WEFT_PASSES_SHARED_FORMS_H
#define WEFT_PASSES_SHARED_FORMS_H

#include "passes/pipeline.h"
#include "passes/vectorize/shared_functions.h"

namespace weft {

// Requires: `module`, of the target's, defines the form's function as an internal one, with what
// this uses, and nothing else; they have the host's conventions (lowering/steps.h).
// Guarantees: it defines the form, for other objects of the program to link with, and nothing else
// that they see; what is left to do is optimizeFunctions'. What a lane gets is, bit for bit, what
// the function returns for its arguments; idle lanes have no effect, whatever theirs are. False
// with a reason where the function cannot be widened.
bool emitSharedForm(llvm::Module &module, llvm::TargetMachine &machine, const SharedForm &form,
                    const PipelineOptions &options, std::string &failure);

} // namespace weft
#endif
