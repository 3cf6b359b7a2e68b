// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks of loads, stores, atomic operations and copies, and what becomes of marks.
#include "passes/check/checks.h"

#include "passes/analysis/any_lane.h"
#include "passes/analysis/effects.h"
#include "passes/check/accesses.h"
#include "passes/check/barrier_checks.h"
#include "passes/check/copy_checks.h"
#include "passes/check/init_checks.h"
#include "passes/check/provenance.h"
#include "passes/check/race_checks.h"
#include "passes/check/sub_group_checks.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace weft {
namespace {

// The pointer as the instruction has it by now: one that was loaded is what a guard has made of it.
Value *pointerNow(const Access &access) {
  if (auto *copy = dyn_cast<MemTransferInst>(access.instruction);
      copy && access.type == WEFT_ACCESS_READ)
    return copy->getRawSource();
  if (auto *memory = dyn_cast<MemIntrinsic>(access.instruction))
    return memory->getRawDest();
  if (auto *atomic = dyn_cast<AtomicRMWInst>(access.instruction))
    return atomic->getPointerOperand();
  if (auto *atomic = dyn_cast<AtomicCmpXchgInst>(access.instruction))
    return atomic->getPointerOperand();
  return getLoadStorePointerOperand(access.instruction);
}

bool isMark(const CallInst &call) {
  const Function *callee = call.getCalledFunction();
  return callee && is_contained({FoundName, MissedName, IndexName}, callee->getName());
}

class MemoryChecks {
public:
  MemoryChecks(LoweredKernel &kernel, Findings &findings)
      : item(*kernel.function), layout(item.getDataLayout()), findings(findings),
        provenance(kernel, findings) {}

  void run() {
    // Conditions first: they need the pointers where they are.
    std::vector<std::pair<Instruction *, SmallVector<Check, 2>>> all;
    for (Instruction &instruction : instructions(item)) {
      SmallVector<Check, 2> checks;
      for (const Access &access : accessesOf(instruction, layout))
        if (const Access whole = wholeOf(access); provenance.isKnown(whole.pointer))
          checks.push_back({whole});
      if (!checks.empty())
        all.push_back({&instruction, std::move(checks)});
    }
    for (auto &[instruction, checks] : all)
      for (Check &check : checks)
        decide(check);
    for (auto &[instruction, checks] : all) {
      erase_if(checks, [](const Check &check) {
        return isa<ConstantInt>(check.bad) && cast<ConstantInt>(check.bad)->isZero();
      });
      if (!checks.empty())
        guard(*instruction, checks);
    }
  }

private:
  struct Check {
    Access access;
    Value *bad = nullptr;
    Value *misaligned = nullptr; // null: never
    Value *whole = nullptr;      // the size for the other way of access, if it is another value
    Findings::Details details = {};
  };

  // The first offset at which `bytes` do not fit into `size`.
  Value *limit(Value *size, uint64_t bytes) {
    if (bytes == 0)
      return size;
    Value *&known = limits[{size, bytes}];
    if (known)
      return known;
    // Where the size is made: mostly once for all accesses.
    IRBuilder<> builder(item.getContext());
    if (auto *made = dyn_cast<Instruction>(size))
      builder.SetInsertPoint(made->getParent(), *made->getInsertionPointAfterDef());
    else
      builder.SetInsertPoint(&*item.getEntryBlock().getFirstInsertionPt());
    if (auto *fixed = dyn_cast<ConstantInt>(size))
      return known = builder.getInt64(
                 fixed->getZExtValue() >= bytes ? fixed->getZExtValue() - bytes + 1 : 0);
    return known = builder.CreateBinaryIntrinsic(Intrinsic::usub_sat, size,
                                                 builder.getInt64(bytes - 1));
  }

  // Of a copy whose length is a value.
  Value *copiesOutside(IRBuilder<> &builder, const Access &access, Value *offset, Value *size) {
    Value *length = builder.CreateZExt(access.length, builder.getInt64Ty());
    Value *room = builder.CreateSub(size, length);
    Value *outside =
        builder.CreateOr(builder.CreateICmpUGT(length, size), builder.CreateICmpUGT(offset, room));
    return builder.CreateAnd(outside, builder.CreateIsNotNull(length));
  }

