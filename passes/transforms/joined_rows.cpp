// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/transforms/joined_rows.h"

#include "passes/analysis/address_form.h"
#include "passes/analysis/vector_address.h"
#include "passes/work_item_function.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace weft {
namespace {

// Instructions of a region without loops worth to be written so often, and where nobody waits for
// it; and of one with loops.
constexpr unsigned MaxLength = 64, MaxLengthInBackground = 160, MaxLengthOfLoops = 120;
// Of what a loop computes for each lane, the least share that is the same in all rows.
constexpr double LeastShared = 0.2;

using Instructions = SmallPtrSet<const Instruction *, 32>;

// What is computed from a parameter. Branches are another matter.
Instructions dependingOn(const Function &region, unsigned parameter) {
  Instructions found;
  for (const Instruction &instruction : instructions(region))
    if (mayDependOn(&instruction, region.getArg(parameter)))
      found.insert(&instruction);
  return found;
}

bool canJoin(const Function &region) {
  return none_of(instructions(region), [](const Instruction &instruction) {
    return instruction.isAtomic() || instruction.isVolatile() || isa<AllocaInst>(instruction) ||
           (isa<CallBase>(instruction) &&
            (!isa<IntrinsicInst>(instruction) || instruction.mayReadOrWriteMemory()));
  });
}

// Whether rows go the same ways.
bool goTogether(const Function &region, const Instructions &of_row) {
  return none_of(region,
                 [&](const BasicBlock &block) { return of_row.contains(block.getTerminator()); });
}

// Whether a loop loads for its lanes, and much of what it does for them is the same in all rows.
bool shareMuch(const Function &region, const Instructions &of_row) {
  const Instructions of_lane = dependingOn(region, ItemParam::LocalId);
  const LoopInfo loops{DominatorTree(const_cast<Function &>(region))};
  for (const Loop *loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost())
      continue;
    unsigned shared_loads = 0, shared = 0, own = 0;
    for (const BasicBlock *block : loop->blocks())
      for (const Instruction &instruction : *block) {
        if (!of_lane.contains(&instruction) || isa<GetElementPtrInst, PHINode>(instruction))
          continue;
        (of_row.contains(&instruction) ? own : shared) += 1;
        shared_loads += isa<LoadInst>(instruction) && !of_row.contains(&instruction);
      }
    if (shared_loads && shared >= LeastShared * (shared + own))
      return true;
  }
  return false;
}

// What the next rows load beside it, and neighbours in the row do not.
bool isColumn(const Instruction &instruction, AddressForms &forms) {
  auto *load = dyn_cast<LoadInst>(&instruction);
  Type *type = instruction.getType();
  if (!load || !(type->isFloatTy() || type->isIntegerTy(32)))
    return false;
  constexpr AddressTerm X = {AddressTerm::LocalId, 0}, Y = {AddressTerm::LocalId, 1};
  constexpr int64_t Bytes = 4;
  const AddressForm &form = forms.of(load->getPointerOperand());
  return form.along(Y).is(Bytes) && !form.along(X).is(Bytes) && !form.along(X).isZero() &&
         form.holdsIf([&](const AddressCondition &one) { return forms.cannotFail(one, Y); });
}

} // namespace

Function *joinRows(Function &region, unsigned count, bool are_short) {
  const bool has_loops = region.size() > 1;
  const unsigned most = has_loops   ? MaxLengthOfLoops
                        : are_short ? MaxLengthInBackground
                                    : MaxLength;
  if (region.getInstructionCount() > most || !canJoin(region))
    return nullptr;
  const Instructions of_row = dependingOn(region, ItemParam::LocalId + 1);
  if (of_row.empty() || !goTogether(region, of_row))
    return nullptr;
  AddressForms forms(region);
  Instructions columns;
  for (const Instruction &instruction : instructions(region))
    if (!has_loops && isColumn(instruction, forms))
      columns.insert(&instruction);
  if (has_loops ? !shareMuch(region, of_row) : columns.empty() && !are_short)
    return nullptr;

  ValueToValueMapTy map;
  Function *joined = CloneFunction(&region, map);
  joined->setName(region.getName() + ".rows");
  Argument *row = joined->getArg(ItemParam::LocalId + 1);
  SmallVector<Instruction *, MaxLength> first; // what each row has of its own
  for (Instruction &instruction : instructions(region))
    if (!instruction.isTerminator() &&
        (of_row.contains(&instruction) || instruction.mayWriteToMemory()))
      first.push_back(cast<Instruction>(map[&instruction]));
  SmallPtrSet<const Value *, 8> joined_columns;
  for (const Instruction *column : columns)
    joined_columns.insert(map[column]);
  std::vector<ValueToValueMapTy> rows(count - 1); // those behind the first
  IRBuilder<> builder(&joined->getEntryBlock(), joined->getEntryBlock().getFirstInsertionPt());
  for (auto [i, values] : enumerate(rows))
    values[row] = builder.CreateAdd(row, builder.getInt64(i + 1), "", true, true);
  SmallVector<std::pair<Instruction *, ValueToValueMapTy *>, MaxLength> next;
  for (Instruction *instruction : first) {
    builder.SetInsertPoint(instruction->getNextNode());
    builder.SetCurrentDebugLocation(instruction->getDebugLoc());
    if (joined_columns.contains(instruction)) {
      auto *load = cast<LoadInst>(instruction);
      LoadInst *all = builder.CreateAlignedLoad(FixedVectorType::get(load->getType(), count),
                                                load->getPointerOperand(), load->getAlign());
      all->setAAMetadata(load->getAAMetadata());
      Value *own = builder.CreateExtractElement(all, uint64_t(0));
      for (auto [i, values] : enumerate(rows))
        values[own] = builder.CreateExtractElement(all, i + 1);
      load->replaceAllUsesWith(own);
      load->eraseFromParent();
      continue;
    }
    for (ValueToValueMapTy &values : rows) {
      Instruction *copy = instruction->clone();
      builder.Insert(copy);
      values[instruction] = copy;
      next.emplace_back(copy, &values);
    }
  }
  // Phis may name what comes behind them.
  for (auto [copy, values] : next)
    RemapInstruction(copy, *values, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
  return joined;
}

} // namespace weft
