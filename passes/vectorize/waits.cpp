// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/waits.h"

#include "passes/vectorize/access/access_plan.h"

#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft {
namespace {

// Instructions of a loop that may have more lanes: to look at longer ones takes too long.
constexpr size_t MostInIteration = 1024;

// Instructions of an iteration that needs in registers what does not change in the loop. In longer
// ones it is an operand in memory, where it is used at all.
constexpr size_t MostInShortIteration = 128;

// Values that iterations hand on: of more of them, no chains are looked for. A chain may go by way
// of so many of them until it comes back; longer ones are not found.
constexpr size_t MostCarried = 64;
constexpr unsigned LongestCycle = 3;

constexpr double Unreached = -1;

// Cycles of what has no loop and is looked at: what takes less is over before a CPU is done with as
// much as it looks ahead.
constexpr double LeastPath = 64;

// Cycles from the operands to the result.
double latencyOf(const Instruction &instruction, const Costs &costs) {
  switch (instruction.getOpcode()) {
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
  case Instruction::SIToFP:
  case Instruction::UIToFP:
  case Instruction::FPToSI:
  case Instruction::FPToUI:
  case Instruction::FPExt:
  case Instruction::FPTrunc:
    return costs.float_latency;
  case Instruction::Mul:
    return costs.product_latency;
  case Instruction::FDiv:
  case Instruction::FRem:
    return costs.float_division_latency;
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    return 2 * costs.float_division_latency; // in floating point, with a correction
  case Instruction::ICmp:
  case Instruction::FCmp:
    return costs.comparison_latency;
  case Instruction::Load:
    return costs.load_latency;
  case Instruction::Call:
    if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction)) {
      if (intrinsic->isAssumeLikeIntrinsic())
        return 0;
      if (intrinsic->getIntrinsicID() == Intrinsic::sqrt)
        return costs.float_division_latency;
      return intrinsic->getType()->isFPOrFPVectorTy() ? costs.float_latency : 1;
    }
    return costs.call_latency;
  case Instruction::BitCast:
  case Instruction::AddrSpaceCast:
  case Instruction::Freeze:
  case Instruction::ExtractElement: // elements are vectors of their own
  case Instruction::InsertElement:
  case Instruction::ShuffleVector:
    return 0;
  default:
    return 1;
  }
}

// For one register of lanes and one element.
double operationsOf(const Instruction &instruction, const Costs &costs) {
  if (isa<PHINode, CastInst, FreezeInst, ExtractElementInst, InsertElementInst, ShuffleVectorInst,
          GetElementPtrInst>(instruction) ||
      instruction.isDebugOrPseudoInst())
    return 0;
  return isa<CallInst>(instruction) && !isa<IntrinsicInst>(instruction) ? costs.call * costs.vector
                                                                        : 1;
}

class Measure {
public:
  Measure(const FlowLevel &level, const ShapeInfo &shapes, const AccessPlans &accesses,
          const TargetInfo &target)
      : level(level), loop(level.loop), diverges(loop && shapes.isDivergent(level)), shapes(shapes),
        accesses(accesses), target(target), costs(target.costs()),
        register_bits(target.registerBits()) {
    if (loop)
      for (const PHINode &phi : loop->getHeader()->phis())
        if (isVector(phi))
          carried.push_back(&phi);
    for (const FlowLevel::Node &node : level.nodes)
      for (const Instruction &instruction : *node.block)
        order.push_back(&instruction);
  }

  Waits result() const {
    Waits waits;
    waits.latency = carried.size() > MostCarried ? 0 : latency();
    const auto [path, on_path] = longestPath();
    waits.path = path;
    waits.on_path = on_path;
    double all = 0;
    for (const Instruction *instruction : order)
      if (isVector(*instruction)) {
        const double count = operationsOf(*instruction, costs) * elements(*instruction);
        waits.operations += count;
        all += count * vectorsOf(*instruction);
      }
    if (waits.operations)
      waits.vectors = all / waits.operations;
    waits.registers = registers();
    // Half of what lives in a long computation may do so in memory: nothing waits for that.
    if (!loop)
      waits.registers = unsigned(waits.registers * waits.vectors / 2);
    return waits;
  }

private:
  bool isVector(const Value &value) const {
    return !value.getType()->isVoidTy() && !shapes.shape(&value).isAffine();
  }

  bool gathers(const Instruction &instruction) const {
    return isa<LoadInst>(instruction) && accesses.of(instruction).takesAddresses();
  }

  bool isHeaderPhi(const Instruction &instruction) const {
    return loop && isa<PHINode>(instruction) && instruction.getParent() == loop->getHeader();
  }

