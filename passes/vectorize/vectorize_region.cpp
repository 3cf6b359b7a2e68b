// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/vectorize_region.h"

#include "passes/analysis/sub_group_operations.h"
#include "passes/vectorize/access/access_plan.h"
#include "passes/vectorize/cost_model.h"
#include "passes/vectorize/element_order.h"
#include "passes/vectorize/index_widening.h"
#include "passes/vectorize/lane_streams.h"
#include "passes/vectorize/line_report.h"
#include "passes/vectorize/neighbours.h"
#include "passes/vectorize/prepare.h"
#include "passes/vectorize/row_check.h"
#include "passes/vectorize/widener.h"

#include "llvm/Analysis/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace weft {
namespace {

// The scalar copy that the widener reads, and what is known of it.
class Vectorization {
public:
  Vectorization(Function &original, const VectorizeOptions &options,
                FunctionAnalysisManager &analyses)
      : original(original), options(options), analyses(analyses) {}
  ~Vectorization() {
    if (scalar) {
      analyses.clear(*scalar, scalar->getName());
      scalar->eraseFromParent();
    }
    if (Function *lane = original.getParent()->getFunction(LaneName); lane && lane->use_empty())
      lane->eraseFromParent();
  }

  // Copies and prepares the function; all else needs that. False: see `failure`.
  bool prepare(std::string &failure);
  // `looks_at_waits`: see estimateCost().
  CostEstimate estimate(unsigned width, bool looks_at_waits, CostObserver *observer = nullptr);
  VectorizeResult run();

private:
  bool checkOptions(std::string &failure) const;
  ShapeOptions shapeOptions(unsigned width) const;
  bool findShapes(std::string &failure);

