// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel with barriers is one function, with a loop over rows of work-items for each region
// between barriers. As functions of their own these loops can be optimised and generated at the
// same time as the rest.
#ifndef WEFT_COMPILER_CODEGEN_LOOP_OUTLINING_H
#define WEFT_COMPILER_CODEGEN_LOOP_OUTLINING_H

#include "llvm/IR/Function.h"

#include <cstddef>

namespace weft {

// Makes internal functions, which `function` calls, of some of its loops: of up to `most`
// instructions in all, of no loop within one of these, nor of any that vectors come into or out of.
void outlineLoops(llvm::Function &function, size_t most);

} // namespace weft
#endif
