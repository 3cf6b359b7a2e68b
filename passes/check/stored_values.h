// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of a value that a work-item stores, for races of equal values.
#ifndef WEFT_PASSES_CHECK_STORED_VALUES_H
#define WEFT_PASSES_CHECK_STORED_VALUES_H

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace weft {

// Whether all work-items of the launch that come to it store the same.
bool storesSameForAll(const llvm::StoreInst &store);

// i64: the stored value as a number; null if it does not fit in one.
llvm::Value *bitsOfStored(llvm::IRBuilderBase &builder, llvm::StoreInst &store);

} // namespace weft
#endif
