// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies that a work-group makes together (async_work_group_copy and its kin): all work-items have
// to come to them, as to a barrier, with the same arguments, and have to wait for the event of each
// before they return. Before inlining calls are marked:
//
//   e = async_work_group_copy(.., f)   alike(hash of the arguments); barrier
//                                      e = begun(async_work_group_copy(.., f))
//   wait_group_events(n, events)       alike(waited(events, n)); wait_group_events(n, events)
//
// The library's events are nothing; these have numbers, which the marks become:
//
//   begun(f)              f if it has a number, else the next one; pending[copy] |= bit of that
//   waited(events, n)     all of pending &= ~bit, of each; found(has no number)
//   return                found(pending[copy]), of each; return
#include "passes/check/copy_checks.h"

#include "passes/check/findings.h"
#include "passes/check_marks.h"
#include "weft/check_abi.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace weft {
namespace {

//   T @weft.check.begun.T(T event)
constexpr StringLiteral BegunPrefix = "weft.check.begun.";
//   i32 @weft.check.waited.pN(ptr events, i32 count), a hash of them
constexpr StringLiteral WaitedPrefix = "weft.check.waited.";

// Events are this and a number of less than Slots, which are used in turn.
constexpr uint64_t EventTag = UINT64_C(0x57656674457600) << 8;
constexpr uint64_t Slots = 64;
constexpr uint64_t MostInline = 8;    // events of a list of known length
constexpr uint64_t MostEvents = 4096; // that are looked at

bool isCopy(StringRef name) {
  return name.starts_with("async_work_group_") && !name.starts_with("async_work_group_copy_fence");
}

Value *asNumber(IRBuilderBase &builder, Value *value) {
  Type *word = builder.getInt64Ty();
  return value->getType()->isPointerTy() ? builder.CreatePtrToInt(value, word)
                                         : builder.CreateZExtOrTrunc(value, word);
}

// Equal numbers have equal hashes, others hardly ever.
Value *addToHash(IRBuilderBase &builder, Value *hash, Value *number) {
  Value *mixed = builder.CreateMul(builder.CreateXor(hash, number),
                                   builder.getInt64(UINT64_C(0x9e3779b97f4a7c15)));
  return builder.CreateXor(mixed, builder.CreateLShr(mixed, 32));
}
Value *shortened(IRBuilderBase &builder, Value *hash) {
  return builder.CreateTrunc(hash, builder.getInt32Ty());
}

std::string nameOf(StringRef prefix, const Type &type) {
  std::string name = prefix.str();
  raw_string_ostream(name) << type;
  return name;
}

FunctionCallee declare(Module &program, StringRef name, FunctionType *type, MemoryEffects effects) {
  FunctionCallee callee = program.getOrInsertFunction(name, type);
  auto *function = cast<Function>(callee.getCallee());
  function->setDoesNotThrow();
  function->addFnAttr(Attribute::WillReturn);
  function->addFnAttr(Attribute::Convergent);
  function->addFnAttr(Attribute::NoDuplicate);
  function->setMemoryEffects(effects);
  return callee;
}

void mark(CallInst &copy, FunctionCallee barrier) {
  Module &program = *copy.getModule();
  IRBuilder<> builder(&copy);
  Value *hash = builder.getInt64(0);
  for (Value *argument : copy.args())
    hash = addToHash(builder, hash, asNumber(builder, argument));
  builder.CreateCall(declareAlike(program), {shortened(builder, hash)});
  // It orders nothing.
  CallInst *meeting = builder.CreateCall(barrier);
  meeting->setMetadata(
      FencesKind, MDNode::get(program.getContext(), ConstantAsMetadata::get(builder.getInt32(0))));
  Type *event = copy.getType();
  if (event->isVoidTy())
    return;
  builder.SetInsertPoint(copy.getNextNode());
  builder.SetCurrentDebugLocation(copy.getDebugLoc());
  CallInst *begun = builder.CreateCall(declare(program, nameOf(BegunPrefix, *event),
                                               FunctionType::get(event, {event}, false),
                                               MemoryEffects::inaccessibleMemOnly()),
                                       {PoisonValue::get(event)});
  copy.replaceAllUsesWith(begun);
  begun->setArgOperand(0, &copy);
}

void markWait(CallInst &wait) {
  Module &program = *wait.getModule();
  IRBuilder<> builder(&wait);
  Value *count = builder.CreateZExtOrTrunc(wait.getArgOperand(0), builder.getInt32Ty());
  Value *events = wait.getArgOperand(1);
  CallInst *waited = builder.CreateCall(
      declare(
          program, nameOf(WaitedPrefix, *events->getType()),
          FunctionType::get(builder.getInt32Ty(), {events->getType(), builder.getInt32Ty()}, false),
          MemoryEffects::inaccessibleOrArgMemOnly()),
      {events, count});
  builder.CreateCall(declareAlike(program), {waited});
}

// The marks of a work-item function.
class Events {
public:
  explicit Events(Function &item) : item(item) {
    for (Instruction &instruction : instructions(item))
      if (auto *call = dyn_cast<CallInst>(&instruction)) {
        const Function *callee = call->getCalledFunction();
        const StringRef name = callee ? callee->getName() : "";
        if (name.starts_with(BegunPrefix))
          copies.push_back(call);
        else if (name.starts_with(WaitedPrefix))
          waits.push_back(call);
      } else if (auto *end = dyn_cast<ReturnInst>(&instruction)) {
        returns.push_back(end);
      }
  }

