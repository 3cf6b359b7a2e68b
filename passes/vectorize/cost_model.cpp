// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/cost_model.h"

#include "passes/address_space.h"
#include "passes/analysis/address_form.h"
#include "passes/analysis/any_lane.h"
#include "passes/analysis/float_work.h"
#include "passes/analysis/memory_order.h"
#include "passes/analysis/race_call.h"
#include "passes/analysis/speculation.h"
#include "passes/analysis/sub_group_operations.h"
#include "passes/vectorize/access/access_cost.h"
#include "passes/vectorize/access/access_plan.h"
#include "passes/vectorize/inner_loops.h"
#include "passes/vectorize/shared_functions.h"
#include "passes/vectorize/vector_functions.h"
#include "passes/vectorize/waits.h"
#include "passes/work_item_function.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/ProfDataUtils.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#include <cmath>

using namespace llvm;

namespace weft {
namespace {

constexpr unsigned FewestPacked = 8; // elements; what has fewer mostly looks into its vectors, too
// A divergent loop runs as long as its longest lane.
constexpr double LongestLane = 1.3;
constexpr double DivergentBlock = 0.5; // how often one work-item comes there

// Expressions that are looked through for what an address is for.
constexpr unsigned MaxDepth = 8;

constexpr size_t MostStores = 64; // of a loop, among which loads look for what they wait for

unsigned elements(const Type *type) {
  auto *vector = dyn_cast<FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

bool isLocal(const Instruction &atomic) {
  return atomic.getOperand(0)->getType()->getPointerAddressSpace() == AddressSpace::Local;
}

// What it computes; null if it computes nothing.
const Type *computedType(const Instruction &instruction) {
  if (isa<PHINode, ExtractElementInst, InsertElementInst, ShuffleVectorInst>(instruction) ||
      instruction.isDebugOrPseudoInst() || instruction.isTerminator() ||
      getLoadStorePointerOperand(&instruction))
    return nullptr;
  return instruction.getType();
}

class Estimator {
public:
  Estimator(const Function &function, const ShapeInfo &shapes, const AccessPlans &accesses,
            ScalarEvolution &evolution, const LoopInfo &loops, const TargetInfo &target,
            double packing, bool looks_at_waits, CostObserver *observer)
      : shapes(shapes), accesses(accesses), evolution(evolution), layout(function.getDataLayout()),
        forms(layout, AddressForms::Terms(), &loops), target(target), costs(target.costs()),
        register_bits(target.registerBits()), width(shapes.width()), packing(packing),
        looks_at_waits(looks_at_waits), observer(observer) {}

  void visit(const FlowLevel &level, double scalar_times, double vector_times) {
    std::vector<std::pair<double, double>> times(level.nodes.size());
    const bool is_unrolled = level.loop && findOptionMDForLoop(level.loop, LoopOfLaneStreams);
    for (size_t n = 0; n < level.nodes.size(); ++n) {
      const FlowLevel::Node &node = level.nodes[n];
      times[n] = n == 0 ? std::pair(scalar_times, vector_times) : times[node.idom];
      if (n != 0 && !node.like_idom) {
        const FlowLevel::Node &idom = level.nodes[node.idom];
        const BasicBlock *decides = idom.inner ? nullptr : idom.block;
        if (decides && guardsLoop(*decides, level, node)) {
          // What is assumed of its iterations counts the loops that have none.
        } else if (std::optional<double> share =
                       decides ? statedShare(*decides, *node.block) : std::nullopt) {
          times[n].first *= *share;
          times[n].second *= std::min(1.0, *share * width);
        } else {
          times[n].first *= DivergentBlock;
          // Some lane nearly always goes there, unless neighbours agree.
          if (!decides || !shapes.isDivergent(decides) || mostlyAgree(*decides))
            times[n].second *= DivergentBlock;
        }
      }
      if (node.inner) {
        double longest =
            shapes.isDivergent(*node.inner) && !leaveTogether(*node.inner->loop) ? LongestLane : 1;
        unsigned known = evolution.getSmallConstantTripCount(node.inner->loop);
        const std::optional<unsigned> stated = getLoopEstimatedTripCount(node.inner->loop);
        const double trips = known ? known : stated ? std::max(1u, *stated) : AssumedTrips;
        const CostEstimate before = estimate;
        const double iterations = times[n].second * trips * longest;
        const double one_by_one = times[n].first * trips / elementsAtOnce(*node.inner->loop);
        visit(*node.inner, one_by_one, iterations);
        const bool is_innermost = node.inner->loop->isInnermost();
        if (observer)
          observe(*node.inner, is_innermost, known, trips, one_by_one, iterations, before);
        if (is_innermost)
          addWaits(*node.inner, known, one_by_one, iterations, before);
        continue;
      }
      for (const Instruction &instruction : *node.block) {
        double scalar = scalarCost(instruction) * (computedType(instruction) ? packing : 1);
        if (is_unrolled && getLoadStorePointerOperand(&instruction))
          scalar *= elements(getLoadStoreType(&instruction));
        if (partsWorkItems(instruction, level))
          scalar += costs.parting_branch;
        bool once = isScalar(instruction) || onlyForStrides(instruction);
        double vector = once ? scalar : vectorCost(instruction);
        if (level.loop && readsWhatWasWritten(instruction, *level.loop)) {
          scalar += costs.recurrence;
          vector += costs.recurrence;
        }
        if (level.loop && leavesLine(instruction, *level.loop)) {
          scalar += costs.next_line;
          vector += costs.next_line;
        }
        estimate.scalar += times[n].first * scalar * width;
        estimate.vector += times[n].second * vector;
        if (observer)
          observer->instruction(instruction, times[n].first * scalar, times[n].second * vector,
                                once);
        if (looks_at_waits && !once && loadsConstants(instruction))
          estimate.waits += times[n].second * costs.call_constants * costs.vector *
                            elements(instruction.getType());
        if (!once && isLaneAccess(instruction))
          estimate.mask += times[n].second * vector * costs.masked_access;
      }
    }
  }

  void visitFunction(const FlowLevels &levels) {
    visit(levels.top(), 1, 1);
    const bool has_loops = levels.all().size() > 1;
    if (observer)
      observe(levels.top(), !has_loops, 0, 1, 1, 1, CostEstimate());
    if (!has_loops)
      addWaits(levels.top(), 0, 1, 1, CostEstimate());
    estimate.mask += costs.make_mask;
    estimate.scalar += scalar_waits;
    estimate.vector += spills;
  }

  CostEstimate estimate;

private:
  // How many of those that come to `from` go to `to`, if the program says so, as with
  // __builtin_expect.
  static std::optional<double> statedShare(const BasicBlock &from, const BasicBlock &to) {
    auto *branch = dyn_cast<BranchInst>(from.getTerminator());
    uint64_t weights[2];
    if (!branch || !branch->isConditional() || to.getSinglePredecessor() != &from ||
        !extractBranchWeights(*branch, weights[0], weights[1]) || weights[0] + weights[1] == 0)
      return std::nullopt;
    return double(weights[branch->getSuccessor(0) == &to ? 0 : 1]) /
           double(weights[0] + weights[1]);
  }

  // Whether `from` only asks whether a loop, which `to` is or leads to, has iterations at all.
  static bool guardsLoop(const BasicBlock &from, const FlowLevel &level,
                         const FlowLevel::Node &to) {
    const FlowLevel *inner = to.inner;
    if (!inner && to.succs.size() == 1 && to.succs[0] < level.nodes.size())
      inner = level.nodes[to.succs[0]].inner;
    auto *branch = dyn_cast<BranchInst>(from.getTerminator());
    if (!inner || !branch || !branch->isConditional())
      return false;
    SmallVector<BasicBlock *, 4> exits;
    inner->loop->getExitBlocks(exits);
    const BasicBlock *around = branch->getSuccessor(branch->getSuccessor(0) == to.block ? 1 : 0);
    return all_of(exits, [&](const BasicBlock *exit) {
      return exit == around || exit->getSingleSuccessor() == around;
    });
  }

  // Whether neighbours have the value in order: an index, or rows of which each has several of
  // them.
  bool isMonotone(const Value *value, unsigned depth = 0) const {
    if (shapes.shape(value).isAffine())
      return true;
    if (depth > MaxDepth)
      return false;
    if (auto *cast = dyn_cast<CastInst>(value))
      return isMonotone(cast->getOperand(0), depth + 1);
    auto *operation = dyn_cast<BinaryOperator>(value);
    if (!operation)
      return false;
    const Value *left = operation->getOperand(0), *right = operation->getOperand(1);
    switch (operation->getOpcode()) {
    case Instruction::Add:
    case Instruction::Mul:
      if (shapes.shape(left).isUniform())
        std::swap(left, right);
      [[fallthrough]];
    case Instruction::Sub:
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::Shl:
    case Instruction::LShr:
    case Instruction::AShr:
      return shapes.shape(right).isUniform() && isMonotone(left, depth + 1);
    default:
      return false;
    }
  }

  // Whether lanes that are neighbours go different ways in one vector of a row at most: they
  // compare an index with a bound.
  bool mostlyAgree(const BasicBlock &block) const {
    auto *branch = dyn_cast<BranchInst>(block.getTerminator());
    auto *compare =
        branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
    return compare && compare->isRelational() &&
           all_of(compare->operands(), [&](const Use &use) { return isMonotone(use); });
  }

  // Whether work-items go different ways, as their data have it; where a loop ends is not counted.
  bool partsWorkItems(const Instruction &instruction, const FlowLevel &level) const {
    const BasicBlock &block = *instruction.getParent();
    return instruction.isTerminator() && instruction.getNumSuccessors() > 1 &&
           shapes.isDivergent(&block) && !mostlyAgree(block) &&
           !instruction.hasMetadata(LLVMContext::MD_prof) &&
           !(level.loop && level.loop->isLoopExiting(&block));
  }

  // Whether lanes run equally often, but for one iteration.
  bool leaveTogether(const Loop &loop) const {
    SmallVector<BasicBlock *, 4> exiting;
    loop.getExitingBlocks(exiting);
    return all_of(exiting, [&](const BasicBlock *block) {
      return !shapes.isDivergent(block) || mostlyAgree(*block);
    });
  }

  void observe(const FlowLevel &level, bool is_innermost, unsigned known, double trips,
               double scalar_times, double vector_times, const CostEstimate &before) const {
    Waits waits;
    if (is_innermost)
      waits = waitsOf(level, shapes, accesses, target);
    observer->level({level, known != 0, trips, scalar_times,
                     (estimate.scalar - before.scalar) / width, vector_times,
                     estimate.vector - before.vector, is_innermost ? &waits : nullptr,
                     is_innermost ? waits.least(known, target.machine()) : 0});
  }

  // What the level takes beyond what it does, which has been counted since `before`. `known`: a
  // loop's iterations, if they are.
  void addWaits(const FlowLevel &level, unsigned known, double scalar_times, double vector_times,
                const CostEstimate &before) {
    if (!looks_at_waits && packing == 1)
      return;
    Waits waits = waitsOf(level, shapes, accesses, target);
    const double took = estimate.vector - before.vector;
    if (looks_at_waits) {
      estimate.registers = std::max(estimate.registers, waits.registers);
      estimate.waits +=
          std::max(0.0, vector_times * waits.least(known, target.machine()) * costs.cycle - took);
    }
    if (packing < 1) {
      if (waits.registers > target.numRegisters())
        spills +=
            took * costs.spilled_operation * (1 - double(target.numRegisters()) / waits.registers);
      waits.operations *= packing;
      waits.vectors = 1;
      const double least = waits.least(known, target.machine()) * costs.cycle;
      scalar_waits +=
          std::max(0.0, scalar_times * width * least - (estimate.scalar - before.scalar));
    }
  }

  // Of a loop that becomes vectors of each work-item's own iterations. Half of what fits: they have
  // to be joined at the end, and iterations left over run one by one.
  double elementsAtOnce(Loop &loop) {
    const std::optional<int> before = getOptionalIntLoopAttribute(&loop, LoopOfLaneStreams);
    const unsigned bits = before ? unsigned(*before) : bitsOfElementsInRow(loop, evolution);
    return bits ? std::max(1.0, register_bits / bits / 2) : 1;
  }

  static bool isCounterOf(const Loop &loop, const AddressTerm &term) {
    return term.kind == AddressTerm::Counter && term.phi->getParent() == loop.getHeader();
  }

  // Whether it loads what the iteration before has stored, and so has to wait for it: all lanes do
  // so at once, while single work-items do one after the other.
  bool readsWhatWasWritten(const Instruction &instruction, const Loop &loop) {
    auto *load = dyn_cast<LoadInst>(&instruction);
    if (!load || !loop.isInnermost())
      return false;
    const AddressForm &loaded = forms.of(load->getPointerOperand());
    const auto counter = find_if(
        loaded.terms, [&](const AddressForm::Term &one) { return isCounterOf(loop, one.term); });
    if (counter == loaded.terms.end() || counter->coefficient.kind != Coefficient::Constant)
      return false;
    return any_of(storedIn(loop), [&](const AddressForm *stored) {
      return stored->constant - loaded.constant == counter->coefficient.by &&
             differInConstant(*stored, loaded);
    });
  }

  // Where a loop's stores go. Of many they are not asked for: each load is compared with all.
  ArrayRef<const AddressForm *> storedIn(const Loop &loop) {
    auto [known, fresh] = stored_in.try_emplace(&loop);
    if (fresh)
      for (const BasicBlock *block : loop.blocks())
        for (const Instruction &instruction : *block)
          if (auto *store = dyn_cast<StoreInst>(&instruction))
            known->second.push_back(&forms.of(store->getPointerOperand()));
    return known->second.size() > MostStores ? ArrayRef<const AddressForm *>() : known->second;
  }

  // Whether neighbours access neighbouring elements, all of them far away in the next iteration.
  // Lanes' own arrays are near, and go on where the lanes end.
  bool leavesLine(const Instruction &instruction, const Loop &loop) {
    const Value *pointer = getLoadStorePointerOperand(&instruction);
    if (!pointer || shapes.shape(pointer).isUniform() ||
        isa<AllocaInst>(getUnderlyingObject(pointer)))
      return false;
    int64_t bytes = int64_t(layout.getTypeAllocSize(getLoadStoreType(&instruction)));
    const std::optional<Speculation> &lies = accesses.of(instruction).access.lies;
    if (!lies || lies->stride != bytes)
      return false;
    return any_of(forms.of(pointer).terms, [&](const AddressForm::Term &one) {
      const Coefficient &step = one.coefficient;
      return isCounterOf(loop, one.term) &&
             (step.kind != Coefficient::Constant || std::abs(step.by) >= target.lineBytes());
    });
  }

  // Computed once for all lanes.
  bool isScalar(const Instruction &instruction) const {
    if (auto *store = dyn_cast<StoreInst>(&instruction))
      return shapes.shape(store->getPointerOperand()).isUniform();
    if (auto *branch = dyn_cast<BranchInst>(&instruction))
      return branch->isUnconditional() || !shapes.isDivergent(branch->getParent());
    return !instruction.getType()->isVoidTy() && shapes.shape(&instruction).isAffine();
  }

  // Besides loads and stores, whatever may have to be done lane by lane.
  static bool isLaneAccess(const Instruction &instruction) {
    return instruction.mayReadOrWriteMemory() && !isa<IntrinsicInst>(instruction);
  }

  // Whether no lane needs the value, as it is part of addresses of which lane 0's is enough.
  bool onlyForStrides(const Instruction &instruction, unsigned depth = 0) {
    if (!isa<BinaryOperator, CastInst, GetElementPtrInst, FreezeInst, MinMaxIntrinsic>(instruction))
      return false;
    auto [known, fresh] = for_strides.try_emplace(&instruction, false);
    if (!fresh || depth > MaxDepth)
      return known->second;
    bool result = all_of(instruction.users(), [&](const User *user) {
      const Value *pointer = getLoadStorePointerOperand(user);
      if (!pointer)
        return onlyForStrides(*cast<Instruction>(user), depth + 1);
      auto &access = *cast<Instruction>(user);
      return pointer == &instruction && !access.isAtomic() &&
             (isa<LoadInst>(access) || access.getOperand(0) != pointer) &&
             !accesses.of(access).takesAddresses();
    });
    return for_strides[&instruction] = result;
  }

  double scalarCost(const Instruction &instruction) const {
    return weft::scalarCost(instruction, costs);
  }

  double vectorCost(const Instruction &instruction) const {
    switch (instruction.getOpcode()) {
    case Instruction::Load:
    case Instruction::Store:
      return accesses.of(instruction).cost();
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem:
      if (isa<Constant>(instruction.getOperand(1)))
        return 6 * registers(instruction.getType());
      // In floating point.
      if (instruction.getType()->getScalarSizeInBits() <= 32)
        return 12 * registers(instruction.getType());
      return shapes.shape(instruction.getOperand(0)).isAffine() &&
                     shapes.shape(safeDivisor(cast<BinaryOperator>(instruction))).isUniform()
                 ? costs.division + 8 * registers(instruction.getType())
                 : width * (costs.division + 4);
    case Instruction::FDiv:
    case Instruction::FRem:
      return 2 * costs.float_division * registers(instruction.getType());
    case Instruction::AtomicRMW:
    case Instruction::AtomicCmpXchg:
      if (shapes.shape(instruction.getOperand(0)).isUniform())
        return costs.combined_atomic + (isLocal(instruction) ? costs.local_atomic : costs.atomic);
      if (!isLocal(instruction) || !isa<AtomicRMWInst>(instruction))
        return width * (costs.looped_lane + costs.atomic);
      if (auto *gep = dyn_cast<GetElementPtrInst>(instruction.getOperand(0));
          gep && shapes.shape(gep->getPointerOperand()).isUniform())
        return width * costs.local_atomic_lane;
      return width * costs.looped_lane;
    case Instruction::Call: {
      if (isa<IntrinsicInst>(instruction))
        return scalarCost(instruction) * registers(instruction.getType());
      if (isSharedCall(instruction))
        return costs.call * costs.vector * elements(instruction.getType());
      return hasVectorOverload(instruction) ? costs.call * registers(instruction.getType())
                                            : width * (costs.looped_lane + costs.call);
    }
    case Instruction::Freeze:
      return memoryOrder(instruction)
                 ? costs.shuffle * elements(instruction.getType()) *
                       operationCost(instruction.getType()->getScalarType(), width, target)
                 : 0;
    case Instruction::GetElementPtr: // one scaled addition, where an access takes no vector index
      return 0;
    case Instruction::Br: // masks
      return 2;
    case Instruction::PHI: // blends
      return shapes.isDivergentJoin(instruction.getParent()) ? registers(instruction.getType()) : 0;
    default:
      return scalarCost(instruction) == 0 ? 0 : registers(instruction.getType());
    }
  }

  // Whether it calls a function of the OpenCL C library that takes vectors.
  bool hasVectorOverload(const Instruction &instruction) const {
    auto *call = dyn_cast<CallInst>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    return callee && !callee->isIntrinsic() &&
           !vectorOverload(callee->getName(), std::min(width, 16u)).empty();
  }

  // Whether it takes instructions, however many lanes there are, to load the constants that such a
  // function computes with.
  bool loadsConstants(const Instruction &instruction) const {
    return !target.broadcastsOperands() && !isSharedCall(instruction) &&
           hasVectorOverload(instruction);
  }

  // Cost of one operation on W values.
  double registers(Type *type) const { return operationCost(type, width, target); }

  const ShapeInfo &shapes;
  const AccessPlans &accesses;
  ScalarEvolution &evolution;
  const DataLayout &layout;
  AddressForms forms; // in which only counters of loops move
  const TargetInfo &target;
  const Costs &costs;
  const double register_bits;
  const unsigned width;
  const double packing;
  const bool looks_at_waits;
  CostObserver *const observer; // may be null
  double scalar_waits = 0, spills = 0;
  DenseMap<const Instruction *, bool> for_strides;
  DenseMap<const Loop *, SmallVector<const AddressForm *, 8>> stored_in;
};

} // namespace

double scalarCost(const Instruction &instruction, const Costs &costs) {
  switch (instruction.getOpcode()) {
  case Instruction::Load:
  case Instruction::Store:
    return costs.access;
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    return isa<Constant>(instruction.getOperand(1)) ? costs.constant_division : costs.division;
  case Instruction::FDiv:
  case Instruction::FRem:
    return costs.float_division;
  case Instruction::AtomicRMW:
  case Instruction::AtomicCmpXchg:
    return isLocal(instruction) ? costs.local_atomic : costs.atomic;
  case Instruction::Call:
    if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction))
      return intrinsic->isAssumeLikeIntrinsic() ? 0 : 1;
    if (isSharedCall(instruction) || isRaceCall(instruction))
      return 2 * costs.call;
    if (isAnyLane(instruction))
      return 1;
    return cast<CallInst>(instruction).getCalledFunction() &&
                   cast<CallInst>(instruction).getCalledFunction()->getName() == LaneName
               ? 0
               : costs.call;
  // Folded into others, or no code at all.
  case Instruction::GetElementPtr:
  case Instruction::PHI:
  case Instruction::BitCast:
  case Instruction::AddrSpaceCast:
  case Instruction::Alloca:
  case Instruction::ExtractElement:
  case Instruction::InsertElement:
  case Instruction::Freeze:
  case Instruction::Ret:
    return 0;
  case Instruction::Trunc:
  case Instruction::ZExt:
  case Instruction::SExt:
    return 0.5;
  case Instruction::Br:
    return cast<BranchInst>(instruction).isConditional() ? 1 : 0;
  default:
    return 1;
  }
}

