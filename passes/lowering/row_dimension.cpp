// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which dimension the lanes of vectors should run along. x, unless memory lies along y:
//
//   a[get_global_id(0) * pitch + get_global_id(1)]
//     x: far apart                y: side by side
//
// Each access is priced by how far its address moves with either id, which is found from the
// arithmetic between the two. Nothing is proved here: a wrong answer costs time only.
#include "passes/lowering/steps.h"

#include "passes/analysis/sub_group_operations.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CycleInfo.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

#include <array>

namespace weft {
namespace {

constexpr unsigned Ids = 2; // x and y

// How a number moves with one id while the other one and the group stay.
struct Step {
  enum Kind { Fixed, Far, Unknown } kind = Fixed; // Far: by more than the source says
  int64_t by = 0;                                 // Fixed

  bool isZero() const { return kind == Fixed && by == 0; }
  bool operator==(const Step &other) const = default;
};

constexpr Step Nothing = {}, FarAway = {Step::Far, 0}, NotKnown = {Step::Unknown, 0};

Step sum(Step a, Step b) {
  if (a.isZero() || b.isZero())
    return a.isZero() ? b : a;
  if (a.kind == Step::Fixed && b.kind == Step::Fixed)
    return {Step::Fixed, int64_t(uint64_t(a.by) + uint64_t(b.by))};
  return a.kind == Step::Unknown || b.kind == Step::Unknown ? NotKnown : FarAway;
}

Step scaled(Step step, int64_t factor) {
  if (step.kind == Step::Fixed)
    step.by = int64_t(uint64_t(step.by) * uint64_t(factor));
  return step;
}

using Steps = std::array<Step, Ids>;

class Movement {
public:
  explicit Movement(const llvm::DataLayout &layout) : layout(layout) {}

  // Of a pointer, in bytes.
  Steps of(const llvm::Value *value) {
    auto [found, is_new] = known.try_emplace(value, Steps{Nothing, Nothing});
    if (!is_new) // or in a loop, where what it starts with is all that counts
      return found->second;
    const Steps steps = compute(value);
    return known[value] = steps;
  }

private:
  static constexpr unsigned DeepestChain = 200;

  Steps compute(const llvm::Value *value) {
    auto *instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (!instruction || depth >= DeepestChain)
      return {Nothing, Nothing};
    ++depth;
    Steps steps = computeInstruction(*instruction);
    --depth;
    return steps;
  }

  Steps computeInstruction(const llvm::Instruction &instruction) {
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
      if (const llvm::Function *callee = call->getCalledFunction())
        if (auto query = itemQuery(*callee))
          return ofQuery(*call, *query);
    if (auto *gep = llvm::dyn_cast<llvm::GEPOperator>(&instruction))
      return ofAddress(*gep);
    if (auto *limited = llvm::dyn_cast<llvm::MinMaxIntrinsic>(&instruction))
      return join({limited->getLHS(), limited->getRHS()});
    switch (instruction.getOpcode()) {
    case llvm::Instruction::Add:
      return combine(instruction, 1);
    case llvm::Instruction::Sub:
      return combine(instruction, -1);
    case llvm::Instruction::Or:
      if (llvm::cast<llvm::PossiblyDisjointInst>(instruction).isDisjoint())
        return combine(instruction, 1);
      return other(instruction);
    case llvm::Instruction::Mul:
      return product(*instruction.getOperand(0), *instruction.getOperand(1));
    case llvm::Instruction::Shl: {
      auto *distance = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1));
      if (distance && distance->getValue().ult(63))
        return scaledBy(of(instruction.getOperand(0)), int64_t(1) << distance->getZExtValue());
      return product(*instruction.getOperand(0), *instruction.getOperand(1));
    }
    case llvm::Instruction::ZExt:
    case llvm::Instruction::SExt:
    case llvm::Instruction::Trunc:
    case llvm::Instruction::Freeze:
    case llvm::Instruction::AddrSpaceCast:
      return of(instruction.getOperand(0));
    case llvm::Instruction::Select:
      return join({instruction.getOperand(1), instruction.getOperand(2)});
    case llvm::Instruction::PHI: {
      llvm::SmallVector<const llvm::Value *, 4> values(instruction.operand_values());
      return join(values);
    }
    default:
      return other(instruction);
    }
  }

  // Of a query that hasRowsAlongY() allows.
  static Steps ofQuery(const llvm::CallInst &call, ItemQuery query) {
    Steps steps = {Nothing, Nothing};
    if (query == ItemQuery::GlobalId || query == ItemQuery::LocalId) {
      const llvm::APInt &dimension =
          llvm::cast<llvm::ConstantInt>(call.getArgOperand(0))->getValue();
      if (dimension.ult(Ids))
        steps[dimension.getZExtValue()] = {Step::Fixed, 1};
    }
    return steps;
  }

  Steps ofAddress(const llvm::GEPOperator &gep) {
    Steps steps = of(gep.getPointerOperand());
    for (auto it = llvm::gep_type_begin(gep); it != llvm::gep_type_end(gep); ++it)
      if (!it.isStruct())
        for (unsigned d = 0; d < Ids; ++d)
          steps[d] = sum(steps[d],
                         scaled(of(it.getOperand())[d],
                                int64_t(it.getSequentialElementStride(layout).getKnownMinValue())));
    return steps;
  }

