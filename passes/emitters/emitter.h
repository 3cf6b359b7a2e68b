// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the work-items of a group become one thread's work. An emitter takes a work-item function and
// yields the kernel's entry function (weft_kernel_fn of include/weft/kernel_abi.h).
#ifndef WEFT_PASSES_EMITTERS_EMITTER_H
#define WEFT_PASSES_EMITTERS_EMITTER_H

#include "passes/work_item_function.h"

#include <string>
#include <vector>

namespace weft {

struct EmittedKernel {
  llvm::Function *entry;
  uint64_t context_bytes_per_item = 0;
  uint64_t context_bytes_per_group = 0;
  std::vector<std::string> remarks; // why the kernel runs as it does, for people
};

// Regions between barriers, each in loops over the work-items that are marked parallel.
EmittedKernel emitLoops(const LoweredKernel &kernel);

// Each work-item on a stack of its own, from weft_thread::run_items; barriers call
// weft_thread::item_barrier. No regions: this is the oracle of the other emitters.
EmittedKernel emitFibers(const LoweredKernel &kernel);

} // namespace weft
#endif
