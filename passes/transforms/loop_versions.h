// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes a version of a loop for launches whose buffers do not overlap, in which it keeps in
// registers what it would load and store in each iteration.
//
//   for k: c[i] += a[k] * b[k]             if (launch->separate_buffers)
//                                    =>      sum = c[i]; for k: sum += a[k] * b[k]; c[i] = sum
//                                          else
//                                            for k: c[i] += a[k] * b[k]
//
//   for k: a[k] = a[k - 1] * b[k] + a[k]   =>  last = a[0]; for k: last = a[k] = last * b[k] + a[k]
//
// Requires    A work-item function or a region's, with simplified loops: a store to a
//             loop-invariant address is still there because of other accesses that may alias.
// Guarantees  The same values, if the launch record is right about weft_launch::separate_buffers. A
//             loop gets a second version only if separate kernel arguments, and nothing else, are
//             what it lacks to keep a value in a register. The version for overlapping buffers has
//             branch weights of unlikely, and neither is versioned again (LoopHasVersion). A
//             function with versions has the attribute AsksForSeparateBuffers.
// Why         Kernels seldom say `restrict`. Without it a sum in memory waits for its own store in
//             each iteration, and lanes that each have one scatter and gather it. The driver knows
//             which buffers a launch has; tests of addresses in the kernel would need loops whose
//             every address can be computed ahead.
#ifndef WEFT_PASSES_TRANSFORMS_LOOP_VERSIONS_H
#define WEFT_PASSES_TRANSFORMS_LOOP_VERSIONS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"

namespace weft {

constexpr llvm::StringLiteral AsksForSeparateBuffers = "weft-asks-for-separate-buffers";

struct VersionLoopsPass : llvm::PassInfoMixin<VersionLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft
#endif
