// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state that goes through the steps of the vector emitter (passes/pipeline.def): plain data,
// which each step reads and completes.
#ifndef WEFT_PASSES_EMITTERS_REGION_STATE_H
#define WEFT_PASSES_EMITTERS_REGION_STATE_H

#include "passes/emitters/region_loops.h"
#include "passes/vectorize/vectorize_region.h"

#include "llvm/ADT/SmallVector.h"

#include <string>
#include <vector>

namespace weft {

struct RegionState {
  // If there are row conditions, the region's function is a copy for work-items for which they
  // hold, and `whole` is the function for all of them; else null.
  llvm::SmallVector<RowCondition, 4> row_conditions;
  llvm::Function *whole = nullptr;
  llvm::SmallVector<ItemBound, 2> bounds;
  bool is_for_one_item = false;
  // Lanes look at each other; vectors may be parts of rows; some groups need them across rows.
  bool has_sub_groups = false, in_rows = true, is_flat = false;
  RowStore row_store;
  // Copies that are to be widened: of the linear id; of several rows.
  llvm::Function *by_items = nullptr, *rows = nullptr;
  unsigned joined_rows = 0; // rows of `rows`
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

  llvm::SmallVector<unsigned, 4> stored_only; // argumentsStoredOnly()
  RegionPlan plan;
  std::vector<RegionState> regions; // one for each of the plan
  bool has_barriers = false;
  std::string not_widened; // the reason; empty: it is widened
  unsigned width = 1;
  size_t in_two_copies = 0;  // instructions of functions with and without a mask
  bool non_temporal = false; // some stores are marked so
  std::vector<std::string> remarks;
  EmittedKernel emitted; // its facts are known before its entry function is there

  bool does(Step step) const { return !options.left_out.contains(step); }
  bool hasSubGroups() const { return bool(kernel.sub_groups); }
  Region &regionOf(const RegionState &state) { return plan.regions[&state - regions.data()]; }
  const Region &regionOf(const RegionState &state) const {
    return plan.regions[&state - regions.data()];
  }
  // The functions of all regions that have one: choices have none.
  llvm::SmallVector<llvm::Function *, 8> functions() const;
  const TargetInfo &target() const { return targetOf(*functions().front(), analyses); }
  // Whether somebody waits for this build, and it may choose width and copies.
  bool mayTakeCheaper() const {
    return options.generic_width == 0 && options.width == 0 && !hasSubGroups();
  }
  // Options for widening to this width.
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