  void follow() {
    if (copies.empty() && waits.empty())
      return;
    IRBuilder<> builder(&*item.getEntryBlock().getFirstInsertionPt());
    pending.resize(copies.size());
    SmallVector<AllocaInst **> all = {&begun, &next, &hash, &wrong};
    for (AllocaInst *&of_copy : pending)
      all.push_back(&of_copy);
    for (AllocaInst **state : all)
      *state = builder.CreateAlloca(builder.getInt64Ty(), nullptr, "check.copies");
    SmallVector<AllocaInst *> states;
    for (AllocaInst **state : all) {
      builder.CreateStore(builder.getInt64(0), *state);
      states.push_back(*state);
    }
    SmallVector<DebugLoc> places;
    for (size_t number = 0; number < copies.size(); ++number) {
      places.push_back(copies[number]->getDebugLoc());
      begin(*copies[number], number);
    }
    for (CallInst *one : waits)
      wait(*one);
    for (ReturnInst *end : returns)
      for (const auto &[number, place] : enumerate(places)) {
        if (!place)
          continue;
        builder.SetInsertPoint(end);
        builder.SetCurrentDebugLocation(place);
        // The first is also known where nothing is known of events.
        Value *is_last = builder.CreateICmpEQ(load(builder, begun), builder.getInt64(number + 1));
        found(builder,
              builder.CreateOr(is_last, builder.CreateIsNotNull(load(builder, pending[number]))),
              WEFT_FOUND_UNWAITED);
      }
    DominatorTree dominators(item);
    PromoteMemToReg(states, dominators);
  }

private:
  static Value *load(IRBuilderBase &builder, AllocaInst *state) {
    return builder.CreateLoad(builder.getInt64Ty(), state);
  }
  void found(IRBuilderBase &builder, Value *bad, weft_check_event what) {
    builder.CreateCall(declareFound(*item.getParent()),
                       {bad, builder.getInt32(what), builder.getInt32(0)});
  }
  static Value *slotOf(IRBuilderBase &builder, Value *event) {
    return builder.CreateSub(event, builder.getInt64(EventTag));
  }
  static Value *isEvent(IRBuilderBase &builder, Value *slot) {
    return builder.CreateICmpULT(slot, builder.getInt64(Slots));
  }

  void begin(CallInst &copy, size_t number) {
    IRBuilder<> builder(&copy);
    Type *type = copy.getType();
    Value *given = asNumber(builder, builder.CreateFreeze(copy.getArgOperand(0)));
    Value *given_slot = slotOf(builder, given);
    Value *is_given = isEvent(builder, given_slot);
    found(builder, builder.CreateAnd(builder.CreateIsNotNull(given), builder.CreateNot(is_given)),
          WEFT_FOUND_EVENT);
    Value *own = load(builder, next);
    Value *slot = builder.CreateSelect(is_given, given_slot, own);
    Value *following =
        builder.CreateAnd(builder.CreateAdd(own, builder.getInt64(1)), builder.getInt64(Slots - 1));
    builder.CreateStore(builder.CreateSelect(is_given, own, following), next);
    builder.CreateStore(builder.CreateOr(load(builder, pending[number]),
                                         builder.CreateShl(builder.getInt64(1), slot)),
                        pending[number]);
    builder.CreateStore(builder.getInt64(number + 1), begun);
    Value *event = builder.CreateAdd(slot, builder.getInt64(EventTag));
    copy.replaceAllUsesWith(type->isPointerTy() ? builder.CreateIntToPtr(event, type)
                                                : builder.CreateZExtOrTrunc(event, type));
    copy.eraseFromParent();
  }

