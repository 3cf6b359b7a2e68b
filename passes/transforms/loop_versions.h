// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps in registers what loops keep in memory, where the launch says that buffers are separate.
//
//   for k: c[i] += a[k] * b[k]             if (launch->separate_buffers)
//                                    =>      sum = c[i]; for k: sum += a[k] * b[k]; c[i] = sum
//                                          else
//                                            for k: c[i] += a[k] * b[k]
//
//   for k: a[k] = a[k - 1] * b[k] + a[k]   =>  last = a[0]; for k: last = a[k] = last * b[k] + a[k]
//
// Requires    A work-item function, or a region's, of which loops are simplified as far as they
//             can be: what is still stored to the same place in each iteration is so because
//             something else in the loop may lead there.
// Guarantees  The same values while the launch record tells the truth
//             (weft_launch::separate_buffers). Loops that are apart from each other by a kernel's
//             own arguments only are there twice; those that no such test would help, once. The
//             copy for buffers that overlap says that it seldom runs, and has no copies again.
//             A function with such loops has the attribute AsksForSeparateBuffers.
// Why         Kernels seldom say `restrict`. Without it a sum in memory waits for its own store in
//             each iteration, and lanes of which each has its own scatter and gather it. Which
//             buffers a launch has, the driver knows; to test addresses in the kernel takes loops
//             whose every address can be computed ahead.
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
