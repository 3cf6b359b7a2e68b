// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From Clang's OpenCL kernels to work-item functions (passes/work_item_function.h).
//
// Requires: a whole program for spir64 that is linked with the OpenCL C library, with the target's
// triple and data layout set.
// Guarantees: one work-item function per kernel, named after it, that calls no function which
// contains a barrier or asks for a work-item's ids; work-item functions of OpenCL C are
// arithmetic on its parameters and on the launch record; __local variables are addresses in
// weft_thread::local_memory; printf is a call of weft_thread::print with a weft_print_record; calls
// follow the C convention. What cannot be done (recursion, a call through a pointer, a barrier
// that cannot be inlined) is one line in `errors` each that names the function and says why.
// With checks nothing that these look for is optimised away, and
// passes/check_marks.h has marked what lowering makes unrecognisable.
#ifndef WEFT_PASSES_LOWERING_LOWER_KERNELS_H
#define WEFT_PASSES_LOWERING_LOWER_KERNELS_H

#include "passes/steps.h"
#include "passes/work_item_function.h"

#include "llvm/IR/Module.h"

namespace weft {

// Of a kernel whose launches all have narrow ids (WEFT_NARROW_SIZE).
constexpr llvm::StringLiteral NarrowIds = "weft-narrow-ids";

struct LoweringOptions {
  LeftOut left_out;
  uint32_t checks = 0; // set of weft_checks
  // Functions of which a kernel would have so many copies that it is not widened stay calls.
  bool limits_copies = false;
};

// Private memory has an alignment of WEFT_ABI_ALIGNMENT: a variable with a higher one becomes a
// larger variable and the first aligned address in it. Of kernels that are lowered for checks this
// is left to be done behind them, as they know variables by the size that the program gives them.
void alignPrivateMemory(llvm::Function &item);

std::vector<LoweredKernel> lowerKernels(llvm::Module &module, std::vector<std::string> &errors,
                                        const LoweringOptions &options = {});

} // namespace weft
#endif
