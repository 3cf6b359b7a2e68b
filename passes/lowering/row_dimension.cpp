// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which dimension lanes should run along: x, unless addresses are consecutive along y.
//
//   a[get_global_id(0) * pitch + get_global_id(1)]
//     x: far apart                y: consecutive
//
// And how many successive rows access the same cache lines, as where a matrix is transposed: what
// is far apart in a row is consecutive in a column, so that a tile of rows uses whole cache lines,
// and a long row a part of each.
//
// Each access is priced by how far its address moves with either id, which is found from the
// arithmetic between the two. Nothing is proved here: a wrong answer only costs time.
#include "passes/lowering/steps.h"

#include "passes/analysis/address_form.h"
#include "passes/analysis/sub_group_operations.h"
#include "passes/target/target_info.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CycleInfo.h"
#include "llvm/IR/InstIterator.h"

#include <array>

namespace weft {
namespace {

constexpr unsigned Ids = 2; // x and y

// Of one access by a vector of lanes along the id, in accesses of one lane. A store to a part of a
// line brings the line, and takes it back.
double price(Coefficient step, uint64_t bytes, bool is_store) {
  constexpr double Shared = 0.25, Consecutive = 1, Near = 2;
  const double apart = is_store ? 24 : 8;
  if (step.kind != Coefficient::Constant)
    return apart;
  const uint64_t distance = uint64_t(step.by < 0 ? -step.by : step.by);
  return distance == 0           ? Shared
         : distance <= bytes     ? Consecutive
         : distance <= 4 * bytes ? Near
                                 : apart;
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
    if (auto *dimension = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0)))
      terms[call] = {AddressTerm::LocalId, unsigned(dimension->getLimitedValue(Ids))};
  }
  return AddressForms(item.getDataLayout(), std::move(terms));
}

// Calls `visit(access, form, bytes)` for each access to memory that is not the work-item's own.
void forEachAccess(
    llvm::Function &item, llvm::ArrayRef<llvm::CallInst *> queries,
    llvm::function_ref<void(const llvm::Instruction &, const AddressForm &, uint64_t)> visit) {
  const llvm::DataLayout &layout = item.getParent()->getDataLayout();
  AddressForms forms = formsOf(item, queries);
  for (const llvm::Instruction &instruction : llvm::instructions(item)) {
    const llvm::Value *pointer = llvm::getLoadStorePointerOperand(&instruction);
    if (pointer && !llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer)))
      visit(instruction, forms.of(pointer),
            layout.getTypeStoreSize(llvm::getLoadStoreType(&instruction)).getKnownMinValue());
  }
}

bool memoryIsAlongY(llvm::Function &item, llvm::ArrayRef<llvm::CallInst *> queries) {
  constexpr double WorthTransposing = 2;
  llvm::CycleInfo cycles;
  cycles.compute(item);
  std::array<double, Ids> cost = {};
  forEachAccess(item, queries,
                [&](const llvm::Instruction &access, const AddressForm &form, uint64_t bytes) {
                  for (unsigned d = 0; d < Ids; ++d)
                    cost[d] += frequency(*access.getParent(), cycles) *
                               price(form.along({AddressTerm::LocalId, d}), bytes,
                                     llvm::isa<llvm::StoreInst>(access));
                });
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

unsigned rowsThatShareLines(llvm::Function &item, llvm::ArrayRef<llvm::CallInst *> queries,
                            bool transposed) {
  constexpr uint64_t Line = UsualLineBytes;
  const auto asks_for = [&](unsigned dimension) {
    return llvm::any_of(queries, [&](const llvm::CallInst *call) {
      const ItemQuery query = *itemQuery(*call->getCalledFunction());
      auto *number = query == ItemQuery::GlobalId || query == ItemQuery::LocalId
                         ? llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0))
                         : nullptr;
      return number && number->equalsInt(dimension);
    });
  };
  if (!asks_for(0) || !asks_for(1))
    return 1;
  uint64_t rows = 1;
  forEachAccess(item, queries, [&](const llvm::Instruction &, const AddressForm &form, uint64_t) {
    const Coefficient in_row = form.along({AddressTerm::LocalId, transposed});
    const Coefficient below = form.along({AddressTerm::LocalId, !transposed});
    if (below.kind != Coefficient::Constant || below.by == 0 || in_row.kind == Coefficient::Unknown)
      return;
    const auto distance = [](const Coefficient &step) {
      return step.kind == Coefficient::Far ? Line : uint64_t(step.by < 0 ? -step.by : step.by);
    };
    if (distance(in_row) >= Line)
      rows = std::max(rows, Line / std::min(distance(below), Line));
  });
  return unsigned(llvm::bit_floor(rows));
}

} // namespace weft