  Function &original;
  const VectorizeOptions &options;
  FunctionAnalysisManager &analyses;
  Function *scalar = nullptr;
  double packing = 1;
  std::unique_ptr<FlowLevels> levels;
  std::unique_ptr<ShapeInfo> shapes;
  std::optional<AccessPlans> accesses; // of `shapes`; the function does not change any more
};

bool Vectorization::checkOptions(std::string &failure) const {
  if (!isPowerOf2_32(options.width) || options.width < 2 || options.width > MostLanes)
    failure = "the width is not a power of two from 2 to " + std::to_string(MostLanes);
  if (!isPowerOf2_32(options.lane_alignment))
    failure = "the alignment of lanes is not a power of two";
  for (unsigned param : options.lane_params)
    if (param >= original.arg_size() || !original.getArg(param)->getType()->isIntegerTy())
      failure = "a lane parameter is not an integer parameter";
  return failure.empty();
}

ShapeOptions Vectorization::shapeOptions(unsigned width) const {
  const bool aligned = options.lane_alignment == options.width;
  ShapeOptions result;
  result.width = width;
  // What is assumed is tested on entry; where it does not hold, lanes would run on their own.
  result.assume_no_wrap =
      (!options.is_called || options.fallback) && !hasSubGroupOperations(original);
  for (unsigned param : options.lane_params)
    result.args[scalar->getArg(param)] = Shape::affine(1, aligned ? width : options.lane_alignment);
  for (unsigned param : options.varying_params)
    result.args[scalar->getArg(param)] = Shape::varying();
  return result;
}

// Whether lanes may wait in a loop for what another lane does when it is out of it, such as to give
// up a lock: side by side, no lane gets out before all do.
bool waitsForOtherLanes(const Function &function, const FlowLevels &levels, const ShapeInfo &shapes,
                        const DominatorTree &dominators) {
  auto writtenBy = [](const Instruction &instruction) -> const Value * {
    if (auto *atomic = dyn_cast<AtomicRMWInst>(&instruction))
      return atomic->getPointerOperand()->stripPointerCasts();
    if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
      return exchange->getPointerOperand()->stripPointerCasts();
    if (auto *store = dyn_cast<StoreInst>(&instruction))
      return store->getPointerOperand()->stripPointerCasts();
    return nullptr;
  };
  // All lanes have done it when the first of them comes to the loop.
  auto isBefore = [&](const BasicBlock *block, const Loop &loop) {
    SmallVector<BasicBlock *, 4> exits;
    loop.getExitBlocks(exits);
    return dominators.dominates(block, loop.getHeader()) &&
           none_of(exits, [&](const BasicBlock *exit) {
             return isPotentiallyReachable(exit, block, nullptr, &dominators);
           });
  };
  for (const std::unique_ptr<FlowLevel> &level : levels.all()) {
    if (!level->loop || !shapes.isDivergent(*level))
      continue;
    SmallPtrSet<const Value *, 4> waited_for;
    for (const BasicBlock *block : level->loop->blocks())
      for (const Instruction &instruction : *block)
        if ((instruction.isAtomic() || instruction.isVolatile()) && !isa<FenceInst>(instruction)) {
          const Value *pointer = isa<LoadInst>(instruction)
                                     ? getLoadStorePointerOperand(&instruction)->stripPointerCasts()
                                     : writtenBy(instruction);
          if (pointer)
            waited_for.insert(pointer);
        }
    if (waited_for.empty())
      continue;
    for (const Instruction &instruction : instructions(function))
      if (const Value *pointer = writtenBy(instruction);
          pointer && waited_for.contains(pointer) && !level->loop->contains(&instruction) &&
          !isBefore(instruction.getParent(), *level->loop))
        return true;
  }
  return false;
}

bool Vectorization::findShapes(std::string &failure) {
  levels = FlowLevels::build(*scalar, analyses.getResult<LoopAnalysis>(*scalar), failure);
  if (levels)
    shapes = std::make_unique<ShapeInfo>(*scalar, *levels, shapeOptions(options.width));
  return levels != nullptr;
}

bool Vectorization::prepare(std::string &failure) {
  if (!checkOptions(failure) || !checkSupported(original, options.is_called, failure))
    return false;
  ValueToValueMapTy map;
  scalar = CloneFunction(&original, map);
  lowerSubGroupMaxSize(*scalar, options.width);
  packing = packingOf(*scalar, LoopInfo(DominatorTree(*scalar)), targetOf(*scalar, analyses));
  exposeExtensions(*scalar);
  if (!prepareRegion(*scalar, options.width, analyses, failure))
    return false;
  if (!findShapes(failure))
    return false;
  auto does = [&](Step step) { return !options.left_out.contains(step); };
  const bool streams = does(Step::LaneStreams) && unrollLaneStreams(*scalar, *shapes, analyses);
  if (streams && (!prepareLoops(*scalar, analyses, failure) || !findShapes(failure)))
    return false;
  bool changed = does(Step::WidenIndices) && widenIndices(*scalar, *shapes);
  changed |= does(Step::JoinNeighbours) && joinNeighbours(*scalar, *shapes, analyses);
  if (changed)
    shapes = std::make_unique<ShapeInfo>(*scalar, *levels, shapeOptions(options.width));
  if (streams)
    keepAliasScopesOf(original, *scalar);
  if (waitsForOtherLanes(*scalar, *levels, *shapes,
                         analyses.getResult<DominatorTreeAnalysis>(*scalar))) {
    failure = "a loop may wait for what is done after it, such as a lock to be given up";
    return false;
  }
  const TargetInfo &target = targetOf(*scalar, analyses);
  accesses.emplace(*scalar, *shapes, target, options.left_out);
  if (does(Step::MemoryOrder) &&
      keepMemoryOrder(*scalar, *shapes, *accesses, analyses.getResult<LoopAnalysis>(*scalar),
                      target)) {
    shapes = std::make_unique<ShapeInfo>(*scalar, *levels, shapeOptions(options.width));
    accesses.emplace(*scalar, *shapes, target, options.left_out);
  }
  return true;
}

CostEstimate Vectorization::estimate(unsigned width, bool looks_at_waits, CostObserver *observer) {
  const TargetInfo &target = targetOf(*scalar, analyses);
  auto estimateWith = [&](const ShapeInfo &shapes, const AccessPlans &accesses) {
    return estimateCost(
        *scalar, *levels, shapes, accesses, analyses.getResult<ScalarEvolutionAnalysis>(*scalar),
        analyses.getResult<LoopAnalysis>(*scalar), target, packing, looks_at_waits, observer);
  };
  if (width == options.width)
    return estimateWith(*shapes, *accesses);
  const ShapeInfo others(*scalar, *levels, shapeOptions(width));
  return estimateWith(others, AccessPlans(*scalar, others, target, options.left_out));
}

VectorizeResult Vectorization::run() {
  VectorizeResult result;
  if (options.report_files) // unless it becomes something better
    result.report =
        reportOneByOne(original, targetOf(original, analyses).costs(), *options.report_files);
  if (const size_t least =
          leastWidenedOperations(original, options.width, targetOf(original, analyses));
      options.most_operations && least > options.most_operations) {
    result.failure = formatv("in vectors it would be of {0} operations, too many for a build that "
                             "is waited for",
                             least);
    return result;
  }
  if (!prepare(result.failure))
    return result;
  std::optional<LineReport> lines;
  if (options.report_files)
    lines.emplace(*scalar, *levels, *shapes, *accesses, analyses.getResult<LoopAnalysis>(*scalar),
                  targetOf(*scalar, analyses), *options.report_files);
  CostEstimate cost = estimate(options.width, /*looks_at_waits=*/false, lines ? &*lines : nullptr);
  if (lines)
    result.report = lines->oneByOne();
  if (options.only_if_cheaper && cost.vector > cost.scalar) {
    result.failure = formatv("in vectors it would cost {0:f1} times as much, by estimate",
                             cost.vector / cost.scalar);
    if (lines)
      result.report.why_single = lines->costliest();
    return result;
  }
  Function *row_check =
      options.checks_rows && options.lane_params.size() == 1 &&
              !options.left_out.contains(Step::RowCheck)
          ? makeRowCheck(*scalar, original.getName(), *shapes, options.lane_params.front())
          : nullptr;
  Widener widener(*scalar, original, *levels, *shapes, *accesses, options,
                  targetOf(*scalar, analyses));
  Function *wide = widener.run(/*is_checked=*/row_check != nullptr, result.failure);
  if (result.failure.empty()) {
    std::string problem;
    raw_string_ostream out(problem);
    if (verifyFunction(*wide, &out))
      result.failure =
          "the widened function is not well-formed: " + StringRef(problem).split('\n').first.str();
  }
  if (!result.failure.empty()) {
    wide->eraseFromParent();
    if (row_check)
      row_check->eraseFromParent();
    return result;
  }
  result.function = wide;
  if (lines)
    result.report = lines->widened();
  result.row_check = row_check;
  result.remarks = widener.takeRemarks();
  result.gathers = widener.gathers();
  result.mask_cost = cost.mask / (cost.vector + cost.mask);
  if (cost.scalar > 0)
    result.worth_items = options.width * (cost.vector + cost.mask) / cost.scalar;
  return result;
}

} // namespace

VectorizeResult vectorizeRegion(Function &scalar, const VectorizeOptions &options,
                                FunctionAnalysisManager &analyses) {
  return Vectorization(scalar, options, analyses).run();
}

SmallVector<CostEstimate, 4> estimateWidths(Function &scalar, const VectorizeOptions &options,
                                            ArrayRef<unsigned> widths,
                                            FunctionAnalysisManager &analyses) {
  Vectorization vectorization(scalar, options, analyses);
  SmallVector<CostEstimate, 4> result;
  std::string failure;
  if (vectorization.prepare(failure))
    for (unsigned width : widths)
      result.push_back(vectorization.estimate(width, /*looks_at_waits=*/true));
  return result;
}

} // namespace weft
