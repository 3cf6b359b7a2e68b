// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/check/init_checks.h"

#include "passes/check/init_copies.h"
#include "passes/check/init_values.h"
#include "passes/check_marks.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace weft {
namespace {

// Objects that a report chooses among.
constexpr unsigned MostCandidates = 4;

// void (i32 weft_check_event, i32 bytes, value)
constexpr StringLiteral DecidesName = "weft.check.decides";

class DecisionMarks {
public:
  DecisionMarks(LoweredKernel &kernel, Findings &findings)
      : item(*kernel.function), provenance(kernel, findings), memory(kernel, findings, provenance) {
  }

  void run() {
    SmallVector<Instruction *> all;
    for (Instruction &instruction : instructions(item))
      all.push_back(&instruction);
    for (Instruction *instruction : all)
      mark(*instruction);
  }

private:
  void mark(Instruction &instruction) {
    if (auto *branch = dyn_cast<BranchInst>(&instruction); branch && branch->isConditional())
      decides(WEFT_FOUND_UNWRITTEN_BRANCH, instruction, branch->getCondition());
    else if (auto *choice = dyn_cast<SwitchInst>(&instruction))
      decides(WEFT_FOUND_UNWRITTEN_BRANCH, instruction, choice->getCondition());
    else if (auto *load = dyn_cast<LoadInst>(&instruction))
      address(instruction, load->getPointerOperand());
    else if (auto *store = dyn_cast<StoreInst>(&instruction)) {
      address(instruction, store->getPointerOperand());
      if (memory.isHostVisible(store->getPointerOperand()))
        decides(WEFT_FOUND_UNWRITTEN_STORE, instruction, store->getValueOperand());
    } else if (auto *atomic = dyn_cast<AtomicRMWInst>(&instruction)) {
      address(instruction, atomic->getPointerOperand());
      if (memory.isHostVisible(atomic->getPointerOperand()))
        decides(WEFT_FOUND_UNWRITTEN_STORE, instruction, atomic->getValOperand());
    } else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
      address(instruction, exchange->getPointerOperand());
      decides(WEFT_FOUND_UNWRITTEN_BRANCH, instruction, exchange->getCompareOperand());
      if (memory.isHostVisible(exchange->getPointerOperand()))
        decides(WEFT_FOUND_UNWRITTEN_STORE, instruction, exchange->getNewValOperand());
    } else if (auto *of = dyn_cast<MemIntrinsic>(&instruction)) {
      address(instruction, of->getRawDest());
      decides(WEFT_FOUND_UNWRITTEN_BRANCH, instruction, of->getLength());
      if (auto *copy = dyn_cast<MemTransferInst>(of))
        address(instruction, copy->getRawSource());
    }
  }

  void address(Instruction &before, Value *pointer) {
    if (provenance.isKnown(pointer))
      decides(WEFT_FOUND_UNWRITTEN_ADDRESS, before, pointer);
  }

  void decides(weft_check_event event, Instruction &before, Value *value) {
    if (!isa<Instruction>(value))
      return;
    IRBuilder<> builder(&before);
    Type *number = builder.getInt32Ty();
    FunctionCallee callee = item.getParent()->getOrInsertFunction(
        DecidesName, FunctionType::get(builder.getVoidTy(), {number, number}, /*isVarArg=*/true));
    cast<Function>(callee.getCallee())->setDoesNotThrow();
    const uint64_t bytes = item.getDataLayout().getTypeStoreSize(value->getType());
    builder.CreateCall(callee, {builder.getInt32(event), builder.getInt32(uint32_t(bytes)), value});
  }

  Function &item;
  Provenance provenance;
  UnwrittenMemory memory;
};

class UnwrittenChecks {
public:
  UnwrittenChecks(LoweredKernel &kernel, Findings &findings)
      : item(*kernel.function), findings(findings), provenance(kernel, findings),
        memory(kernel, findings, provenance) {}

  void run() {
    SmallVector<Instruction *> stores;
    SmallVector<CallInst *> marks;
    for (Instruction &instruction : instructions(item)) {
      if (instruction.hasMetadata(LLVMContext::MD_nosanitize))
        continue;
      if (isa<StoreInst, AtomicRMWInst, AtomicCmpXchgInst, MemIntrinsic>(instruction))
        stores.push_back(&instruction);
      if (auto *call = dyn_cast<CallInst>(&instruction); call && isDecision(*call))
        marks.push_back(call);
    }
    memory.begin();
    UnwrittenBits values(item, memory);
    // Bits first, where their values are: what follows takes blocks apart.
    for (CallInst *mark : marks)
      values.of(mark->getArgOperand(2));
    for (Instruction *instruction : stores)
      if (auto *store = dyn_cast<StoreInst>(instruction))
        values.of(store->getValueOperand());
    CopiedBits copies(item.getDataLayout(), findings, provenance, memory, values);
    for (Instruction *instruction : stores)
      copies.follow(*instruction);
    erase_if(marks, [&](CallInst *mark) {
      const bool is_written = !values.maybe(mark->getArgOperand(2));
      if (is_written)
        mark->eraseFromParent();
      return is_written;
    });
    SmallVector<Origin> found;
    {
      DominatorTree dominators(item);
      for (CallInst *mark : marks)
        found.push_back(originOf(*mark, values, dominators));
    }
    for (auto [mark, origin] : zip(marks, found))
      check(*mark, values.of(mark->getArgOperand(2)), origin);
    forget(marks, values);
    for (CallInst *mark : marks)
      mark->eraseFromParent();
  }

private:
  static bool isDecision(const CallInst &call) {
    const Function *callee = call.getCalledFunction();
    return callee && callee->getName() == DecidesName;
  }