  void wait(CallInst &mark) {
    IRBuilder<> builder(&mark);
    Value *events = mark.getArgOperand(0), *count = mark.getArgOperand(1);
    builder.CreateStore(builder.CreateZExt(count, builder.getInt64Ty()), hash);
    builder.CreateStore(builder.getInt64(0), wrong);
    builder.CreateStore(builder.getInt64(0), begun);
    if (auto *fixed = dyn_cast<ConstantInt>(count); fixed && fixed->getValue().ule(MostInline)) {
      for (uint64_t i = 0; i < fixed->getZExtValue(); ++i)
        waitFor(builder, events, builder.getInt64(i));
    } else {
      Value *is_any = builder.CreateICmpSGT(count, builder.getInt32(0));
      Instruction *some = SplitBlockAndInsertIfThen(is_any, &mark, /*Unreachable=*/false);
      builder.SetInsertPoint(some);
      Value *end = builder.CreateZExt(count, builder.getInt64Ty());
      end = builder.CreateBinaryIntrinsic(Intrinsic::umin, end, builder.getInt64(MostEvents));
      const auto [body, index] = SplitBlockAndInsertSimpleForLoop(end, some->getIterator());
      builder.SetInsertPoint(body);
      builder.SetCurrentDebugLocation(mark.getDebugLoc());
      waitFor(builder, events, index);
      builder.SetInsertPoint(&mark);
      builder.SetCurrentDebugLocation(mark.getDebugLoc());
    }
    found(builder, builder.CreateIsNotNull(load(builder, wrong)), WEFT_FOUND_EVENT);
    mark.replaceAllUsesWith(shortened(builder, load(builder, hash)));
    mark.eraseFromParent();
  }

  void waitFor(IRBuilderBase &builder, Value *events, Value *index) {
    // As event_t lies in memory: a pointer of the program's own.
    Type *word = builder.getInt64Ty();
    Value *event = builder.CreateFreeze(
        builder.CreateAlignedLoad(word, builder.CreateGEP(word, events, index), Align(8)));
    Value *slot = slotOf(builder, event), *is_event = isEvent(builder, slot);
    Value *bit = builder.CreateSelect(
        is_event,
        builder.CreateShl(builder.getInt64(1),
                          builder.CreateAnd(slot, builder.getInt64(Slots - 1))),
        builder.getInt64(0));
    for (AllocaInst *of_copy : pending)
      builder.CreateStore(builder.CreateAnd(load(builder, of_copy), builder.CreateNot(bit)),
                          of_copy);
    builder.CreateStore(builder.CreateOr(load(builder, wrong),
                                         builder.CreateZExt(builder.CreateNot(is_event), word)),
                        wrong);
    builder.CreateStore(addToHash(builder, load(builder, hash), event), hash);
  }

  Function &item;
  SmallVector<CallInst *> copies, waits;
  SmallVector<ReturnInst *> returns;
  // i64: of each copy a bit for each event that was not waited for; the copy since which nothing
  // was waited for, counted from 1, or 0; the next number; of a list of events, what they are, and
  // whether one is none.
  SmallVector<AllocaInst *> pending;
  AllocaInst *begun = nullptr, *next = nullptr, *hash = nullptr, *wrong = nullptr;
};

} // namespace

FunctionCallee declareAlike(Module &program) {
  LLVMContext &context = program.getContext();
  return declare(program, AlikeName,
                 FunctionType::get(Type::getVoidTy(context), {Type::getInt32Ty(context)}, false),
                 MemoryEffects::inaccessibleMemOnly());
}

void markCopies(Module &program, FunctionCallee barrier,
                function_ref<bool(const Function &)> is_own) {
  SmallVector<CallInst *> copies, waits;
  for (Function &function : program)
    if (is_own(function))
      for (Instruction &instruction : instructions(function))
        if (auto *call = dyn_cast<CallInst>(&instruction)) {
          const StringRef name = plainFunctionName(*call);
          if (isCopy(name))
            copies.push_back(call);
          else if (name.starts_with("wait_group_events") && call->arg_size() == 2)
            waits.push_back(call);
        }
  for (CallInst *copy : copies)
    mark(*copy, barrier);
  for (CallInst *wait : waits)
    markWait(*wait);
}

void followCopies(Function &item) { Events(item).follow(); }

void dropCopyMarks(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto *call = dyn_cast<CallInst>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    if (!callee)
      continue;
    if (callee->getName().starts_with(BegunPrefix))
      call->replaceAllUsesWith(call->getArgOperand(0));
    else if (callee->getName().starts_with(WaitedPrefix))
      call->replaceAllUsesWith(Constant::getNullValue(call->getType()));
    else
      continue;
    call->eraseFromParent();
  }
}

} // namespace weft