  // Longest way from each carried value to what it becomes in the next iteration, by way of others
  // of them: the mean over the iterations that it takes.
  double latency() const {
    std::vector<std::vector<double>> step;
    for (const PHINode *from : carried)
      step.push_back(distancesFrom(*from));
    double longest = 0;
    std::vector<std::vector<double>> walks = step;
    for (unsigned iterations = 1;; ++iterations) {
      for (size_t i = 0; i < carried.size(); ++i)
        longest = std::max(longest, walks[i][i] / iterations);
      if (iterations == LongestCycle)
        return longest;
      walks = joined(walks, step);
    }
  }

  using Distances = DenseMap<const Value *, std::optional<double>>;

  // Longest way to the conditions of branches, by lane, that decide by which of its predecessors
  // the node is reached.
  std::optional<double> toWayTaken(const FlowLevel::Node &node, const Distances &distance) const {
    std::optional<double> longest;
    for (unsigned on_way : node.preds)
      for (;; on_way = level.nodes[on_way].idom) {
        auto *branch = dyn_cast<BranchInst>(level.nodes[on_way].block->getTerminator());
        if (branch && branch->isConditional() && isVector(*branch->getCondition()))
          longest = std::max(longest, distance.lookup(branch->getCondition()));
        if (on_way == node.idom)
          break;
      }
    return longest;
  }

  // Cycles to all that waits for `from`: for operands and, where ways meet, for what decides
  // between them.
  Distances distances(const PHINode &from) const {
    Distances distance;
    distance[&from] = 0;
    for (const FlowLevel::Node &node : level.nodes) {
      const std::optional<double> way = toWayTaken(node, distance);
      for (const Instruction &instruction : *node.block) {
        if (isHeaderPhi(instruction))
          continue;
        std::optional<double> longest = isa<PHINode>(instruction) ? way : std::nullopt;
        for (const Value *operand : instruction.operands())
          longest = std::max(longest, distance.lookup(operand));
        if (longest)
          distance[&instruction] =
              *longest +
              (gathers(instruction) ? costs.gather_latency : latencyOf(instruction, costs));
      }
    }
    return distance;
  }

  // Its cycles, and the operations on it.
  std::pair<double, double> longestPath() const {
    std::pair<double, double> longest;
    DenseMap<const Value *, std::pair<double, double>> paths;
    for (const Instruction *instruction : order) {
      if (isHeaderPhi(*instruction))
        continue;
      std::pair<double, double> path;
      for (const Value *operand : instruction->operands())
        path = std::max(path, paths.lookup(operand));
      if (isVector(*instruction)) {
        path.first += latencyOf(*instruction, costs);
        path.second += operationsOf(*instruction, costs);
      }
      paths[instruction] = path;
      longest = std::max(longest, path);
    }
    return longest;
  }

  std::vector<double> distancesFrom(const PHINode &from) const {
    const Distances distance = distances(from);
    std::vector<double> result;
    for (const PHINode *to : carried) {
      const Value *next = to->getIncomingValueForBlock(loop->getLoopLatch());
      result.push_back(distance.lookup(next).value_or(Unreached));
    }
    return result;
  }

  static std::vector<std::vector<double>> joined(const std::vector<std::vector<double>> &first,
                                                 const std::vector<std::vector<double>> &second) {
    std::vector<std::vector<double>> result(first.size(),
                                            std::vector<double>(first.size(), Unreached));
    for (size_t i = 0; i < first.size(); ++i)
      for (size_t j = 0; j < first.size(); ++j)
        for (size_t k = 0; k < first.size(); ++k)
          if (first[i][k] != Unreached && second[k][j] != Unreached)
            result[i][j] = std::max(result[i][j], first[i][k] + second[k][j]);
    return result;
  }

  static unsigned elements(const Value &value) {
    auto *vector = dyn_cast<FixedVectorType>(value.getType());
    return vector ? vector->getNumElements() : 1;
  }

  // Registers that an element takes for all lanes.
  unsigned vectorsOf(const Value &value) const {
    Type *element = value.getType()->getScalarType();
    const unsigned bits = element->isPointerTy() ? 64 : element->getScalarSizeInBits();
    return std::max(1u, unsigned(divideCeil(bits * shapes.width(), register_bits)));
  }

  // Of all lanes' values. Masks are elsewhere, or short-lived.
  unsigned registersFor(const Value &value) const {
    Type *element = value.getType()->getScalarType();
    if (element->isIntegerTy(1))
      return 0;
    return elements(value) * vectorsOf(value);
  }

