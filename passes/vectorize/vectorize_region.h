// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The SPMD vectoriser: widens a function that runs one work-item into one that runs W consecutive
// work-items, the lanes of SIMD registers, whatever its control flow.
//
//   i32 region(params...)   =>   i32 region.wW(params..., <W x i1> lanes)
//
// where `lanes` is an integer of W bits if a register of the target has fewer bytes than W.
// Requires: no barrier in the function; all parameters equal for the W work-items, except
// VectorizeOptions::lane_params, which lane i holds as value + i; a result that is void or i32 and,
// where it is not 0, the same in all lanes (it names the region to run next; 0: the work-item
// ended); work-items of one region do not race; memory of address space Local belongs to a group,
// which one thread runs, so that atomic operations on it become plain ones. At least one lane of
// `lanes` is true.
// Guarantees: the effects are those of running the scalar function for each lane that is true in
// `lanes`, in some interleaving that keeps each lane's own order; no memory effect and no trap
// comes from other lanes, though what lies beside some lane's element, in its page of memory, may
// be read. The result is the non-zero value of any lane, or 0. The scalar function is kept: where a
// sum in 32 bits wraps between two lanes, which is tested on entry, the widened one runs it lane by
// lane. A constant all-true `lanes` folds every mask of code that all work-items run once the
// widened function is inlined; one function serves full vectors and remainders.
//
// Method: Karrenberg, Hack: Whole-function vectorization (CGO 2011); Moll, Hack: Partial
// control-flow linearization (PLDI 2018).
#ifndef WEFT_PASSES_VECTORIZE_VECTORIZE_REGION_H
#define WEFT_PASSES_VECTORIZE_VECTORIZE_REGION_H

#include "passes/steps.h"
#include "passes/vectorize/cost_model.h"

#include "weft/code_report.h"
#include "weft/kernel_abi.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/PassManager.h"

#include <string>
#include <vector>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace weft {

constexpr unsigned MostLanes = WEFT_MAX_LANES; // of a vector

struct VectorizeOptions {
  unsigned width = 8; // W, a power of two from 2 to MostLanes
  // Numbers of the integer parameters that are affine with stride 1 in the lane; the widened
  // function receives lane 0's value.
  llvm::ArrayRef<unsigned> lane_params;
  // Power of two that divides lane 0's value of every lane parameter; 1 if nothing is known.
  unsigned lane_alignment = 1;
  // For functions that widened code calls. `varying_params`: numbers of the parameters of which
  // each lane has its own; the widened function takes a vector of lanes for each element of their
  // types. The result may be of any type: a vector of lanes for each element, in a structure if
  // there are several. `fallback`, of the widened function's type, is called in place of the scalar
  // function where a sum wraps; null: nothing is assumed, and nothing tested on entry.
  bool is_called = false;
  llvm::Function *fallback = nullptr;
  llvm::ArrayRef<unsigned> varying_params;
  // Make VectorizeResult::row_check, if it is possible.
  bool checks_rows = false;
  // Fail if the scalar function is estimated to be faster (cost_model.h).
  bool only_if_cheaper = false;
  // Fail if the widened function is estimated to have more operations. 0: never.
  size_t most_operations = 0;
  LeftOut left_out; // steps that are not to be done
  // Make VectorizeResult::report, with the names of the files that it refers to added to these.
  std::vector<std::string> *report_files = nullptr;
};

struct VectorizeResult {
  llvm::Function *function = nullptr; // null: see `failure`; the module is as before
  // i1(params..., i64 items): whether the sums that the widened function assumes not to wrap do
  // not, in all of `items` work-items from the call's own on (row_check.h). If there is one, the
  // widened function does not test them itself.
  llvm::Function *row_check = nullptr;
  std::string failure;              // why not, one line
  std::vector<std::string> remarks; // "function:line: what and why", for --explain
  bool gathers = false;             // or scatters: lanes access memory far from their neighbours'
  double mask_cost = 0;   // share of its time that `lanes` adds if it is no constant, by estimate
  double worth_items = 0; // work-items that cost as much one by one as under `lanes`, by estimate
  RegionReport report;    // if it is asked for; of a failure: of single work-items
};

// `analyses` provides the standard function analyses, and TargetInfoAnalysis.
VectorizeResult vectorizeRegion(llvm::Function &scalar, const VectorizeOptions &options,
                                llvm::FunctionAnalysisManager &analyses);

// Estimated costs of `scalar` in vectors of each of `widths`, of which the first is options.width;
// waits and registers included. Empty if it cannot be widened.
llvm::SmallVector<CostEstimate, 4> estimateWidths(llvm::Function &scalar,
                                                  const VectorizeOptions &options,
                                                  llvm::ArrayRef<unsigned> widths,
                                                  llvm::FunctionAnalysisManager &analyses);

// Mangled names of the overloads for `width` lanes ("_Z3sinDv16_f" for "_Z3sinf") of the OpenCL C
// library functions that `module` calls, without those that it defines. Calls are widened to such
// an overload if the module declares or defines it before vectorizeRegion() runs; otherwise they
// run lane by lane.
std::vector<std::string> vectorFormsWanted(const llvm::Module &module, unsigned width);

} // namespace weft
#endif
