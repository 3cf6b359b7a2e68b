// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/transforms/joined_rows.h"

#include "passes/analysis/address_form.h"
#include "passes/work_item_function.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace weft {
namespace {

// Instructions of a region worth to be written so often, and where nobody waits for it.
constexpr unsigned MaxLength = 64, MaxLengthInBackground = 160;

bool canJoin(const Function &region, unsigned most) {
  return region.size() == 1 && region.getInstructionCount() <= most &&
         none_of(instructions(region), [](const Instruction &instruction) {
           return instruction.isAtomic() || instruction.isVolatile() ||
                  isa<AllocaInst>(instruction) ||
                  (isa<CallBase>(instruction) &&
                   (!isa<IntrinsicInst>(instruction) || instruction.mayReadOrWriteMemory()));
         });
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

Function *joinRows(Function &region, bool are_short, FunctionAnalysisManager &analyses) {
  if (!canJoin(region, are_short ? MaxLengthInBackground : MaxLength))
    return nullptr;
  AddressForms forms(region);
  SmallVector<const Instruction *, 8> columns;
  for (const Instruction &instruction : instructions(region))
    if (isColumn(instruction, forms))
      columns.push_back(&instruction);
  if (columns.empty() && !are_short)
    return nullptr;

  ValueToValueMapTy map;
  Function *joined = CloneFunction(&region, map);
  joined->setName(region.getName() + ".rows");
  Argument *row = joined->getArg(ItemParam::LocalId + 1);
  SmallVector<Instruction *, MaxLength> first;
  for (Instruction &instruction : instructions(joined))
    if (!instruction.isTerminator())
      first.push_back(&instruction);
  ValueToValueMapTy rows[JoinedRows - 1]; // those behind the first
  IRBuilder<> builder(&joined->getEntryBlock(), joined->getEntryBlock().getFirstInsertionPt());
  for (auto [i, values] : enumerate(rows))
    values[row] = builder.CreateAdd(row, builder.getInt64(i + 1), "", true, true);
  SmallPtrSet<const Value *, 8> joined_columns;
  for (const Instruction *column : columns)
    joined_columns.insert(map[column]);
  for (Instruction *instruction : first) {
    builder.SetInsertPoint(instruction->getNextNode());
    builder.SetCurrentDebugLocation(instruction->getDebugLoc());
    if (joined_columns.contains(instruction)) {
      auto *load = cast<LoadInst>(instruction);
      LoadInst *all = builder.CreateAlignedLoad(FixedVectorType::get(load->getType(), JoinedRows),
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
      Instruction *next = instruction->clone();
      builder.Insert(next);
      RemapInstruction(next, values, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
      values[instruction] = next;
    }
  }
  return joined;
}

} // namespace weft
