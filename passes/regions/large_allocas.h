// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moves private memory that is too large for the thread's stack, whose size is the host's choice,
// to the part of weft_thread::context that a group has once: it serves one call at a time.
#ifndef WEFT_PASSES_REGIONS_LARGE_ALLOCAS_H
#define WEFT_PASSES_REGIONS_LARGE_ALLOCAS_H

#include "llvm/IR/Function.h"

#include <cstdint>

namespace weft {

// `region`: a region's function, widened or not. `context`, `items`: its parameters of that name
// (RegionParam). `bytes_per_item`: RegionPlan::context_bytes_per_item. Returns how many bytes
// behind the context arrays the function uses now.
uint64_t moveLargeAllocas(llvm::Function &region, llvm::Argument &context, llvm::Argument &items,
                          uint64_t bytes_per_item);

} // namespace weft
#endif
