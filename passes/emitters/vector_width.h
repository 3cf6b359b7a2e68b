// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many work-items run side by side: usually as many as fill a register of the target with
// values of the type that the kernel computes with most.
#ifndef WEFT_PASSES_EMITTERS_VECTOR_WIDTH_H
#define WEFT_PASSES_EMITTERS_VECTOR_WIDTH_H

#include "passes/vectorize/vectorize_region.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace weft {

/// Such values in a register of so many bits, or two of 128: a power of two up to MostLanes.
unsigned chooseWidth(llvm::ArrayRef<llvm::Function *> regions, unsigned register_bits);

/// Estimates what a region costs at each of some widths; empty if it cannot be widened.
using EstimateWidths = llvm::function_ref<llvm::SmallVector<CostEstimate, 4>(
    llvm::Function &, llvm::ArrayRef<unsigned>)>;

/// More lanes, up to `most`, for regions whose loops, or long computations, wait for their own
/// results (waits.h): vectors that do not wait for each other fill that time, as long as registers
/// hold them. `free_rows`: rows can be made as long as is wanted; then loops that do much once for
/// all lanes get more lanes, too. Otherwise lanes may be idle, and the wider vectors must not take
/// much longer than the waiting does.
unsigned widenForWaits(llvm::ArrayRef<llvm::Function *> regions, unsigned width, unsigned most,
                       bool free_rows, const TargetInfo &target, EstimateWidths estimate);

/// Four times `width`, up to MostLanes, if a short grid-stride loop reads global memory. An
/// iteration then reads several consecutive cache lines, which suits prefetchers and memory better
/// than one line at each of many distant addresses.
unsigned widenForLaunchIterations(llvm::ArrayRef<llvm::Function *> regions, unsigned width);

/// The size of sub-groups if the source does not ask for one: at least 8 and at least `width`, but
/// at most a row of a power of two of 8 or more work-items, and no more than the group needs.
/// `local_size`: as the source requires it, or zeros. Kernels for GPUs rely on both limits.
unsigned subGroupWidth(unsigned width, llvm::ArrayRef<uint64_t> local_size);

/// Fewer lanes if each lane writes a row of memory of its own in a loop: more rows than the first
/// cache has ways do not fit there.
unsigned narrowForWrittenRows(llvm::ArrayRef<llvm::Function *> regions, unsigned width,
                              const TargetInfo &target);

} // namespace weft
#endif
