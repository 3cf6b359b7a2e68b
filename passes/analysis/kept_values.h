// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which loads of a region read what an earlier region has kept for them in the context.
#ifndef WEFT_PASSES_ANALYSIS_KEPT_VALUES_H
#define WEFT_PASSES_ANALYSIS_KEPT_VALUES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Instructions.h"

namespace weft {

// The name of the alias scope that such accesses have (passes/regions/context_scope.h).
constexpr llvm::StringLiteral ContextScopeName = "context";

bool isKeptOverBarrier(const llvm::LoadInst &load);

} // namespace weft
#endif
