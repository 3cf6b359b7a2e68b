// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each work-item writes down at which barrier it is, or that it returns, and behind the barrier
// looks at what the next one of its group has written; in a ring of which not all have written the
// same, some two neighbours differ.
//
//                      here = {phase, 7}
//                      marks[phase & 1][item] = here
//   barrier()    ->    barrier()
//                      if (marks[phase & 1][next item] != marks[phase & 1][item]) report
//                      phase += 1
//
// Who is behind a barrier already writes into the other row, and does not come to the one after
// that until all have looked. A work-item that has returned leaves an earlier phase in the row.
//
// So it is with what AlikeName says that they have to have alike: there are two more rows.
//
// How an emitter goes on where work-items have come to different barriers is its own affair: some
// go on behind one that they have not come to, with values that they do not have. These return, and
// as the others may wait for what only those would have done, all return behind the next barrier:
// `strayed` has the phase. In the phases after that in which it parted nothing more is said of a
// group: `parted` has that phase. A group of which some have returned by themselves goes on.
#include "passes/check/barrier_checks.h"

#include "passes/check/group_items.h"
#include "passes/check_marks.h"
#include "passes/launch_fields.h"
#include "passes/regions/group_uniformity.h"
#include "weft/kernel_abi.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <cstddef>

using namespace llvm;

namespace weft {
namespace {

// A mark: the barrier's number, and above it the phase.
constexpr unsigned NumberBits = 12;
constexpr unsigned MostBarriers = WEFT_CHECK_RETURNED - 1;
constexpr uint64_t MarkBytes = 4, Rows = 2, WordsPerItem = Rows + 1;
constexpr uint64_t FirstRowOfValues = WordsPerItem;

bool isAlike(const Instruction &instruction) {
  const auto *call = dyn_cast<CallInst>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName() == AlikeName;
}

// What all have to have alike that come to the barrier; null: nothing.
Value *valueAlike(Instruction &barrier) {
  for (Instruction *before = barrier.getPrevNode(); before && !isBarrier(*before);
       before = before->getPrevNode())
    if (isAlike(*before))
      return cast<CallInst>(before)->getArgOperand(0);
  return nullptr;
}
static_assert(WEFT_CHECK_RETURNED == (1u << NumberBits) - 1);

class BarrierChecks {
public:
  BarrierChecks(LoweredKernel &kernel, Findings &findings)
      : kernel(kernel), item(*kernel.function), findings(findings), start(&entryPlace(item)),
        word(start.getInt64Ty()) {}

  void run() {
    SmallVector<Instruction *> barriers, returns;
    for (Instruction &instruction : instructions(item)) {
      if (isBarrier(instruction))
        barriers.push_back(&instruction);
      else if (isa<ReturnInst>(instruction))
        returns.push_back(&instruction);
    }
    if (barriers.empty() || barriers.size() > MostBarriers)
      return;
    for (Instruction *barrier : barriers) {
      sites.push_back(findings.site({WEFT_FOUND_BARRIER}, barrier->getDebugLoc()));
      has_values |= valueAlike(*barrier) != nullptr;
    }
    begin();
    for (Instruction *end : returns) {
      IRBuilder<> builder(end);
      mark(builder, WEFT_CHECK_RETURNED);
    }
    for (auto [number, barrier] : enumerate(barriers))
      check(*barrier, unsigned(number));
  }

private:
  // What all barriers need: where marks are, and who this work-item and the next one are.
  void begin() {
    phase = start.CreateAlloca(start.getInt32Ty(), nullptr, "check.phase");
    phase->moveBefore(item.getEntryBlock().begin());
    start.CreateStore(start.getInt32(0), phase);
    auto product = [&](Value *a, Value *b) { return start.CreateMul(a, b, "", true, true); };
    auto sum = [&](Value *a, Value *b) { return start.CreateAdd(a, b, "", true, true); };
    Value *items = itemsOfGroup(start, item);
    self = itemInGroup(start, item);
    Value *following = sum(self, start.getInt64(1));
    next = start.CreateSelect(start.CreateICmpEQ(following, items), start.getInt64(0), following);
    Value *room = start.CreateAnd(sum(items, start.getInt64(WEFT_CONTEXT_ITEM_MULTIPLE - 1)),
                                  start.getInt64(-int64_t(WEFT_CONTEXT_ITEM_MULTIPLE)));
    row_bytes = product(room, start.getInt64(MarkBytes));
    Value *context = loadField(start, item.getArg(ItemParam::Thread),
                               offsetof(weft_thread, context), start.getPtrTy(), "check.context");
    context = start.CreateGEP(start.getInt8Ty(), context,
                              product(room, start.getInt64(kernel.context_bytes_per_item)));
    // All work-items see it: as local memory it is not taken for private.
    marks = start.CreateAddrSpaceCast(context, start.getPtrTy(3), "check.marks");
    kernel.context_bytes_per_item += (WordsPerItem + (has_values ? Rows : 0)) * MarkBytes;
    parted = start.CreateGEP(start.getInt8Ty(), marks, product(row_bytes, start.getInt64(Rows)),
                             "check.parted");
    static_assert(WEFT_CONTEXT_ITEM_MULTIPLE > 1);
    strayed = start.CreateGEP(start.getInt32Ty(), parted, start.getInt64(1), "check.strayed");
    // Before anyone is behind a barrier.
    start.CreateStore(start.getInt32(0), parted);
    start.CreateStore(start.getInt32(0), strayed);
  }

