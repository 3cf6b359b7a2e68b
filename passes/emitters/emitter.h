// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the work-items of a group become one thread's work. An emitter takes a work-item function and
// yields the kernel's entry function (weft_kernel_fn of include/weft/kernel_abi.h).
#ifndef WEFT_PASSES_EMITTERS_EMITTER_H
#define WEFT_PASSES_EMITTERS_EMITTER_H

#include "weft/launch_hints.h"

#include "passes/steps.h"
#include "passes/work_item_function.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/PassManager.h"

#include <functional>
#include <string>
#include <vector>

namespace weft {

struct EmittedKernel {
  llvm::Function *entry = nullptr;
  unsigned width = 1;                                     // work-items side by side
  LaunchHints hints = {.has_non_temporal_stores = false}; // as far as the emitter knows
  bool asks_for_separate_buffers = false;                 // see KernelInfo
  uint64_t context_bytes_per_item = 0;
  uint64_t context_bytes_per_group = 0;
  std::vector<std::string> remarks; // why the kernel runs as it does, for people
};

// Regions between barriers, each in loops over the work-items that are marked parallel.
EmittedKernel emitLoops(const LoweredKernel &kernel);

struct VectorOptions {
  unsigned width = 0;          // work-items side by side, up to MostLanes; 0: what the target likes
  unsigned usual_width = 0;    // what the target is known to like; 0: to be found out
  bool exceeds_caches = false; // for launches that write more than the CPU's caches hold
  LeftOut left_out;            // steps that are not to be done
  StepLog *steps = nullptr;    // is told what is done
  // Simplifies a region's function before it is widened.
  llvm::function_ref<void(llvm::Function &)> simplify;
  // The same where conditions of a simplified one have become constants.
  llvm::function_ref<void(llvm::Function &)> fold;
  // Defines those of the functions named that the OpenCL C library has, as internal ones. May be
  // null.
  std::function<void(llvm::Module &, const std::vector<std::string> &)> link_functions;
};

// Regions between barriers, each widened across work-items (passes/vectorize); a region that
// cannot be widened runs as with emitLoops, and a remark says why.
EmittedKernel emitVector(const LoweredKernel &kernel, const VectorOptions &options,
                         llvm::FunctionAnalysisManager &analyses);

// Each work-item on a stack of its own, from weft_thread::run_items; barriers call
// weft_thread::item_barrier. No regions: this is the oracle of the other emitters.
EmittedKernel emitFibers(const LoweredKernel &kernel);

} // namespace weft
#endif