  static Steps scaledBy(Steps steps, int64_t factor) {
    for (Step &step : steps)
      step = scaled(step, factor);
    return steps;
  }

  Steps combine(const llvm::Instruction &instruction, int64_t sign) {
    Steps a = of(instruction.getOperand(0));
    const Steps b = scaledBy(of(instruction.getOperand(1)), sign);
    for (unsigned d = 0; d < Ids; ++d)
      a[d] = sum(a[d], b[d]);
    return a;
  }

  Steps product(const llvm::Value &x, const llvm::Value &y) {
    for (auto [factor, rest] : {std::pair(&x, &y), std::pair(&y, &x)})
      if (auto *constant = llvm::dyn_cast<llvm::ConstantInt>(factor);
          constant && constant->getValue().isSignedIntN(32))
        return scaledBy(of(rest), constant->getSExtValue());
    Steps a = of(&x);
    const Steps b = of(&y);
    for (unsigned d = 0; d < Ids; ++d)
      a[d] = a[d].isZero() && b[d].isZero() ? Nothing
             : a[d].isZero() || b[d].isZero()
                 ? (a[d].kind == Step::Unknown || b[d].kind == Step::Unknown ? NotKnown : FarAway)
                 : NotKnown;
    return a;
  }

  // What stays, as the edge of an image does, is the exception.
  Steps join(llvm::ArrayRef<const llvm::Value *> values) {
    Steps result = of(values.front());
    for (const llvm::Value *value : values.drop_front()) {
      const Steps steps = of(value);
      for (unsigned d = 0; d < Ids; ++d)
        if (result[d].isZero() || steps[d].isZero() || result[d] == steps[d])
          result[d] = result[d].isZero() ? steps[d] : result[d];
        else
          result[d] = NotKnown;
    }
    return result;
  }

  // It moves, who knows how, where an operand does.
  Steps other(const llvm::Instruction &instruction) {
    Steps result = {Nothing, Nothing};
    for (const llvm::Use &use : instruction.operands())
      if (!llvm::isa<llvm::BasicBlock>(use)) {
        const Steps steps = of(use);
        for (unsigned d = 0; d < Ids; ++d)
          if (!steps[d].isZero())
            result[d] = NotKnown;
      }
    return result;
  }

  const llvm::DataLayout &layout;
  llvm::DenseMap<const llvm::Value *, Steps> known;
  unsigned depth = 0;
};

// Of one access by a vector of lanes along the id, in accesses of one lane.
double price(Step step, uint64_t bytes) {
  constexpr double Shared = 0.25, Consecutive = 1, Near = 2, Apart = 8;
  if (step.kind != Step::Fixed)
    return Apart;
  const uint64_t distance = uint64_t(step.by < 0 ? -step.by : step.by);
  return distance == 0           ? Shared
         : distance <= bytes     ? Consecutive
         : distance <= 4 * bytes ? Near
                                 : Apart;
}

// In loops more often.
double frequency(const llvm::BasicBlock &block, const llvm::CycleInfo &cycles) {
  constexpr unsigned Deepest = 3;
  constexpr double Iterations = 8;
  double times = 1;
  for (unsigned depth = std::min(cycles.getCycleDepth(&block), Deepest); depth; --depth)
    times *= Iterations;
  return times;
}

bool memoryIsAlongY(llvm::Function &item) {
  constexpr double WorthTransposing = 2;
  llvm::CycleInfo cycles;
  cycles.compute(item);
  const llvm::DataLayout &layout = item.getParent()->getDataLayout();
  Movement movement(layout);
  std::array<double, Ids> cost = {};
  for (llvm::Instruction &instruction : llvm::instructions(item)) {
    const llvm::Value *pointer = llvm::getLoadStorePointerOperand(&instruction);
    if (!pointer || llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer)))
      continue;
    const Steps steps = movement.of(pointer);
    const uint64_t bytes =
        layout.getTypeStoreSize(llvm::getLoadStoreType(&instruction)).getKnownMinValue();
    for (unsigned d = 0; d < Ids; ++d)
      cost[d] += frequency(*instruction.getParent(), cycles) * price(steps[d], bytes);
  }
  return cost[0] > WorthTransposing * cost[1];
}

} // namespace

// Sub-groups are runs along x, and so are linear ids.
bool hasRowsAlongY(llvm::Function &item, llvm::ArrayRef<llvm::CallInst *> queries) {
  if (hasSubGroupOperations(item))
    return false;
  bool asks_for_x = false, asks_for_y = false;
  for (const llvm::CallInst *call : queries) {
    switch (*itemQuery(*call->getCalledFunction())) {
    case ItemQuery::GlobalLinearId:
    case ItemQuery::LocalLinearId:
      return false;
    case ItemQuery::GlobalId:
    case ItemQuery::LocalId: {
      auto *dimension = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
      if (!dimension)
        return false;
      asks_for_x |= dimension->isZero();
      asks_for_y |= dimension->isOne();
      break;
    }
    default:
      break;
    }
  }
  if (!asks_for_y || !asks_for_x)
    return asks_for_y;
  // Groups that are known to be too narrow for vectors along y.
  constexpr uint64_t Narrow = 8;
  if (auto size = requiredLocalSize(item); size && (*size)[1] < std::min(Narrow, (*size)[0]))
    return false;
  return memoryIsAlongY(item);
}

} // namespace weft
