// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a work-item function with barriers to one function per region, without barriers. (Regions
// and context arrays: Jaaskelainen et al., "pocl: a performance-portable OpenCL implementation".)
//
//   K(..)                          i32 K.region1(.., context, items, uniforms)
//     x = f(lx)                      x = f(lx);  context.x[item] = x
//     barrier()            ->        return 2
//     g(x)                         i32 K.region2(.., context, items, uniforms)
//                                    g(context.x[item])
//                                    return 0
//
// A region function runs one work-item from the region's start to the next barrier and returns the
// number of the region behind it, or 0 when the work-item has returned. It has the parameters of
// the work-item function, then those of RegionParam. What differs between work-items lives in
// context arrays, laid out by work-item; what is the same for all of a group is kept once, in a
// record: handed in by value, written back at the region's exits. What is cheap is computed again.
//
// Requires: a work-item function. Guarantees: whoever runs region 1 for all work-items, then the
// region that any of them returned, and so on until all returned 0, runs the group. Work-items that
// returned while others go on are skipped.
#ifndef WEFT_PASSES_REGIONS_FORM_REGIONS_H
#define WEFT_PASSES_REGIONS_FORM_REGIONS_H

#include "passes/regions/barrier_graph.h"
#include "passes/work_item_function.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DerivedTypes.h"

#include <cstdint>
#include <vector>

namespace weft {

// Parameter numbers of a region function, counted from the end of the work-item function's.
struct RegionParam {
  enum : unsigned {
    Context = 0,      // ptr: weft_thread::context
    ContextItems = 1, // i64: work-items of the group, rounded up to WEFT_CONTEXT_ITEM_MULTIPLE
    Uniforms = 2,     // ptr: the group's record of uniform values
    FirstUniform = 3, // the values of Region::uniform_inputs, by value
  };
};

struct Region {
  llvm::Function *function;
  unsigned number;
  bool starts_kernel;                            // the first one, or a way of its choice
  llvm::SmallVector<unsigned, 4> next;           // what it may return, each once
  llvm::SmallVector<unsigned, 4> uniform_inputs; // field numbers of RegionPlan::uniforms
  // Made by transforms/group_steps.h, or null: functions of the same parameters that run once for a
  // group. `choice`, in place of `function`: i1, true to go on with next[0], else with next[1].
  llvm::Function *choice = nullptr;
  llvm::Function *keep = nullptr; // runs after `function`: writes what work-items would alike
};

struct RegionPlan {
  std::vector<Region> regions; // regions[i].number == i + 1
  llvm::StructType *uniforms;
  uint64_t context_bytes_per_item = 0;
  bool skips_ended_items = false; // work-items may return while others go on
  bool asks_for_row = false;      // work-items ask for their id in y or z

  // Groups are tiles of more than one dimension that work-items share.
  bool haveTiles() const { return regions.size() > 1 && asks_for_row; }
};

// Consumes `function`: its body is gone afterwards. `context_in_use`: bytes per work-item at the
// start of the context that are not to be touched; they count in context_bytes_per_item.
RegionPlan formRegions(llvm::Function &function, uint64_t context_in_use = 0);

} // namespace weft
#endif
