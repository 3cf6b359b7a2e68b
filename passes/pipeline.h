// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel compiler's middle, from a linked OpenCL program in IR to entry functions as
// include/weft/kernel_abi.h describes them (weft_kernel_fn), optimised for the target. It has two
// steps, emitKernels() and optimizeFunctions().
#ifndef WEFT_PASSES_PIPELINE_H
#define WEFT_PASSES_PIPELINE_H

#include "weft/code_report.h"
#include "weft/kernel_facts.h"

#include "passes/steps.h"
#include "passes/work_item_function.h"

#include "llvm/IR/PassManager.h"

#include <functional>
#include <string>
#include <vector>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace weft {

// How the work-items of a group become one thread's work; see docs/kernel-compiler.md.
enum class Emitter {
  Vector, // as Loops, each region widened across work-items
  Loops,  // regions between barriers, each in a loop over work-items
  Fibers, // a stack per work-item, switched at barriers
};

struct PipelineOptions {
  Emitter emitter = Emitter::Vector;
  unsigned width = 0; // Vector: work-items side by side, a power of two up to MostLanes; 0: chosen
  // Vector: links internal definitions of those named functions that the library has.
  std::function<void(llvm::Module &, const std::vector<std::string> &)> link_functions;
  // For a kernel that is compiled again, for some launches only: the width of its code for all
  // launches, which sub-groups keep, as applications know it. 0: this is for all.
  unsigned generic_width = 0;
  bool exceeds_caches = false; // compiled for launches that write more than the caches hold
  std::string tune;            // LLVM's name of the CPU that is tuned for
  LeftOut left_out;            // steps not to run
  // Adds passes to those that run right before LLVM's loop vectoriser.
  void (*before_vectoriser)(llvm::FunctionPassManager &) = nullptr;
  StepLog *steps = nullptr; // what ran; null, or used by one thread
  bool report = false;      // make KernelPlan::report
  // Sub-groups of a group may wait for each other. Kernels in which they might are emitted with a
  // stack for each sub-group, which then has one work-item.
  bool independent_sub_groups = true;
  unsigned opt_level = 2; // 0: as little as possible, for debugging; 2: all
  uint32_t checks = 0;    // set of weft_checks (include/weft/check_abi.h)
};

// What the driver needs to launch a kernel. Code generation adds spill_bytes.
struct KernelPlan : KernelFacts {
  std::string name;
  std::vector<ArgSlot> args;
  KernelReport report; // if it was asked for
};

struct PipelineResult {
  std::vector<KernelPlan> kernels;
  std::vector<std::string> errors; // build errors; empty means success
};

// Makes an entry function for each kernel. The rest, optimizeFunctions(), treats functions one by
// one, so that the module may be divided in between.
PipelineResult emitKernels(llvm::Module &module, llvm::TargetMachine &machine,
                           const PipelineOptions &options);
// Optimises what the vector emitter has made; functions of other emitters are left as they are.
void optimizeFunctions(llvm::Module &module, llvm::TargetMachine &machine,
                       const PipelineOptions &options);

} // namespace weft
#endif
