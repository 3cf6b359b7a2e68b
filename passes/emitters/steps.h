// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions and conditions that passes/pipeline.def names for the steps of the vector emitter.
// What a step is for, and what it has to come before or after, stands there.
#ifndef WEFT_PASSES_EMITTERS_STEPS_H
#define WEFT_PASSES_EMITTERS_STEPS_H

#include "passes/emitters/region_state.h"

namespace weft {

// A line of pipeline.def for a kernel, its regions, or their widened functions.
struct KernelStep {
  using OfKernel = void (*)(KernelState &);
  using OfRegion = void (*)(KernelState &, RegionState &);
  using OfWide = void (*)(KernelState &, RegionState &, WideForm &);
  using KernelWhen = bool (*)(const KernelState &);
  using RegionWhen = bool (*)(const KernelState &, const RegionState &);
  using WideWhen = bool (*)(const KernelState &, const RegionState &, const WideForm &);

  constexpr KernelStep(Step step, OfKernel run, KernelWhen when)
      : step(step), of_kernel(run), kernel_when(when) {}
  constexpr KernelStep(Step step, OfRegion run, RegionWhen when)
      : step(step), of_region(run), region_when(when) {}
  constexpr KernelStep(Step step, OfWide run, WideWhen when)
      : step(step), of_wide(run), wide_when(when) {}

  // Runs the step wherever its condition holds.
  void run(KernelState &kernel) const;

  Step step;
  OfKernel of_kernel = nullptr;
  OfRegion of_region = nullptr;
  OfWide of_wide = nullptr;
  KernelWhen kernel_when = nullptr;
  RegionWhen region_when = nullptr;
  WideWhen wide_when = nullptr;
};

// All of them, in the order of pipeline.def.
llvm::ArrayRef<KernelStep> kernelSteps();

namespace steps {

inline constexpr auto always = [](const auto &...) { return true; };

// Before regions are widened: steps_scalar.cpp.
bool mayStorePastCaches(const KernelState &kernel);
bool hasBarriers(const KernelState &kernel);
bool isWholeKernel(const KernelState &kernel, const RegionState &region);
bool isBetweenBarriers(const KernelState &kernel, const RegionState &region);
bool isBoundedAtBarriers(const KernelState &kernel, const RegionState &region);
bool hasFunction(const KernelState &kernel, const RegionState &region);
void findStoredOnly(KernelState &kernel);
void shareCounters(KernelState &kernel);
void formRegions(KernelState &kernel);
void boundRows(KernelState &kernel, RegionState &region);
void simplifyRegion(KernelState &kernel, RegionState &region);
void chooseOncePerGroup(KernelState &kernel);
void foldRegion(KernelState &kernel, RegionState &region);
void sumDisjointOrs(KernelState &kernel, RegionState &region);

// The width: steps_width.cpp.
bool mayCallVectors(const KernelState &kernel);
void describeRegions(KernelState &kernel);
void chooseKernelWidth(KernelState &kernel);
void linkVectorFunctions(KernelState &kernel);

// Widening: steps_widen.cpp.
bool isOfWidth(const KernelState &kernel, const RegionState &region);
bool isOfLanes(const KernelState &kernel, const RegionState &region);
bool runsInRows(const KernelState &kernel, const RegionState &region);
bool runsByItems(const KernelState &kernel, const RegionState &region);
bool isFlattened(const KernelState &kernel, const RegionState &region);
bool mayJoinRows(const KernelState &kernel, const RegionState &region);
bool hasJoinedRows(const KernelState &kernel, const RegionState &region);
bool storesPastCaches(const KernelState &kernel, const RegionState &region, const WideForm &form);
bool isOfRows(const KernelState &kernel, const RegionState &region, const WideForm &form);
bool isOfRowsAtBarriers(const KernelState &kernel, const RegionState &region, const WideForm &form);
bool isOfWholeRows(const KernelState &kernel, const RegionState &region, const WideForm &form);
void findBounds(KernelState &kernel, RegionState &region);
void widenRows(KernelState &kernel, RegionState &region);
void flatten(KernelState &kernel, RegionState &region);
void widenByItems(KernelState &kernel, RegionState &region);
void chooseCopies(KernelState &kernel, RegionState &region);
void joinTheirRows(KernelState &kernel, RegionState &region);
void widenJoinedRows(KernelState &kernel, RegionState &region);
void markStores(KernelState &kernel, RegionState &region, WideForm &form);
void prefetchIterations(KernelState &kernel, RegionState &region, WideForm &form);
void prefetchGroups(KernelState &kernel, RegionState &region, WideForm &form);
void prefetchVectors(KernelState &kernel, RegionState &region, WideForm &form);

// Behind widening: steps_emit.cpp.
bool isBounded(const KernelState &kernel, const RegionState &region);
bool hasLonelySubGroups(const KernelState &kernel);
void restoreScalar(KernelState &kernel, RegionState &region);
void lowerSubGroups(KernelState &kernel);
void emitLoopsOfRegions(KernelState &kernel);

} // namespace steps
} // namespace weft
#endif
