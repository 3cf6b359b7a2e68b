// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/transforms/broadcast_loads.h"

#include "passes/target/target_info.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {
namespace {

// Instructions that may write, of a loop that is looked at.
constexpr size_t MostWrites = 128;

// A vector outside of a loop that all uses of it are in.
struct Broadcast {
  LoadInst *load;
  Instruction *splat;
};

std::optional<Broadcast> broadcastOf(Instruction &instruction, const Loop &loop) {
  Value *element = nullptr;
  if (!match(&instruction,
             m_Shuffle(m_OneUse(m_InsertElt(m_Poison(), m_OneUse(m_Value(element)), m_ZeroInt())),
                       m_Value(), m_ZeroMask())) ||
      instruction.use_empty())
    return std::nullopt;
  auto *load = dyn_cast<LoadInst>(element);
  const bool is_for_loop = all_of(instruction.users(), [&](const User *user) {
    return loop.contains(cast<Instruction>(user)) && !isa<PHINode>(user);
  });
  return load && load->isSimple() && load->getParent() == instruction.getParent() && is_for_loop
             ? std::optional(Broadcast{load, &instruction})
             : std::nullopt;
}

// Before the first use in each block.
void moveToUses(const Broadcast &broadcast) {
  SmallMapVector<BasicBlock *, SmallVector<Instruction *, 2>, 2> users;
  for (User *user : broadcast.splat->users())
    users[cast<Instruction>(user)->getParent()].push_back(cast<Instruction>(user));
  for (auto &[block, of_block] : users) {
    Instruction *first = *min_element(
        of_block, [](const Instruction *a, const Instruction *b) { return a->comesBefore(b); });
    IRBuilder<> builder(first);
    Instruction *load = builder.Insert(broadcast.load->clone(), broadcast.load->getName());
    Value *splat = builder.CreateVectorSplat(
        cast<FixedVectorType>(broadcast.splat->getType())->getElementCount(), load);
    for (Instruction *user : of_block)
      user->replaceUsesOfWith(broadcast.splat, splat);
  }
  auto *insert = cast<Instruction>(broadcast.splat->getOperand(0));
  broadcast.splat->eraseFromParent();
  insert->eraseFromParent();
  broadcast.load->eraseFromParent();
}

bool returnLoads(const Loop &loop, unsigned most, AAResults &aliases) {
  BasicBlock *before = loop.getLoopPreheader();
  if (!before)
    return false;
  SmallVector<Broadcast, 32> broadcasts;
  for (Instruction &instruction : *before)
    if (std::optional<Broadcast> found = broadcastOf(instruction, loop))
      broadcasts.push_back(*found);
  if (broadcasts.size() <= most)
    return false;
  SmallVector<Instruction *, 16> writes;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &instruction : *block)
      if (instruction.mayWriteToMemory())
        writes.push_back(&instruction);
  for (Instruction &instruction : *before)
    if (instruction.mayWriteToMemory())
      writes.push_back(&instruction);
  if (writes.size() > MostWrites)
    return false;
  bool changed = false;
  for (const Broadcast &broadcast : broadcasts) {
    const MemoryLocation place = MemoryLocation::get(broadcast.load);
    if (any_of(writes, [&](const Instruction *write) {
          return isModSet(aliases.getModRefInfo(write, place)) &&
                 !(write->getParent() == before && write->comesBefore(broadcast.load));
        }))
      continue;
    moveToUses(broadcast);
    changed = true;
  }
  return changed;
}

} // namespace

PreservedAnalyses ReturnBroadcastLoadsPass::run(Function &function,
                                                FunctionAnalysisManager &analyses) {
  const unsigned most = targetOf(function, analyses).numRegisters() / 2;
  AAResults &aliases = analyses.getResult<AAManager>(function);
  bool changed = false;
  for (const Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
    if (loop->isInnermost())
      changed |= returnLoads(*loop, most, aliases);
  return changed ? PreservedAnalyses::allInSet<CFGAnalyses>() : PreservedAnalyses::all();
}

} // namespace weft