  // Whether the access would touch what the object does not have, whatever its flags allow.
  Value *misses(IRBuilder<> &builder, const Check &check) {
    const Access &access = check.access;
    Value *offset = check.details.offset;
    Value *size = check.details.size;
    Value *whole =
        check.whole ? builder.CreateBinaryIntrinsic(Intrinsic::umax, size, check.whole) : size;
    Value *missing = access.bytes
                         ? builder.CreateICmpUGE(offset, builder.CreateBinaryIntrinsic(
                                                             Intrinsic::usub_sat, whole,
                                                             builder.getInt64(access.bytes - 1)))
                         : copiesOutside(builder, access, offset, whole);
    return check.misaligned ? builder.CreateOr(missing, check.misaligned) : missing;
  }

  void decide(Check &check) {
    const Access &access = check.access;
    Value *offset = provenance.offset(access.pointer);
    Value *size = provenance.size(access.pointer, access.writes());
    Value *other = provenance.size(access.pointer, !access.writes());
    check.whole = other == size ? nullptr : other;
    IRBuilder<> builder(access.instruction);
    if (access.bytes)
      check.bad = builder.CreateICmpUGE(offset, limit(size, access.bytes), "check.outside");
    else
      check.bad = copiesOutside(builder, access, offset, size);
    if (access.align > 1 && provenance.alignmentBits(access.pointer) < Log2(access.align)) {
      Value *root = provenance.onlyRoot(access.pointer);
      Value *address = offset;
      // Of what the kernel has itself, the offset tells; its address would keep it in memory.
      if (!root || !(isa<AllocaInst>(root) && cast<AllocaInst>(root)->getAlign() >= access.align))
        address = builder.CreatePtrToInt(access.pointer, builder.getInt64Ty());
      Value *low = builder.CreateAnd(address, builder.getInt64(access.align.value() - 1));
      check.misaligned = builder.CreateIsNotNull(low);
      check.bad = builder.CreateOr(check.bad, check.misaligned, "check.bad");
    }
    check.details = {provenance.object(access.pointer), offset, size, nullptr, nullptr};
    Value *root = provenance.onlyRoot(access.pointer);
    if (!root || !isa<AllocaInst>(root))
      check.details.address = access.pointer;
    check.details.site =
        findings.site({WEFT_FOUND_ACCESS, access.type, access.bytes, access.align.value()},
                      access.instruction->getDebugLoc());
  }

