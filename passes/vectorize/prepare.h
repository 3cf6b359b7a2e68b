// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Brings a scalar region into the form that FlowLevels and the widener want.
//
// Guarantees: reducible control flow of conditional branches with two distinct targets; one `ret`;
// every loop has a preheader, one latch and one exit block of its own; loop-closed SSA; arithmetic
// on first-class vectors is per element (vectors are left in loads, stores, calls and casts);
// allocas stand for all lanes (private_memory.h).
#ifndef WEFT_PASSES_VECTORIZE_PREPARE_H
#define WEFT_PASSES_VECTORIZE_PREPARE_H

#include "llvm/IR/PassManager.h"

#include <string>

namespace weft {

// Returns false and a reason if `function` holds what no widening supports. `is_called`: see
// VectorizeOptions.
bool checkSupported(llvm::Function &function, bool is_called, std::string &failure);

bool prepareRegion(llvm::Function &function, unsigned width,
                   llvm::FunctionAnalysisManager &analyses, std::string &failure);

// Brings loops and their exits into the form above, of a function that has it in all else. Returns
// false and a reason if there is control flow that never returns.
bool prepareLoops(llvm::Function &function, llvm::FunctionAnalysisManager &analyses,
                  std::string &failure);

} // namespace weft
#endif
