// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The widener's calls and atomics, and what has to run lane by lane.
#include "passes/vectorize/widener.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft {

void Widener::emitCall(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  if (callee && callee->getName() == LaneName) {
    scalars[&call] = Constant::getNullValue(call.getType());
    return;
  }
  if (hasScalar(&call) && !call.getType()->isVoidTy())
    return emitScalar(call);
  if (isa<IntrinsicInst>(call) && emitIntrinsic(call))
    return;
  if (emitVectorFunction(call))
    return;
  if (!isa<IntrinsicInst>(call))
    remark(call,
           ("call of " + (callee ? callee->getName() : "a function pointer") + " runs lane by lane")
               .str());
  emitPerLane(call);
}

bool Widener::emitIntrinsic(const CallBase &call) {
  Intrinsic::ID id = call.getIntrinsicID();
  bool all_uniform = all_of(
      call.args(), [&](const Use &use) { return isa<MetadataAsValue>(use) || isUniform(use); });
  if (call.getType()->isVoidTy() && all_uniform) {
    // Fences, traps, prefetches; filling uniform memory once is filling it for all.
    emitScalar(call);
    return true;
  }
  if (!isTriviallyVectorizable(id))
    return false;
  unsigned count = flatCount(call.getType());
  if (call.getType()->isStructTy() && count > 0) {
    // Results side by side: {T, i1} of overflow tests, {T, T} of sincos.
    for (const Use &use : call.args())
      if (use->getType()->isVectorTy())
        return false;
    count = 1;
  }
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (!isVectorIntrinsicWithScalarOpAtArg(id, i, &target) &&
        flatCount(call.getArgOperand(i)->getType()) != count)
      return false;
  Elements results;
  for (unsigned element = 0; element < count; ++element) {
    SmallVector<Type *, 4> types;
    SmallVector<Value *, 4> args;
    if (isVectorIntrinsicWithOverloadTypeAtArg(id, -1, &target))
      types.push_back(wideType(flatType(call.getType(), element)));
    for (unsigned i = 0; i < call.arg_size(); ++i) {
      const Value *arg = call.getArgOperand(i);
      if (isVectorIntrinsicWithScalarOpAtArg(id, i, &target)) {
        if (!isUniform(arg))
          return false; // a varying exponent of powi
        args.push_back(scalarOf(arg));
      } else {
        args.push_back(vectorOf(arg, element));
      }
      if (isVectorIntrinsicWithOverloadTypeAtArg(id, int(i), &target))
        types.push_back(args.back()->getType());
    }
    Function *wanted = Intrinsic::getOrInsertDeclaration(wide->getParent(), id, types);
    CallInst *made = builder.CreateCall(wanted, args, call.getName());
    if (isa<FPMathOperator>(made) && isa<FPMathOperator>(call))
      made->copyFastMathFlags(&call);
    if (made->getType()->isStructTy())
      for (unsigned i = 0; i < flatCount(call.getType()); ++i)
        results.push_back(builder.CreateExtractValue(made, i));
    else
      results.push_back(made);
  }
  setVectors(&call, results);
  return true;
}

void Widener::emitAtomic(const Instruction &instruction) {
  remark(instruction, "atomic operation runs lane by lane");
  emitPerLane(instruction);
}

// while (bits) { lane = lowest bit; run it; bits &= bits - 1; }
void Widener::emitPerLane(const Instruction &instruction) {
  Type *type = instruction.getType();
  unsigned count = flatCount(type);
  BasicBlock *before = builder.GetInsertBlock();
  BasicBlock *head = newBlock("lanes"), *body = newBlock("lane"), *after = newBlock("lanes.done");
  Value *bits = maskBits(current_mask);
  builder.CreateBr(head);

  builder.SetInsertPoint(head);
  PHINode *left = builder.CreatePHI(bits->getType(), 2);
  left->addIncoming(bits, before);
  Elements results;
  for (unsigned i = 0; i < count; ++i) {
    FixedVectorType *vector = wideType(flatType(type, i));
    PHINode *phi = builder.CreatePHI(vector, 2);
    phi->addIncoming(PoisonValue::get(vector), before);
    results.push_back(phi);
  }
  builder.CreateCondBr(builder.CreateIsNotNull(left), body, after);

  builder.SetInsertPoint(body);
  Value *lane =
      builder.CreateIntrinsic(Intrinsic::cttz, {bits->getType()}, {left, builder.getInt1(true)});
  lane = builder.CreateZExtOrTrunc(lane, builder.getInt64Ty());
  Instruction *clone = instruction.clone();
  for (Use &use : clone->operands())
    use.set(laneOf(use, lane));
  builder.Insert(clone);
  for (unsigned i = 0; i < count; ++i) {
    Value *now = builder.CreateInsertElement(results[i], extractFlat(clone, i), lane);
    cast<PHINode>(results[i])->addIncoming(now, builder.GetInsertBlock());
  }
  Value *rest =
      builder.CreateAnd(left, builder.CreateSub(left, ConstantInt::get(left->getType(), 1)));
  left->addIncoming(rest, builder.GetInsertBlock());
  builder.CreateBr(head);
  builder.SetInsertPoint(after);
  if (count)
    setVectors(&instruction, results);
}

bool Widener::emitVectorFunction(const CallBase &) { return false; }

} // namespace weft