  // Lanes part only where one of them is wrong:
  //
  //   if (any lane is bad)              rarely
  //     if (bad) report
  //     if (!bad || only the object's flags forbid it) a copy of the access
  //   else the access
  //
  // Who reads what is write-only goes on with what the memory has, so that results stay the same
  // and what comes behind is looked at as well.
  void guard(Instruction &instruction, MutableArrayRef<Check> checks) {
    IRBuilder<> builder(&instruction);
    for (Check &check : checks)
      if (check.details.address)
        check.details.address = pointerNow(check.access);
    Value *bad = nullptr;
    for (const Check &check : checks)
      bad = bad ? builder.CreateOr(bad, check.bad) : check.bad;
    // What is compared, if it is that: of neighbours in memory two comparisons tell.
    auto *compare = dyn_cast<ICmpInst>(bad);
    Value *value, *bound;
    if (compare && compare->getPredicate() == ICmpInst::ICMP_UGE &&
        compare->getOperand(0)->getType()->isIntegerTy(64)) {
      value = compare->getOperand(0);
      bound = compare->getOperand(1);
    } else {
      compare = nullptr;
      value = builder.CreateZExt(bad, builder.getInt64Ty());
      bound = builder.getInt64(1);
    }
    Value *any = builder.CreateCall(declareAnyLane(*item.getParent()),
                                    {value, bound, builder.getInt32(number++)}, "check.any");
    Instruction *rare_end = nullptr, *usual_end = nullptr;
    split(any, instruction, rare_end, usual_end);
    usual_end->getParent()->setName("check.usual");
    if (compare) {
      // Again, where alone it is needed: so it is not kept for later.
      builder.SetInsertPoint(rare_end);
      bad = builder.CreateICmpUGE(value, bound, "check.outside");
    }
    BasicBlock *behind = instruction.getParent();
    instruction.moveBefore(usual_end->getIterator());

    Instruction *bad_end = nullptr, *good_end = nullptr, *missed_end = nullptr;
    if (any_of(checks, [](const Check &check) { return check.whole != nullptr; })) {
      BasicBlock *rare = rare_end->getParent();
      bad_end =
          SplitBlockAndInsertIfThen(bad, rare_end, /*Unreachable=*/false,
                                    MDBuilder(item.getContext()).createUnlikelyBranchWeights());
      builder.SetInsertPoint(bad_end);
      Value *missing = nullptr;
      for (const Check &check : checks) {
        Value *misses = this->misses(builder, check);
        missing = missing ? builder.CreateOr(missing, misses) : misses;
      }
      BasicBlock *reported = rare_end->getParent();
      builder.SetInsertPoint(reported, reported->begin());
      PHINode *skips = builder.CreatePHI(builder.getInt1Ty(), 2, "check.skips");
      skips->addIncoming(builder.getFalse(), rare);
      skips->addIncoming(missing, bad_end->getParent());
      split(skips, *rare_end, missed_end, good_end);
    } else {
      split(bad, *rare_end, bad_end, good_end);
      missed_end = bad_end;
    }
    bad_end->getParent()->setName("check.bad");
    good_end->getParent()->setName("check.good");
    Instruction *copy = instruction.clone();
    copy->insertBefore(good_end->getIterator());
    if (!instruction.getType()->isVoidTy() && !instruction.use_empty()) {
      Value *zero = Constant::getNullValue(instruction.getType());
      auto join = [&](BasicBlock *at, Value *a, BasicBlock *from_a, Value *b, BasicBlock *from_b) {
        builder.SetInsertPoint(at, at->begin());
        PHINode *value = builder.CreatePHI(instruction.getType(), 2);
        value->addIncoming(a, from_a);
        value->addIncoming(b, from_b);
        return value;
      };
      PHINode *rarely =
          join(rare_end->getParent(), copy, good_end->getParent(), zero, missed_end->getParent());
      PHINode *value =
          join(behind, &instruction, usual_end->getParent(), rarely, rare_end->getParent());
      instruction.replaceUsesWithIf(value, [&](const Use &use) { return use.getUser() != value; });
      value->takeName(&instruction);
    }
    for (const Check &check : checks) {
      if (checks.size() > 1) {
        findings.reportIf(check.bad, *bad_end, [&](IRBuilderBase &) { return check.details; });
        continue;
      }
      builder.SetInsertPoint(bad_end);
      builder.SetCurrentDebugLocation(instruction.getDebugLoc());
      findings.report(builder, check.details);
    }
  }

  void split(Value *condition, Instruction &before, Instruction *&then_end,
             Instruction *&else_end) {
    SplitBlockAndInsertIfThenElse(condition, &before, &then_end, &else_end,
                                  MDBuilder(item.getContext()).createUnlikelyBranchWeights());
  }

  Function &item;
  const DataLayout &layout;
  Findings &findings;
  Provenance provenance;
  DenseMap<std::pair<Value *, uint64_t>, Value *> limits;
  unsigned number = 0; // of the next call of anyLane()
};

SmallVector<CallInst *> marksIn(Function &function) {
  SmallVector<CallInst *> marks;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallInst>(&instruction); call && isMark(*call))
      marks.push_back(call);
  return marks;
}

uint64_t number(const CallInst &call, unsigned operand) {
  return cast<ConstantInt>(call.getArgOperand(operand))->getZExtValue();
}

void lowerMark(CallInst &mark, Findings &findings) {
  const StringRef kind = mark.getCalledFunction()->getName();
  if (kind == IndexName) {
    IRBuilder<> builder(&mark);
    Value *index = mark.getArgOperand(0);
    Constant *site = findings.site({WEFT_FOUND_INDEX}, mark.getDebugLoc());
    findings.reportIf(
        builder.CreateICmpUGE(index, mark.getArgOperand(1)), mark, [&](IRBuilderBase &) {
          return Findings::Details{nullptr, index, mark.getArgOperand(2), nullptr, site};
        });
  } else if (kind == FoundName) {
    Constant *site =
        findings.site({weft_check_event(number(mark, 1)), WEFT_ACCESS_NONE, number(mark, 2) / 8},
                      mark.getDebugLoc());
    findings.reportIf(mark.getArgOperand(0), mark, [&](IRBuilderBase &) {
      return Findings::Details{nullptr, nullptr, nullptr, nullptr, site};
    });
  } else {
    IRBuilder<> builder(&mark);
    StringRef name;
    if (MDNode *node = mark.getMetadata(VariableKind))
      name = cast<MDString>(node->getOperand(0))->getString();
    Constant *object = findings.object(WEFT_OBJECT_PRIVATE, 0, name);
    Constant *site =
        findings.site({WEFT_FOUND_ACCESS, weft_check_access(number(mark, 0)), number(mark, 1)},
                      mark.getDebugLoc());
    findings.report(builder, {object, mark.getArgOperand(2), mark.getArgOperand(3), nullptr, site});
  }
  mark.eraseFromParent();
}

} // namespace

