// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Grid-stride loops, whose counter advances by the size of the launch:
//
//   for (uint i = get_global_id(0); i < n; i += get_global_size(0))
#ifndef WEFT_PASSES_ANALYSIS_LAUNCH_ITERATIONS_H
#define WEFT_PASSES_ANALYSIS_LAUNCH_ITERATIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace weft {

// The region's loads of weft_launch::global_size and weft_launch::num_groups.
llvm::SmallVector<const llvm::Value *, 4> launchSizes(llvm::Function &region);

// What each iteration adds to `counter`, if that is the same in all iterations and computed from
// one of `sizes`; else null.
llvm::Value *launchStep(const llvm::PHINode &counter, const llvm::Loop &loop,
                        llvm::ArrayRef<const llvm::Value *> sizes);

} // namespace weft
#endif
