// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many floating-point operations a work-item does, as far as constants and arguments tell. A
// fused product and sum are two; a call of the OpenCL C library is as many as it costs.
#ifndef WEFT_PASSES_ANALYSIS_FLOAT_WORK_H
#define WEFT_PASSES_ANALYSIS_FLOAT_WORK_H

#include "weft/kernel_facts.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"

namespace weft {

// Iterations of a loop that nobody knows more about.
constexpr double AssumedTrips = 48;

// Of a work-item function, whose last `num_args` parameters are the kernel's arguments. Sets
// `assumed` where a loop's iterations are not known, or lanes may go around some of it.
std::vector<FloatWork> countFloatWork(llvm::Function &item, unsigned num_args,
                                      const llvm::LoopInfo &loops, llvm::ScalarEvolution &evolution,
                                      bool &assumed);

} // namespace weft
#endif
