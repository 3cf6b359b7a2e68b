// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that are called through pointers. A pointer to a function is a number, and a call
// through it a choice among the functions that it may be (indirect_calls.cpp).
#ifndef WEFT_PASSES_LOWERING_INDIRECT_CALLS_H
#define WEFT_PASSES_LOWERING_INDIRECT_CALLS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Function.h"

#include <cstdint>

namespace weft {

// Attribute of a function whose pointer may come from anywhere, from other kernels and the host:
// every call through a pointer of its type may be one of it.
constexpr llvm::StringLiteral ReferencedIndirectly = "weft-referenced-indirectly";
bool isReferencedIndirectly(const llvm::Function &function);

// What stands for the function's address in the whole program: by its name, or as was set.
uint64_t pointerNumber(const llvm::Function &function);
// Keeps that of a function with the attribute, since lowering gives functions other names.
// Requires: the program is linked, so that no other function has its name.
void keepPointerNumber(llvm::Function &function);

} // namespace weft
#endif
