// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What goes through the steps of the vector emitter (passes/pipeline.def): plain data, which each
// step reads and completes.
#ifndef WEFT_PASSES_EMITTERS_REGION_STATE_H
#define WEFT_PASSES_EMITTERS_REGION_STATE_H

#include "passes/emitters/region_loops.h"
#include "passes/vectorize/vectorize_region.h"

#include "llvm/ADT/SmallVector.h"

#include <string>
#include <vector>

namespace weft {

struct RegionState {
  // Conditions on the region's rows, within which its function is a copy, and what it was before.
  // Null where there are none.
  llvm::SmallVector<RowCondition, 4> row_conditions;
  llvm::Function *whole = nullptr;
  llvm::SmallVector<ItemBound, 2> bounds;
  bool is_for_one_item = false;
  // Whether lanes look at each other, and where their vectors may be parts of rows, and may not.
  bool has_sub_groups = false, in_rows = true, is_flat = false;
  RowStore row_store;
  // Copies on their way to be widened.
  llvm::Function *by_items = nullptr, *rows = nullptr;
  unsigned joined_rows = 0; // in `rows`
  VectorizeResult wide, flat, joined;
  bool once = false, rest_by_items = false; // see RegionForm
  std::vector<std::string> remarks;
};

struct KernelState {
  KernelState(const LoweredKernel &kernel, const VectorOptions &options,
              llvm::FunctionAnalysisManager &analyses)
      : kernel(kernel), options(options), analyses(analyses),
        subprogram(kernel.function->getSubprogram()) {}

  const LoweredKernel &kernel;
  const VectorOptions &options;
  llvm::FunctionAnalysisManager &analyses;
  llvm::DISubprogram *const subprogram; // of the work-item function, which regions are made from

  llvm::SmallVector<unsigned, 4> stored_only; // arguments that are stored to and not loaded from
  RegionPlan plan;
  std::vector<RegionState> regions; // one for each of the plan
  bool has_barriers = false;
  bool has_loops = false, asks_for_separate_buffers = false; // some region
  std::string not_widened; // why not; empty: the kernel is worth it
  unsigned width = 1;
  size_t in_two_copies = 0;  // instructions of functions with and without a mask
  bool non_temporal = false; // some stores are
  std::vector<std::string> remarks;
  EmittedKernel emitted;

  bool does(Step step) const { return !options.left_out.contains(step); }
  bool hasSubGroups() const { return bool(kernel.sub_groups); }
  Region &regionOf(const RegionState &state) { return plan.regions[&state - regions.data()]; }
  const Region &regionOf(const RegionState &state) const {
    return plan.regions[&state - regions.data()];
  }
  // The regions' functions; a group's choice has none.
  llvm::SmallVector<llvm::Function *, 8> functions() const;
  const TargetInfo &target() const { return targetOf(*functions().front(), analyses); }
  // Whether width and copies are what this build may choose and somebody waits for it.
  bool mayTakeCheaper() const {
    return options.usual_width == 0 && options.width == 0 && !hasSubGroups();
  }
  // How functions of this width are widened.
  VectorizeOptions vectors(unsigned lane_alignment) const;
};

// A widened function of a region.
struct WideForm {
  enum Kind { Rows, ByItems, JoinedRows };
  Kind kind;
  llvm::Function &function;
};

} // namespace weft
#endif