  Value *rowOf(IRBuilderBase &builder, Value *now) {
    Value *is_odd = builder.CreateTrunc(now, builder.getInt1Ty());
    return builder.CreateGEP(builder.getInt8Ty(), marks,
                             builder.CreateSelect(is_odd, row_bytes, builder.getInt64(0)));
  }
  Value *rowOfValues(IRBuilderBase &builder, Value *now) {
    Value *first = builder.CreateMul(row_bytes, builder.getInt64(FirstRowOfValues));
    return builder.CreateGEP(builder.getInt8Ty(), rowOf(builder, now), first);
  }
  Value *markOf(IRBuilderBase &builder, Value *row, Value *of) {
    return builder.CreateGEP(builder.getInt32Ty(), row, of);
  }
  // From memory, lest work-items go on with a value that only those have who have come here.
  Value *nowPhase(IRBuilderBase &builder) {
    return builder.CreateLoad(builder.getInt32Ty(), phase, /*isVolatile=*/true, "check.phase");
  }
  Value *here(IRBuilderBase &builder, Value *now, unsigned number) {
    return builder.CreateOr(builder.CreateShl(now, NumberBits), builder.getInt32(number));
  }

  void mark(IRBuilderBase &builder, unsigned number) {
    Value *now = nowPhase(builder);
    builder.CreateStore(here(builder, now, number), markOf(builder, rowOf(builder, now), self));
  }

  // The barrier's site; null of one that has returned.
  Value *siteOf(IRBuilderBase &builder, Value *mark) {
    Value *number = builder.CreateAnd(mark, builder.getInt32(WEFT_CHECK_RETURNED));
    Value *site = ConstantPointerNull::get(builder.getPtrTy());
    for (auto [i, candidate] : enumerate(sites))
      site = builder.CreateSelect(builder.CreateICmpEQ(number, builder.getInt32(unsigned(i))),
                                  candidate, site);
    return site;
  }

