// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many work-items run side by side: mostly as many as values of the type that the kernel mostly
// computes with fit into one register of the target.
#ifndef WEFT_PASSES_EMITTERS_VECTOR_WIDTH_H
#define WEFT_PASSES_EMITTERS_VECTOR_WIDTH_H

#include "passes/vectorize/vectorize_region.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace weft {

/// Lanes of the type that the regions compute with most, in a register of so many bits, or in two
/// registers of 128: a power of two up to MostLanes.
unsigned chooseWidth(llvm::ArrayRef<llvm::Function *> regions, unsigned register_bits);

/// What a region costs at each of some widths; empty if it is not to be widened.
using EstimateWidths = llvm::function_ref<llvm::SmallVector<CostEstimate, 4>(
    llvm::Function &, llvm::ArrayRef<unsigned>)>;

/// More lanes, up to `most`, where loops wait for their own results: vectors that do not wait for
/// each other fill the time, as long as registers hold them. Of `free_rows`, which are as long as
/// they are wanted, loops that do much once for all lanes have more of them, too; else lanes may be
/// idle, and what they do must take little more than what is waited for anyway.
unsigned widenForWaits(llvm::ArrayRef<llvm::Function *> regions, unsigned width, unsigned most,
                       bool free_rows, const TargetInfo &target, EstimateWidths estimate);

/// Up to MostLanes, four times as many as `width`, where a short loop reads memory in iterations as
/// far apart as the launch is long, so that each iteration reads several lines of the cache side by
/// side: one line here and the next one far away is neither what CPUs prefetch nor what memory is
/// fast at.
unsigned widenForLaunchIterations(llvm::ArrayRef<llvm::Function *> regions, unsigned width);

/// The size of sub-groups that nobody asks for, where so many lanes fit and the source requires
/// that local size, if it is not zero: at least 8, and no more than a row of a power of two of 8 or
/// more. Kernels for GPUs rely on both.
unsigned subGroupWidth(unsigned width, llvm::ArrayRef<uint64_t> local_size);

/// Fewer lanes, 8 or 4, where a loop has each of them write a row of memory of its own.
unsigned narrowForWrittenRows(llvm::ArrayRef<llvm::Function *> regions, unsigned width);

} // namespace weft
#endif