CostEstimate estimateCost(const Function &function, const FlowLevels &levels,
                          const ShapeInfo &shapes, const AccessPlans &accesses,
                          ScalarEvolution &evolution, const LoopInfo &loops,
                          const TargetInfo &target, double packing, bool looks_at_waits,
                          CostObserver *observer) {
  Estimator estimator(function, shapes, accesses, evolution, loops, target, packing, looks_at_waits,
                      observer);
  estimator.visitFunction(levels);
  return estimator.estimate;
}

size_t leastWidenedOperations(const Function &function, unsigned width, const TargetInfo &target) {
  size_t sum = 0;
  for (const Instruction &instruction : instructions(function))
    if (const Type *type = getLoadStorePointerOperand(&instruction) ? getLoadStoreType(&instruction)
                                                                    : computedType(instruction)) {
      const size_t bits = type->getScalarSizeInBits() * size_t(width);
      sum += elements(type) * std::max<size_t>(1, divideCeil(bits, target.registerBits()));
    }
  return sum;
}

double packingOf(const Function &function, const LoopInfo &loops, const TargetInfo &target) {
  double computed = 0, operations = 0;
  for (const Instruction &instruction : instructions(function))
    if (const Type *type = computedType(instruction)) {
      const size_t count = elements(type), bits = count * type->getScalarSizeInBits();
      const double times = std::pow(AssumedTrips, loops.getLoopDepth(instruction.getParent()));
      computed += times * double(count);
      operations +=
          times * double(count < FewestPacked ? count : divideCeil(bits, target.registerBits()));
    }
  return computed ? operations / computed : 1;
}

