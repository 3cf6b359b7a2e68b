// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Emitters make the kernel's entry function (weft_kernel_fn of include/weft/kernel_abi.h) from a
// work-item function: they decide how the work-items of a group become one thread's work.
#ifndef WEFT_PASSES_EMITTERS_EMITTER_H
#define WEFT_PASSES_EMITTERS_EMITTER_H

#include "weft/code_report.h"
#include "weft/kernel_facts.h"

#include "passes/steps.h"
#include "passes/work_item_function.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/PassManager.h"

#include <functional>
#include <string>
#include <vector>

namespace weft {

// With the facts that the emitter knows.
struct EmittedKernel : KernelFacts {
  EmittedKernel() { hints.has_non_temporal_stores = false; }
  llvm::Function *entry = nullptr;
  std::vector<std::string> remarks; // for users: why the kernel runs as it does
  KernelReport report;              // if it was asked for
};

// Regions between barriers, each in loops over the work-items, which are marked parallel.
EmittedKernel emitLoops(const LoweredKernel &kernel);

struct VectorOptions {
  unsigned width = 0;          // work-items side by side, up to MostLanes; 0: to be chosen
  unsigned generic_width = 0;  // see PipelineOptions
  bool exceeds_caches = false; // for launches that write more than the CPU's caches hold
  LeftOut left_out;            // steps that are not to be done
  StepLog *steps = nullptr;    // what was done; may be null
  bool report = false;         // make EmittedKernel::report
  // Simplifies a region's function before it is widened.
  llvm::function_ref<void(llvm::Function &)> simplify;
  // Simplifies a region's function again, after some of its conditions have become constants.
  llvm::function_ref<void(llvm::Function &)> fold;
  // Links internal definitions of those named functions that the library has. May be null.
  std::function<void(llvm::Module &, const std::vector<std::string> &)> link_functions;
};

// Regions between barriers, each widened across work-items (passes/vectorize); a region that
// cannot be widened runs as with emitLoops, and a remark says why.
EmittedKernel emitVector(const LoweredKernel &kernel, const VectorOptions &options,
                         llvm::FunctionAnalysisManager &analyses);

// Each work-item on a stack of its own, by weft_thread::run_items; barriers call
// weft_thread::item_barrier. No regions: the other emitters are tested against this one.
EmittedKernel emitFibers(const LoweredKernel &kernel);

} // namespace weft
#endif