  void check(Instruction &barrier, unsigned number) {
    Value *value = valueAlike(barrier);
    IRBuilder<> before(&barrier);
    mark(before, number);
    if (value)
      before.CreateStore(value, markOf(before, rowOfValues(before, nowPhase(before)), self));
    Instruction *behind = barrier.getNextNode();
    IRBuilder<> builder(behind);
    builder.SetCurrentDebugLocation(barrier.getDebugLoc());
    Value *now = nowPhase(builder);
    Value *row = rowOf(builder, now);
    Value *own = builder.CreateLoad(builder.getInt32Ty(), markOf(builder, row, self));
    Value *other = builder.CreateLoad(builder.getInt32Ty(), markOf(builder, row, next));
    Value *given = nullptr;
    if (value) {
      Value *values = rowOfValues(builder, now);
      auto given_by = [&](Value *of) {
        return builder.CreateLoad(builder.getInt32Ty(), markOf(builder, values, of));
      };
      given = builder.CreateICmpNE(given_by(self), given_by(next));
    }
    Value *next_phase = builder.CreateAdd(now, builder.getInt32(1));
    builder.CreateStore(next_phase, phase);
    Value *come = here(builder, now, number);
    Value *own_differs = builder.CreateICmpNE(own, come, "check.strays");
    Value *differ = builder.CreateOr(own_differs, builder.CreateICmpNE(other, come), "check.apart");
    // Those of this phase may store while others load.
    Value *left = builder.CreateLoad(builder.getInt32Ty(), strayed);
    Value *is_left = builder.CreateAnd(builder.CreateIsNotNull(left),
                                       builder.CreateICmpNE(left, next_phase), "check.left");
    differ = builder.CreateOr(differ, is_left);
    if (given)
      findings.reportIf(
          builder.CreateAnd(given, builder.CreateNot(differ)), *behind, [&](IRBuilderBase &) {
            Findings::Details details;
            details.site = findings.site({WEFT_FOUND_ARGUMENTS}, barrier.getDebugLoc());
            return details;
          });
    Instruction *rarely =
        SplitBlockAndInsertIfThen(differ, behind, /*Unreachable=*/false,
                                  MDBuilder(item.getContext()).createUnlikelyBranchWeights());
    builder.SetInsertPoint(rarely);
    builder.SetCurrentDebugLocation(barrier.getDebugLoc());
    rarely->setDebugLoc(barrier.getDebugLoc());
    Value *since = builder.CreateLoad(builder.getInt32Ty(), parted);
    Value *is_new = builder.CreateOr(builder.CreateICmpEQ(since, builder.getInt32(0)),
                                     builder.CreateICmpEQ(since, next_phase));
    builder.CreateStore(next_phase, parted);
    findings.reportIf(builder.CreateAnd(is_new, builder.CreateICmpNE(own, other)), *rarely,
                      [&](IRBuilderBase &at) {
                        return Findings::Details{siteOf(at, other), at.CreateZExt(own, word),
                                                 at.CreateZExt(other, word), nullptr,
                                                 siteOf(at, own)};
                      });
    builder.SetInsertPoint(rarely);
    Value *ends = builder.CreateOr(own_differs, is_left);
    Instruction *end = SplitBlockAndInsertIfThen(ends, rarely, /*Unreachable=*/true);
    builder.SetInsertPoint(end);
    builder.CreateStore(builder.CreateSelect(is_left, left, next_phase), strayed);
    ReturnInst::Create(item.getContext(), nullptr, end->getIterator());
    end->eraseFromParent();
  }

  LoweredKernel &kernel;
  Function &item;
  Findings &findings;
  IRBuilder<> start;
  Type *const word;
  SmallVector<Constant *> sites; // of barriers, by number
  bool has_values = false;
  AllocaInst *phase = nullptr;
  Value *self = nullptr, *next = nullptr, *row_bytes = nullptr, *marks = nullptr;
  Value *parted = nullptr, *strayed = nullptr;
};

} // namespace

bool mayPartAtBarriers(Function &item) {
  SmallPtrSet<const BasicBlock *, 8> with_barriers;
  for (const Instruction &instruction : instructions(item))
    if (isBarrier(instruction))
      with_barriers.insert(instruction.getParent());
  if (with_barriers.empty())
    return false;
  const GroupUniformity uniformity(item);
  const PostDominatorTree ends(item);
  return any_of(item, [&](const BasicBlock &block) {
    if (!uniformity.branchDiverges(block))
      return false;
    // Where all of them have come together again; null where some return before that.
    const auto *node = ends.getNode(&block);
    const BasicBlock *together = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    SmallPtrSet<const BasicBlock *, 16> seen = {together};
    SmallVector<const BasicBlock *> left(successors(&block));
    while (!left.empty()) {
      const BasicBlock *next = left.pop_back_val();
      if (!seen.insert(next).second)
        continue;
      if (with_barriers.contains(next))
        return true;
      append_range(left, successors(next));
    }
    return false;
  });
}

bool mayDifferAtBarriers(Function &item) {
  SmallVector<Instruction *> alike, uniform;
  for (Instruction &instruction : instructions(item))
    if (isAlike(instruction))
      alike.push_back(&instruction);
  if (alike.empty())
    return false;
  {
    const GroupUniformity uniformity(item);
    for (Instruction *one : alike)
      if (uniformity.isUniform(*cast<CallInst>(one)->getArgOperand(0)))
        uniform.push_back(one);
  }
  for (Instruction *one : uniform)
    one->eraseFromParent();
  return uniform.size() < alike.size();
}

void dropAlike(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (isAlike(instruction))
      instruction.eraseFromParent();
}

void checkBarriers(LoweredKernel &kernel, Findings &findings) {
  BarrierChecks(kernel, findings).run();
}

} // namespace weft