void takeOutMisses(Function &function) {
  const DataLayout &layout = function.getDataLayout();
  Module &module = *function.getParent();
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    bool misses = false;
    for (const Access &access : accessesOf(instruction, layout)) {
      APInt offset(layout.getIndexTypeSizeInBits(access.pointer->getType()), 0);
      auto *variable = dyn_cast<AllocaInst>(
          access.pointer
              ->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true)
              ->stripPointerCasts());
      auto size = variable ? variable->getAllocationSize(layout) : std::nullopt;
      if (!size || !access.bytes || offset.getBitWidth() != 64)
        continue;
      const uint64_t all = size->getFixedValue(), from = offset.getZExtValue();
      if (access.bytes <= all && from <= all - access.bytes)
        continue;
      misses = true;
      IRBuilder<> builder(&instruction);
      FunctionCallee missed = module.getOrInsertFunction(
          MissedName, builder.getVoidTy(), builder.getInt32Ty(), builder.getInt64Ty(),
          builder.getInt64Ty(), builder.getInt64Ty());
      auto *callee = cast<Function>(missed.getCallee());
      callee->setDoesNotThrow();
      callee->addFnAttr(Attribute::WillReturn);
      callee->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
      CallInst *call =
          builder.CreateCall(missed, {builder.getInt32(access.type), builder.getInt64(access.bytes),
                                      builder.getInt64(from), builder.getInt64(all)});
      call->setMetadata(
          VariableKind,
          MDNode::get(module.getContext(),
                      MDString::get(module.getContext(), plainVariableName(variable->getName()))));
    }
    if (!misses)
      continue;
    if (!instruction.getType()->isVoidTy())
      instruction.replaceAllUsesWith(Constant::getNullValue(instruction.getType()));
    instruction.eraseFromParent();
  }
}

void checkKernel(LoweredKernel &kernel, uint32_t checks) {
  Findings findings(*kernel.function, kernel.name);
  kernel.written = findWrittenParameters(*kernel.function);
  bool may_part = false;
  if (checks & WEFT_CHECK_BARRIER) {
    may_part = mayPartAtBarriers(*kernel.function);
    may_part |= mayDifferAtBarriers(*kernel.function);
    followCopies(*kernel.function);
  }
  if (checks & WEFT_CHECK_INIT)
    markDecisions(kernel, findings);
  // Only accesses within their objects have a shadow.
  if (checks & (WEFT_CHECK_MEMORY | WEFT_CHECK_RACE))
    MemoryChecks(kernel, findings).run();
  if (checks & WEFT_CHECK_RACE) {
    SmallPtrSet<const Instruction *, 0> own;
    for (const Instruction &instruction : instructions(*kernel.function))
      own.insert(&instruction);
    checkRaces(kernel, findings);
    // What it accesses nobody looks at.
    for (Instruction &instruction : instructions(*kernel.function))
      if (!own.contains(&instruction))
        instruction.setMetadata(LLVMContext::MD_nosanitize,
                                MDNode::get(instruction.getContext(), {}));
  }
  if (checks & WEFT_CHECK_INIT)
    checkUnwritten(kernel, findings);
  if (may_part)
    checkBarriers(kernel, findings);
  checkSubGroups(kernel, findings);
  dropAlike(*kernel.function);
  for (CallInst *mark : marksIn(*kernel.function))
    lowerMark(*mark, findings);
}

void dropMarks(Module &program) {
  for (Function &function : program) {
    for (CallInst *mark : marksIn(function))
      mark->eraseFromParent();
    dropAlike(function);
    dropCopyMarks(function);
    dropSubGroupMarks(function);
    dropUnwritten(function);
  }
}

} // namespace weft