  // What the value was read from, as far as it is one thing.
  struct Origin {
    bool is_memory = false;
    Findings::Details details = {};
    // What it may be, with how far away it stands what was never written of it, if the launch says
    // so: none of it is where that is 0.
    SmallVector<std::pair<Value *, Value *>, 2> candidates = {};
  };

  // Of several candidates the one that is left if all others were written.
  Value *objectOf(const Origin &origin, IRBuilderBase &builder) {
    Value *object = ConstantPointerNull::get(builder.getPtrTy());
    for (auto [candidate, own_distance] : origin.candidates) {
      Value *is_only = builder.getTrue();
      for (auto [other, distance] : origin.candidates)
        if (other != candidate)
          is_only = builder.CreateAnd(is_only, distance ? builder.CreateIsNull(distance)
                                                        : builder.getFalse());
      object = builder.CreateSelect(is_only, candidate, object);
    }
    return object;
  }

  void check(CallInst &mark, Value *bits, Origin origin) {
    IRBuilder<> builder(&mark);
    Value *bad = UnwrittenBits::any(builder, bits);
    if (match(bad, PatternMatch::m_Zero()))
      return;
    const auto number = [&](unsigned operand) {
      return cast<ConstantInt>(mark.getArgOperand(operand))->getZExtValue();
    };
    origin.details.site =
        findings.site({weft_check_event(number(0)),
                       origin.is_memory ? WEFT_ACCESS_READ : WEFT_ACCESS_NONE, number(1)},
                      mark.getDebugLoc());
    findings.reportIf(bad, mark, [&](IRBuilderBase &rarely) {
      origin.details.object = objectOf(origin, rarely);
      return origin.details;
    });
  }

  Origin originOf(CallInst &mark, const UnwrittenBits &values, const DominatorTree &dominators) {
    SmallVector<Instruction *> origins;
    values.collectOrigins(mark.getArgOperand(2), origins);
    SmallPtrSet<Value *, 4> pointers;
    SmallMapVector<Value *, Value *, 4> objects; // and their distances
    Origin result = {true};
    for (Instruction *origin : origins) {
      auto *load = dyn_cast<LoadInst>(origin);
      result.is_memory &= load != nullptr;
      pointers.insert(load ? load->getPointerOperand() : nullptr);
      objects[objectOf(*origin)] =
          load ? memory.distanceOfArgument(load->getPointerOperand()) : nullptr;
    }
    if (objects.contains(nullptr) || objects.size() > MostCandidates)
      return {};
    result.candidates.assign(objects.begin(), objects.end());
    if (pointers.size() != 1 || !*pointers.begin())
      return result;
    Value *offset = provenance.offset(*pointers.begin());
    Value *size = provenance.size(*pointers.begin(), false);
    const auto isThere = [&](Value *value) {
      auto *made = dyn_cast<Instruction>(value);
      return !made || dominators.dominates(made, &mark);
    };
    if (isThere(offset) && isThere(size)) {
      result.details.offset = offset;
      result.details.size = size;
    }
    return result;
  }

  Value *objectOf(Instruction &origin) {
    if (auto *load = dyn_cast<LoadInst>(&origin)) {
      Value *root = provenance.onlyRoot(load->getPointerOperand());
      return root ? provenance.object(root) : nullptr;
    }
    StringRef name;
    if (MDNode *node = origin.getMetadata(VariableKind))
      name = cast<MDString>(node->getOperand(0))->getString();
    return name.empty() ? nullptr : findings.object(WEFT_OBJECT_PRIVATE, 0, name);
  }

  // Behind a check its value counts as written, and what it was computed from.
  void forget(ArrayRef<CallInst *> marks, UnwrittenBits &values) {
    DominatorTree dominators(item);
    for (CallInst *mark : marks) {
      SmallVector<Value *> left = {values.of(mark->getArgOperand(2))};
      SmallPtrSet<Value *, 8> seen;
      while (!left.empty()) {
        auto *bits = dyn_cast<Instruction>(left.pop_back_val());
        if (!bits || !seen.insert(bits).second)
          continue;
        bits->replaceUsesWithIf(Constant::getNullValue(bits->getType()),
                                [&](const Use &use) { return dominators.dominates(mark, use); });
        append_range(left, values.cleanWith(bits));
      }
    }
  }

  Function &item;
  Findings &findings;
  Provenance provenance;
  UnwrittenMemory memory;
};

} // namespace

void dropUnwritten(Function &function) {
  restoreCopies(function);
  SmallVector<Instruction *> values;
  for (Instruction &instruction : instructions(function))
    if (isUnwritten(&instruction))
      values.push_back(&instruction);
  for (Instruction *value : values) {
    // Of a variable that has stayed one, the store of its first value is not needed.
    for (User *user : make_early_inc_range(value->users()))
      if (auto *set = dyn_cast<MemSetInst>(user))
        set->eraseFromParent();
    value->replaceAllUsesWith(Constant::getNullValue(value->getType()));
    value->eraseFromParent();
  }
}

void markDecisions(LoweredKernel &kernel, Findings &findings) {
  restoreCopies(*kernel.function);
  DecisionMarks(kernel, findings).run();
}

void checkUnwritten(LoweredKernel &kernel, Findings &findings) {
  UnwrittenChecks(kernel, findings).run();
  dropUnwritten(*kernel.function);
}

} // namespace weft
