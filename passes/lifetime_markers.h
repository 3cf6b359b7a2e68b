// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lifetime markers may name allocas only: they are erased before a variable moves to other memory.
#ifndef WEFT_PASSES_LIFETIME_MARKERS_H
#define WEFT_PASSES_LIFETIME_MARKERS_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace weft {

inline void eraseLifetimeMarkers(llvm::AllocaInst &alloca) {
  for (llvm::User *user : llvm::make_early_inc_range(alloca.users()))
    if (auto *marker = llvm::dyn_cast<llvm::LifetimeIntrinsic>(user))
      marker->eraseFromParent();
}

} // namespace weft
#endif