unsigned costIfSkipped(const BasicBlock &block, const ShapeInfo &shapes,
                       const AccessPlans &accesses, const Costs &costs) {
  double sum = 0;
  auto has_scalar = [&](const Value *value) { return shapes.shape(value).isAffine(); };
  for (const Instruction &instruction : block) {
    if (isa<PHINode>(instruction) || instruction.isDebugOrPseudoInst() ||
        instruction.isTerminator())
      continue;
    if (subGroupOperation(instruction))
      sum += costs.skipped_sub_group;
    else if (isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction) &&
             !isAnyLane(instruction))
      sum += costs.skipped_call;
    else if (auto *call = dyn_cast<IntrinsicInst>(&instruction))
      sum += call->getIntrinsicID() == Intrinsic::sqrt ? costs.skipped_float_division
                                                       : costs.skipped_intrinsic;
    else if (getLoadStorePointerOperand(&instruction))
      sum += accesses.of(instruction).takesAddresses() ? costs.skipped_lane_accesses
                                                       : costs.skipped_access;
    else if (instruction.isAtomic())
      sum += costs.skipped_atomic;
    else if (instruction.isIntDivRem())
      sum += has_scalar(&instruction) ? costs.skipped_scalar_division : costs.skipped_division;
    else if (instruction.getOpcode() == Instruction::FDiv ||
             instruction.getOpcode() == Instruction::FRem)
      sum += has_scalar(&instruction) ? costs.skipped_scalar_float_division
                                      : costs.skipped_float_division;
    else if (!has_scalar(&instruction) && !isa<CastInst>(instruction))
      ++sum;
  }
  return unsigned(sum);
}

} // namespace weft
