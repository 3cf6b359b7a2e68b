// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/analysis/row_length.h"
#include "passes/analysis/sub_group_operations.h"
#include "passes/budget.h"
#include "passes/emitters/region_loops.h"
#include "passes/emitters/vector_width.h"
#include "passes/regions/shared_counters.h"
#include "passes/transforms/disjoint_sums.h"
#include "passes/transforms/flat_region.h"
#include "passes/transforms/group_steps.h"
#include "passes/transforms/joined_rows.h"
#include "passes/transforms/loop_versions.h"
#include "passes/transforms/non_temporal_stores.h"
#include "passes/transforms/prefetch.h"
#include "passes/transforms/row_alignment.h"
#include "passes/transforms/row_loads.h"
#include "passes/vectorize/vectorize_region.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

#include <optional>
#include <utility>

namespace weft {
namespace {

// Rows of fewer work-items do not make up for what else a wider vector does.
constexpr uint64_t FewestInRow = 4;

// Vector registers that a region's own values want at least.
constexpr unsigned RegistersForValues = 8;

// Instructions of a widened function. Above, the time to compile it twice counts for more than what
// full vectors gain by a copy without masks. Where masks are cheap that is nothing to a tenth of
// the speed of most kernels, though a third of SHA-256's; once takes a quarter to two thirds less
// time.
constexpr unsigned LargeFunction = 1000;

// Of the time of a function, what its mask may take for the same reason. A third less time to
// compile it is for loops whose accesses are not the lanes' own.
constexpr double SmallMaskCost = 0.03;

bool paysOnce(const VectorizeResult &widened) {
  return widened.function && (widened.function->getInstructionCount() > LargeFunction ||
                              widened.mask_cost < SmallMaskCost);
}

// Of the time of as many single rows, what joined ones may take by estimate.
constexpr double WorthJoining = 0.85;

// Where vectors of lanes that look at each other may be parts of rows, and where they may not.
struct GroupShapes {
  bool in_rows = true, flat = false;
};
GroupShapes shapesOf(const LoweredKernel &kernel, unsigned width) {
  const auto &size = kernel.fixed_local_size;
  if (size[0] == 0)
    return {true, true};
  bool in_rows = size[1] * size[2] == 1 || size[0] % width == 0;
  return {in_rows, !in_rows};
}

// Whether groups are made of full vectors of joined rows.
bool rowsFit(const LoweredKernel &kernel, unsigned width) {
  const auto &size = kernel.fixed_local_size;
  return size[0] && size[0] % width == 0 && size[1] % JoinedRows == 0;
}

// Whether no more than one work-item of a row has anything to do, such as the one that stores the
// result of a group.
bool areForOneItem(llvm::ArrayRef<ItemBound> bounds) {
  return !bounds.empty() && llvm::all_of(bounds, [](const ItemBound &bound) {
    auto *end = llvm::dyn_cast<llvm::ConstantInt>(bound.value);
    return end && (bound.inclusive ? end->isZero() : end->isOne());
  });
}

unsigned widthOf(const LoweredKernel &kernel, llvm::ArrayRef<llvm::Function *> regions,
                 const VectorOptions &options, VectorizeOptions how,
                 llvm::FunctionAnalysisManager &analyses) {
  if (kernel.sub_group_size)
    return kernel.sub_group_size;
  if (options.width)
    return kernel.sub_groups ? std::min(options.width, MostInSubGroup) : options.width;
  const unsigned register_bits = targetOf(*regions.front(), analyses).registerBits();
  unsigned width =
      options.usual_width > 1 ? options.usual_width : chooseWidth(regions, register_bits);
  auto costsAt = [&](llvm::Function &region, llvm::ArrayRef<unsigned> widths) {
    how.width = how.lane_alignment = widths.front();
    return estimateWidths(region, how, widths, analyses);
  };
  // Rows can be made long enough.
  const bool long_rows = kernel.grouping != Grouping::AsAsked;
  auto does = [&](OptionalStep step) { return !options.left_out.contains(step); };
  if (width > 1 && long_rows && options.usual_width <= 1 && does(OptionalStep::WidenNarrowData))
    width = widenForNarrowData(regions, width, register_bits, costsAt);
  if (width > 1 && !kernel.sub_groups && options.usual_width <= 1 &&
      does(OptionalStep::WidenLaunchIterations))
    width = widenForLaunchIterations(regions, width);
  const auto &size = kernel.fixed_local_size;
  if (width > 1 && !kernel.sub_groups && does(OptionalStep::FillWaits)) {
    const unsigned row = size[0] ? unsigned(size[0] & -size[0]) : MostLanes;
    width = widenForWaits(regions, width, std::min(row, MostLanes), long_rows || size[0],
                          targetOf(*regions.front(), analyses), costsAt);
  }
  if (width > 1 && !kernel.sub_groups && does(OptionalStep::NarrowWrittenRows))
    width = narrowForWrittenRows(regions, width);
  if (kernel.sub_groups)
    return subGroupWidth(width, size);
  // Vectors do not reach into the next row.
  if (size[0])
    return unsigned(std::min<uint64_t>(width, llvm::PowerOf2Ceil(size[0])));
  if (uint64_t row = rowLengthHint(regions); row >= FewestInRow && does(OptionalStep::RowLength))
    return unsigned(std::min<uint64_t>(width, llvm::bit_floor(row)));
  return width;
}

// Whether width and copies are what this build may choose and somebody waits for it.
bool mayTakeCheaper(const LoweredKernel &kernel, const VectorOptions &options) {
  return options.usual_width == 0 && options.width == 0 && !kernel.sub_groups;
}

unsigned depthOfNests(llvm::Function &region) {
  unsigned deepest = 0;
  const llvm::LoopInfo loops{llvm::DominatorTree(region)};
  for (const llvm::BasicBlock &block : region)
    deepest = std::max(deepest, loops.getLoopDepth(&block));
  return deepest;
}

// Why a kernel is not worth the time to widen it, a remark; empty: it is.
std::string whyNotWidened(const LoweredKernel &kernel, const VectorOptions &options,
                          const RegionPlan &plan) {
  if (!mayTakeCheaper(kernel, options))
    return {};
  auto beyond = [](size_t number, llvm::StringRef what, size_t most) {
    return (llvm::Twine(number) + " " + what + " are too many to be widened in a build " +
            "that is waited for, which are " + llvm::Twine(most))
        .str();
  };
  if (plan.regions.size() > budget::MostRegionsToWiden)
    return beyond(plan.regions.size(), "regions", budget::MostRegionsToWiden);
  unsigned deepest = 0;
  for (const Region &region : plan.regions)
    if (region.function)
      deepest = std::max(deepest, depthOfNests(*region.function));
  return deepest > budget::DeepestNestToWiden
             ? beyond(deepest, "loops within each other", budget::DeepestNestToWiden)
             : std::string();
}

// A region that runs within conditions on their rows: `whole` is what it was.
struct BoundedRegion {
  llvm::SmallVector<RowCondition, 4> row_conditions;
  llvm::Function *whole = nullptr;
};

BoundedRegion takeConditions(Region &region) {
  if (!region.function || region.next.size() > 1)
    return {};
  BoundedRegion result = {findRowConditions(*region.function), region.function};
  if (result.row_conditions.empty())
    return {};
  region.function = cloneWithin(*result.whole, result.row_conditions);
  return result;
}

// What ran within conditions on their rows, which nothing uses any more; null if there were none.
llvm::Function *restoreWhole(Region &region, const BoundedRegion &within) {
  if (!within.whole)
    return nullptr;
  llvm::Function *copy = std::exchange(region.function, within.whole);
  copy->replaceAllUsesWith(within.whole); // lane by lane, which does the same there
  return copy;
}

bool isStraightLine(const llvm::Function &region) {
  return llvm::all_of(region, [](const llvm::BasicBlock &block) {
    return block.getTerminator()->getNumSuccessors() < 2;
  });
}

// Simplified, and within their row conditions where they have such.
std::vector<BoundedRegion> simplifyRegions(const LoweredKernel &kernel, RegionPlan &plan,
                                           const VectorOptions &options, bool stays_scalar) {
  const bool has_barriers = plan.regions.size() > 1;
  const bool bounds_rows = !options.left_out.contains(OptionalStep::BoundRows);
  std::vector<BoundedRegion> bounded(plan.regions.size());
  for (auto [region, within] : llvm::zip_equal(plan.regions, bounded)) {
    if (!has_barriers && !kernel.sub_groups && bounds_rows) {
      noteStage(options.stages, Stage::BoundRows, region.function->getName());
      within = takeConditions(region);
    }
    noteStage(options.stages, Stage::SimplifyRegion, region.function->getName());
    if (stays_scalar && (isStraightLine(*region.function) ||
                         depthOfNests(*region.function) > budget::DeepestNestToWiden))
      options.fold(*region.function);
    else
      options.simplify(*region.function);
  }
  if (!has_barriers)
    return bounded;
  if (!options.left_out.contains(OptionalStep::ChooseOncePerGroup)) {
    noteStage(options.stages, Stage::ChooseOncePerGroup, kernel.name);
    splitAtChoices(plan);
    keepOncePerGroup(plan, unsigned(kernel.function->arg_size()));
  }
  bounded.resize(plan.regions.size());
  if (!kernel.sub_groups && bounds_rows)
    for (auto [region, within] : llvm::zip_equal(plan.regions, bounded)) {
      if (region.function)
        noteStage(options.stages, Stage::BoundRowsAtBarriers, region.function->getName());
      within = takeConditions(region);
      if (within.whole) {
        noteStage(options.stages, Stage::FoldRegion, region.function->getName());
        options.fold(*region.function);
      }
    }
  return bounded;
}

void addPrefetches(llvm::Function &wide, const TargetInfo &target, const Region &region,
                   bool has_barriers, bool once, bool non_temporal, bool may_be_non_temporal,
                   const LeftOut &left_out) {
  if (!left_out.contains(OptionalStep::PrefetchIterations))
    prefetchNextIterations(wide, target);
  if (has_barriers && !left_out.contains(OptionalStep::PrefetchGroups))
    prefetchNextGroups(wide, target, region.starts_kernel, may_be_non_temporal);
  if (!has_barriers && !left_out.contains(OptionalStep::PrefetchVectors))
    prefetchNextVectors(wide, target, once, non_temporal);
}

} // namespace

EmittedKernel emitVector(const LoweredKernel &kernel, const VectorOptions &options,
                         llvm::FunctionAnalysisManager &analyses) {
  llvm::DISubprogram *subprogram = kernel.function->getSubprogram();
  auto does = [&](OptionalStep step) { return !options.left_out.contains(step); };
  auto note = [&](Stage stage, const llvm::Function &function) {
    noteStage(options.stages, stage, function.getName());
  };
  llvm::SmallVector<unsigned, 4> stored_only;
  if (options.exceeds_caches && does(OptionalStep::MarkNonTemporalStores)) {
    noteStage(options.stages, Stage::FindStoredOnly, kernel.name);
    stored_only = argumentsStoredOnly(*kernel.function);
  }
  if (does(OptionalStep::ShareCounters)) {
    noteStage(options.stages, Stage::ShareCounters, kernel.name);
    shareCounters(*kernel.function);
  }
  noteStage(options.stages, Stage::FormRegions, kernel.name);
  RegionPlan plan = formRegions(*kernel.function, kernel.context_bytes_per_item);
  llvm::SmallVector<llvm::Function *, 8> regions;
  const bool has_barriers = plan.regions.size() > 1;
  std::string not_widened = whyNotWidened(kernel, options, plan);
  std::vector<BoundedRegion> bounded = simplifyRegions(kernel, plan, options, !not_widened.empty());
  for (const BoundedRegion &region : bounded)
    if (region.whole)
      makeSumsOfDisjointOrs(*region.whole);
  for (const Region &region : plan.regions)
    if (region.function) {
      note(Stage::SumDisjointOrs, *region.function);
      makeSumsOfDisjointOrs(*region.function);
      regions.push_back(region.function);
    }
  // There may be one around a barrier.
  const bool has_loops = has_barriers || llvm::any_of(regions, [](llvm::Function *region) {
                           return !llvm::LoopInfo(llvm::DominatorTree(*region)).empty();
                         });
  bool asks_for_separate_buffers = false;
  auto noteQuestions = [&](const llvm::Function &region) {
    asks_for_separate_buffers |= region.hasFnAttribute(AsksForSeparateBuffers);
  };
  for (const llvm::Function *region : regions)
    noteQuestions(*region);
  VectorizeOptions how;
  const unsigned lane_params[] = {ItemParam::LocalId};
  how.lane_params = lane_params;
  how.left_out = options.left_out;
  noteStage(options.stages, Stage::ChooseWidth, kernel.name);
  std::vector<std::string> remarks;
  if (not_widened.empty())
    not_widened = whyNotWidened(kernel, options, plan); // there may be more regions now
  const unsigned width = not_widened.empty() ? widthOf(kernel, regions, options, how, analyses) : 1;
  if (!not_widened.empty())
    remarks.push_back(std::move(not_widened));
  if (width > 1 && options.link_functions) {
    llvm::Module &module = *kernel.function->getParent();
    std::vector<std::string> wide = vectorFormsWanted(module, width);
    if (!wide.empty()) {
      noteStage(options.stages, Stage::LinkVectorFunctions, kernel.name);
      options.link_functions(module, wide);
    }
  }

  std::vector<RegionForm> forms(plan.regions.size());
  unsigned widened = 0, single = 0, rows_together = 1;
  bool gathers = false, non_temporal = false;
  auto erase = [&](llvm::Function &function) {
    analyses.clear(function, function.getName());
    function.eraseFromParent();
  };
  // Beyond these a region's code for vectors that are not full costs too much time.
  const bool is_in_parts = plan.regions.size() > budget::MostRegionsInFunction;
  size_t in_two_copies = 0;  // instructions
  bool together = width > 1; // lanes that look at each other do run side by side
  how.width = width;
  how.checks_rows = true;
  how.most_operations = mayTakeCheaper(kernel, options) ? budget::MostWidenedOperations : 0;
  const bool masks_are_cheap = targetOf(*regions.front(), analyses).masksAreCheap();
  auto widen = [&](llvm::Function &region, bool only_if_cheaper) {
    how.only_if_cheaper = only_if_cheaper;
    note(Stage::Widen, region);
    return vectorizeRegion(region, how, analyses);
  };
  auto costOf = [&](llvm::Function &function) -> std::optional<CostEstimate> {
    const auto costs = estimateWidths(function, how, width, analyses);
    return costs.empty() ? std::nullopt : std::optional(costs.front());
  };
  // Several rows at a time, and how many: a function that is not widened yet, null if none pays.
  auto joinedRows = [&](llvm::Function &region) -> std::pair<llvm::Function *, unsigned> {
    const bool has_loops = region.size() > 1, fit = rowsFit(kernel, width);
    if (!has_loops && !fit)
      return {};
    // A third of a build, which only pays where nobody waits for it.
    const bool are_short = options.usual_width && kernel.fixed_local_size[0] == width;
    how.lane_alignment = width; // vectors begin where rows do
    std::optional<CostEstimate> one;
    for (unsigned count = JoinedRows; count > 1; count /= 2) {
      llvm::Function *rows = joinRows(region, count, are_short);
      if (!rows)
        break;
      note(Stage::JoinRows, *rows);
      note(Stage::SimplifyCopy, *rows);
      options.simplify(*rows);
      if (!has_loops)
        return {rows, count};
      if (!one)
        one = costOf(region);
      const std::optional<CostEstimate> all = costOf(*rows);
      if (one && all && all->registers <= targetOf(region, analyses).numRegisters() &&
          all->vector + all->waits < WorthJoining * count * (one->vector + one->waits))
        return {rows, count};
      erase(*rows);
    }
    return {};
  };
  // Of groups that the launch may not form anew.
  auto fewItems = [&](const VectorizeResult &wide, bool sub_groups) {
    if (!wide.function || sub_groups || kernel.grouping != Grouping::AsAsked)
      return 0u;
    return std::min(unsigned(wide.worth_items), width - 1);
  };
  for (size_t i = 0; i < plan.regions.size() && width > 1; ++i) {
    llvm::Function *region = plan.regions[i].function;
    if (!region)
      continue;
    const BoundedRegion &within = bounded[i];
    llvm::SmallVector<ItemBound, 2> bounds = findItemBounds(within.whole ? *within.whole : *region);
    if (has_barriers && areForOneItem(bounds)) {
      forms[i].bounds = bounds;
      ++single;
      continue;
    }
    // As single work-items, lanes that look at each other would find no one.
    bool sub_groups = hasSubGroupOperations(*region);
    GroupShapes shapes = sub_groups ? shapesOf(kernel, width) : GroupShapes();
    // Only rows that are bounded have vectors with masks anyway.
    RowStore row_store;
    if (within.whole && masks_are_cheap && !has_barriers && does(OptionalStep::RowAlignment))
      row_store = findRowStore(*within.whole, targetOf(*region, analyses));
    how.lane_alignment = row_store.address ? 1 : width; // in each row, or in the group
    if (!has_barriers && does(OptionalStep::BringRowLoadsForward)) {
      note(Stage::BringRowLoadsForward, *region);
      bringRowLoadsForward(*region,
                           targetOf(*region, analyses).numRegisters() - RegistersForValues);
    }
    VectorizeResult wide, flat;
    if (shapes.in_rows)
      wide = widen(*region, !kernel.sub_group_size && options.width == 0 && !sub_groups);
    if (shapes.flat && wide.failure.empty()) {
      llvm::Function *by_items = flattenIds(*region);
      note(Stage::FlattenIds, *by_items);
      note(Stage::SimplifyCopy, *by_items);
      options.simplify(*by_items);
      flat = widen(*by_items, false);
      erase(*by_items); // nothing of what assumes more than it may is left to run lane by lane
    }
    bool once =
        masks_are_cheap && does(OptionalStep::MaskOnce) && (paysOnce(wide) || paysOnce(flat));
    bool rest_by_items = false;
    if (wide.function && !once && mayTakeCheaper(kernel, options)) {
      const size_t size = wide.function->getInstructionCount();
      if (is_in_parts || in_two_copies + size > budget::MostInTwoCopies) {
        once = masks_are_cheap;
        rest_by_items = !masks_are_cheap;
        remarks.push_back(("region " + llvm::Twine(i + 1) + " has one copy of its " +
                           llvm::Twine(size) + " instructions as vectors")
                              .str());
      } else {
        in_two_copies += size;
      }
    }
    for (llvm::Function *function : {wide.function, flat.function})
      if (function && !stored_only.empty()) {
        note(Stage::MarkNonTemporalStores, *function);
        non_temporal |=
            markNonTemporalStores(*function, targetOf(*function, analyses), stored_only);
      }
    if (wide.function) {
      note(Stage::Prefetch, *wide.function);
      addPrefetches(*wide.function, targetOf(*wide.function, analyses), plan.regions[i],
                    has_barriers, once, non_temporal, !stored_only.empty(), options.left_out);
    }
    forms[i] = {wide.function, flat.function,         width,
                once,          rest_by_items,         fewItems(wide, sub_groups),
                bounds,        within.row_conditions, once ? RowStore() : row_store,
                wide.row_check};
    if (wide.function && !flat.function && plan.regions[i].next.size() == 1 && !kernel.sub_groups &&
        does(OptionalStep::JoinRows))
      if (auto [rows, count] = joinedRows(*region); rows)
        if (VectorizeResult joined = widen(*rows, false); joined.function) {
          if (!stored_only.empty()) {
            note(Stage::MarkNonTemporalStores, *joined.function);
            markNonTemporalStores(*joined.function, targetOf(*joined.function, analyses),
                                  stored_only);
          }
          note(Stage::Prefetch, *joined.function);
          addPrefetches(*joined.function, targetOf(*joined.function, analyses), plan.regions[i],
                        has_barriers, once, non_temporal, !stored_only.empty(), options.left_out);
          forms[i].joined = joined.function;
          forms[i].joined_check = joined.row_check;
          forms[i].joined_rows = count;
          rows_together = std::max(rows_together, count);
        }
    gathers |= wide.gathers || flat.gathers;
    const VectorizeResult &shown = shapes.in_rows ? wide : flat;
    remarks.insert(remarks.end(), shown.remarks.begin(), shown.remarks.end());
    std::string failure = wide.failure + flat.failure;
    if (failure.empty()) {
      ++widened;
    } else {
      together &= !sub_groups;
      remarks.push_back(
          ("region " + llvm::Twine(i + 1) + " runs one work-item at a time: " + failure).str());
    }
  }
  for (auto [region, within, form] : llvm::zip_equal(plan.regions, bounded, forms))
    if (llvm::Function *copy = restoreWhole(region, within)) {
      note(Stage::RestoreScalar, *copy);
      erase(*copy);
      if (!form.wide && !has_barriers)
        options.simplify(*region.function);
      noteQuestions(*region.function);
    }
  if (kernel.sub_groups && !together) {
    remarks.push_back("sub-groups are single work-items");
    widened = 0;
    for (RegionForm &form : forms)
      for (llvm::Function *function : {form.wide, form.flat})
        if (function)
          erase(*function);
    forms.assign(forms.size(), {});
    for (llvm::Function *region : regions)
      lowerSubGroupsOfOne(*region);
  }
  noteStage(options.stages, Stage::EmitRegionLoops, kernel.name);
  EmittedKernel emitted = emitRegionLoops(kernel, plan, forms, /*parallel=*/false);
  // Nothing calls the scalar forms of operations that only lanes can do.
  for (llvm::Function *region : regions)
    if (kernel.sub_groups && region->use_empty())
      erase(*region);
  emitted.entry->setSubprogram(subprogram);
  emitted.width = widened ? width : 1;
  emitted.asks_for_separate_buffers = asks_for_separate_buffers;
  emitted.hints.has_loops = has_loops;
  emitted.hints.has_non_temporal_stores = non_temporal;
  emitted.hints.rows_together = rows_together;
  emitted.hints.has_gathers = gathers || widened + single < regions.size();
  emitted.remarks.insert(emitted.remarks.begin(),
                         widened ? (llvm::Twine(width) + " work-items side by side" +
                                    (kernel.transposed ? ", along y" : "") +
                                    (rows_together > 1 ? ", several rows at a time" : ""))
                                       .str()
                                 : "one work-item at a time");
  emitted.remarks.insert(emitted.remarks.end(), remarks.begin(), remarks.end());
  return emitted;
}

} // namespace weft