  // Of the lanes that are still in the loop. LLVM takes masks of more lanes than a register has
  // bytes apart, into a register for each lane, where they are no registers of their own.
  unsigned registersForMask() const {
    return diverges && !target.masksAreCheap() && shapes.width() > register_bits / 8
               ? shapes.width()
               : 0;
  }

  // Whether an operand that all lanes share is taken from a register. What shifts are by is not.
  bool takesRegister(const Use &operand) const {
    const auto &user = *cast<Instruction>(operand.getUser());
    if (target.broadcastsOperands() || !isVector(user) || !shapes.shape(operand).isUniform())
      return false;
    if (operand->getType()->isFPOrFPVectorTy())
      return isa<BinaryOperator, CmpInst, IntrinsicInst>(user);
    return isa<BinaryOperator, CmpInst>(user) && !user.isShift();
  }

  unsigned registers() const {
    unsigned kept = registersForMask(), handed_on = 0;
    bool takes_shared = false;
    DenseMap<const Value *, size_t> last_use;
    SmallPtrSet<const Value *, 16> invariant;
    for (const PHINode *phi : carried) {
      kept += registersFor(*phi);
      handed_on += elements(*phi);
      last_use[phi->getIncomingValueForBlock(loop->getLoopLatch())] = order.size();
    }
    for (size_t at = 0; at < order.size(); ++at) {
      if (isHeaderPhi(*order[at]))
        continue;
      for (const Use &operand : order[at]->operands()) {
        takes_shared |= loop && takesRegister(operand);
        if (isa<Constant, BasicBlock, MetadataAsValue>(operand) || !isVector(*operand))
          continue;
        auto *computed = dyn_cast<Instruction>(operand);
        if (computed && (!loop || loop->contains(computed)))
          last_use[operand] = std::max(last_use.lookup(operand), at);
        else if (order.size() <= MostInShortIteration && invariant.insert(operand).second)
          kept += registersFor(*operand);
      }
    }
    // In one register of lanes after the other, values may take the place of those before them.
    unsigned most = 0, now = 0;
    std::vector<unsigned> ends(order.size() + 1);
    for (size_t at = 0; at < order.size(); ++at) {
      now -= ends[at];
      const Instruction &instruction = *order[at];
      auto last = last_use.find(&instruction);
      if (last == last_use.end() || last->second <= at || !isVector(instruction))
        continue;
      now += elements(instruction);
      ends[last->second] += elements(instruction);
      most = std::max(most, now);
    }
    // One for all that lanes share: it may be an operand in memory, or moved where it is wanted.
    return kept + takes_shared + (most > handed_on ? most - handed_on : 0);
  }

  const FlowLevel &level;
  const Loop *loop;    // null: a function without loops
  const bool diverges; // the loop: its lanes leave one by one
  const ShapeInfo &shapes;
  const AccessPlans &accesses;
  const TargetInfo &target;
  const Costs &costs;
  const unsigned register_bits;
  SmallVector<const PHINode *, 8> carried; // vectors that an iteration hands to the next one
  std::vector<const Instruction *> order;
};

} // namespace

double Waits::least(unsigned iterations, const Machine &machine) const {
  // Cycles of a chain for all lanes where so many chains are under way, those of other work-items
  // or of others after them.
  auto shared = [&](double chain, double under_way) {
    return chain * vectors / std::max(vectors, under_way);
  };
  const double all = std::max(operations, 1.0);
  const double handed_on =
      iterations ? shared(latency, machine.iterations_in_flight / (iterations * all)) : latency;
  const double under_way = std::min(machine.waiting_in_flight / std::max(on_path, 1.0),
                                    machine.operations_in_flight / all);
  return std::max(handed_on, shared(path, under_way));
}

Waits waitsOf(const FlowLevel &level, const ShapeInfo &shapes, const AccessPlans &accesses,
              const TargetInfo &target) {
  return Measure(level, shapes, accesses, target).result();
}

bool hasShortLoop(const Function &function) {
  const LoopInfo loops(DominatorTree(const_cast<Function &>(function)));
  return any_of(loops.getLoopsInPreorder(), [](const Loop *loop) {
    size_t count = 0;
    for (const BasicBlock *block : loop->blocks())
      count += block->size();
    return loop->isInnermost() && count <= MostInIteration;
  });
}

bool mayHaveLongPath(const Function &function, const Costs &costs) {
  const LoopInfo loops(DominatorTree(const_cast<Function &>(function)));
  double latencies = 0;
  for (const Instruction &instruction : instructions(function))
    latencies += latencyOf(instruction, costs);
  return loops.empty() && latencies >= LeastPath;
}

} // namespace weft
