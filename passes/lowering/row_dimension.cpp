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

#include "passes/analysis/address_form.h"
#include "passes/analysis/sub_group_operations.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CycleInfo.h"
#include "llvm/IR/InstIterator.h"

#include <array>

namespace weft {
namespace {

constexpr unsigned Ids = 2; // x and y

// Of one access by a vector of lanes along the id, in accesses of one lane.
double price(Coefficient step, uint64_t bytes) {
  constexpr double Shared = 0.25, Consecutive = 1, Near = 2, Apart = 8;
  if (step.kind != Coefficient::Constant)
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

// Whatever forms take for granted: at the edge of an image, say, an index stays.
AddressForms formsOf(const llvm::Function &item, llvm::ArrayRef<llvm::CallInst *> queries) {
  AddressForms::Terms terms;
  for (const llvm::CallInst *call : queries) {
    const ItemQuery query = *itemQuery(*call->getCalledFunction());
    if (query != ItemQuery::GlobalId && query != ItemQuery::LocalId)
      continue;
    auto *dimension = llvm::cast<llvm::ConstantInt>(call->getArgOperand(0));
    terms[call] = {AddressTerm::LocalId, unsigned(dimension->getLimitedValue(Ids))};
  }
  return AddressForms(item.getDataLayout(), std::move(terms));
}

bool memoryIsAlongY(llvm::Function &item, llvm::ArrayRef<llvm::CallInst *> queries) {
  constexpr double WorthTransposing = 2;
  llvm::CycleInfo cycles;
  cycles.compute(item);
  const llvm::DataLayout &layout = item.getParent()->getDataLayout();
  AddressForms forms = formsOf(item, queries);
  std::array<double, Ids> cost = {};
  for (llvm::Instruction &instruction : llvm::instructions(item)) {
    const llvm::Value *pointer = llvm::getLoadStorePointerOperand(&instruction);
    if (!pointer || llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer)))
      continue;
    const AddressForm &form = forms.of(pointer);
    const uint64_t bytes =
        layout.getTypeStoreSize(llvm::getLoadStoreType(&instruction)).getKnownMinValue();
    for (unsigned d = 0; d < Ids; ++d)
      cost[d] += frequency(*instruction.getParent(), cycles) *
                 price(form.along({AddressTerm::LocalId, d}), bytes);
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
  return memoryIsAlongY(item, queries);
}

} // namespace weft
