// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/calls.h"

#include "passes/analysis/any_lane.h"
#include "passes/analysis/race_call.h"
#include "passes/vectorize/race_calls.h"
#include "passes/vectorize/shared_functions.h"
#include "passes/vectorize/sub_groups.h"
#include "passes/vectorize/vector_functions.h"
#include "passes/vectorize/vectorize_region.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include <numeric>

using namespace llvm;

namespace weft {

void Calls::emit(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  if (callee && callee->getName() == LaneName) {
    core.setScalar(&call, Constant::getNullValue(call.getType()));
    return;
  }
  if (isAnyLane(call)) {
    core.setScalar(&call, anyLane(*call.getArgOperand(0), *call.getArgOperand(1)));
    return;
  }
  if (isRaceCall(call))
    return RaceCalls(core).emit(call);
  if (auto operation = subGroupOperation(call))
    return SubGroups(core).emit(call, *operation);
  if (core.hasScalar(&call) && !call.getType()->isVoidTy())
    return core.emitScalar(call);
  if (isSharedCall(call))
    return emitSharedCall(call);
  if (isa<IntrinsicInst>(call) && emitIntrinsic(call))
    return;
  if (emitVectorFunction(call))
    return;
  core.emitPerLane(call);
}

// Of values equally far apart, the first and the last one tell.
Value *Calls::anyLane(const Value &value, const Value &bound) {
  if (!core.hasScalar(&value) || !core.isUniform(&bound)) {
    Value *reached = builder.CreateICmpUGE(core.vectorOf(&value), core.vectorOf(&bound));
    return core.any(core.maskAnd(core.current_mask, reached));
  }
  Value *first = core.scalarOf(&value), *most = core.scalarOf(&bound);
  Value *reached = builder.CreateICmpUGE(first, most);
  if (core.isUniform(&value))
    return reached;
  const int64_t step = shapes.shape(&value).stride() * int64_t(width - 1);
  Value *last = builder.CreateAdd(first, builder.getInt64(uint64_t(step)));
  return builder.CreateOr(reached, builder.CreateICmpUGE(last, most));
}

bool Calls::emitIntrinsic(const CallBase &call) {
  Intrinsic::ID id = call.getIntrinsicID();
  bool all_uniform = all_of(call.args(), [&](const Use &use) {
    return isa<MetadataAsValue>(use) || core.isUniform(use);
  });
  if (call.getType()->isVoidTy() && all_uniform) {
    // Fences, traps, prefetches; filling uniform memory once is filling it for all.
    core.emitScalar(call);
    return true;
  }
  if (!isTriviallyVectorizable(id))
    return false;
  unsigned count = core.flatCount(call.getType());
  if (call.getType()->isStructTy() && count > 0) {
    // Results side by side: {T, i1} of overflow tests, {T, T} of sincos.
    for (const Use &use : call.args())
      if (use->getType()->isVectorTy())
        return false;
    count = 1;
  }
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (!isVectorIntrinsicWithScalarOpAtArg(id, i, &target.llvm()) &&
        core.flatCount(call.getArgOperand(i)->getType()) != count)
      return false;
  Elements results;
  for (unsigned element = 0; element < count; ++element) {
    SmallVector<Type *, 4> types;
    SmallVector<Value *, 4> args;
    if (isVectorIntrinsicWithOverloadTypeAtArg(id, -1, &target.llvm()))
      types.push_back(core.wideType(core.flatType(call.getType(), element)));
    for (unsigned i = 0; i < call.arg_size(); ++i) {
      const Value *arg = call.getArgOperand(i);
      if (isVectorIntrinsicWithScalarOpAtArg(id, i, &target.llvm())) {
        if (!core.isUniform(arg))
          return false; // a varying exponent of powi
        args.push_back(core.scalarOf(arg));
      } else {
        args.push_back(core.vectorOf(arg, element));
      }
      if (isVectorIntrinsicWithOverloadTypeAtArg(id, int(i), &target.llvm()))
        types.push_back(args.back()->getType());
    }
    Function *wanted = Intrinsic::getOrInsertDeclaration(core.wide->getParent(), id, types);
    CallInst *made = builder.CreateCall(wanted, args, call.getName());
    if (isa<FPMathOperator>(made) && isa<FPMathOperator>(call))
      made->copyFastMathFlags(&call);
    if (made->getType()->isStructTy())
      for (unsigned i = 0; i < core.flatCount(call.getType()); ++i)
        results.push_back(builder.CreateExtractValue(made, i));
    else
      results.push_back(made);
  }
  core.setVectors(&call, results);
  return true;
}

// Calls the library's overload for vectors, or for parts of them, once for each element of the
// result. Idle lanes call with zeros: their own values may be anything, and may take a slow way.
bool Calls::emitVectorFunction(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  unsigned elements = core.flatCount(call.getType());
  if (!callee || elements == 0 || call.getType()->isAggregateType())
    return false;
  for (const Use &use : call.args()) {
    unsigned count = core.flatCount(use->getType());
    if (use->getType()->isPtrOrPtrVectorTy() || (count != 1 && count != elements))
      return false;
  }
  for (unsigned size = std::min(width, 16u); size >= 2; size /= 2) {
    std::string name = vectorOverload(callee->getName(), size);
    Function *overload = name.empty() ? nullptr : core.wide->getParent()->getFunction(name);
    if (!overload || overload == core.wide)
      continue;
    SmallVector<Type *, 4> types;
    for (const Use &use : call.args())
      types.push_back(FixedVectorType::get(use->getType()->getScalarType(), size));
    Type *part_type = FixedVectorType::get(call.getType()->getScalarType(), size);
    if (overload->getFunctionType() != FunctionType::get(part_type, types, false))
      continue;
    SmallVector<Value *, 16> results;
    for (unsigned element = 0; element < elements; ++element) {
      SmallVector<Value *, 4> args;
      for (const Use &use : call.args()) {
        Value *arg = core.vectorOf(use, core.flatCount(use->getType()) == 1 ? 0 : element);
        if (!core.isUniform(use))
          arg =
              builder.CreateSelect(core.current_mask, arg, Constant::getNullValue(arg->getType()));
        args.push_back(builder.CreateFreeze(arg));
      }
      results.push_back(callInParts(*overload, args, size, call));
    }
    core.setVectors(&call, results);
    return true;
  }
  return false;
}

// Calls the function's form for what the lanes have in common here.
void Calls::emitSharedCall(const CallBase &call) {
  Function &function = *call.getCalledFunction();
  SharedForm form;
  form.function = function.getName().str();
  form.width = width;
  SmallVector<Value *, 16> args;
  for (const Use &arg : call.args()) {
    FormParam param;
    if (std::optional<FormParam> constant = constantParam(*arg)) {
      param = *constant;
    } else if (core.isUniform(arg)) {
      args.push_back(core.scalarOf(arg));
    } else if (core.hasScalar(arg) && arg->getType()->isIntegerTy() &&
               shapes.shape(arg).stride() == 1) {
      param.kind = FormParam::Consecutive;
      args.push_back(core.scalarOf(arg));
    } else {
      param.kind = FormParam::Varying;
      for (unsigned i = 0; i < core.flatCount(arg->getType()); ++i)
        args.push_back(core.vectorOf(arg, i));
    }
    form.params.push_back(param);
  }
  args.push_back(core.maskBits(core.current_mask));
  CallInst *made = builder.CreateCall(declareForm(function, form), args);
  Elements results;
  for (unsigned i = 0, count = core.flatCount(call.getType()); i < count; ++i)
    results.push_back(count == 1 ? made : builder.CreateExtractValue(made, i));
  core.setVectors(&call, results);
}

// `width` lanes of `overload`, which takes `size` of them, with `call`'s name and flags.
Value *Calls::callInParts(Function &overload, ArrayRef<Value *> args, unsigned size,
                          const CallBase &call) {
  SmallVector<Value *, 32> parts;
  for (unsigned first = 0; first < width; first += size) {
    SmallVector<Value *, 4> part_args;
    SmallVector<int, 16> lanes(size);
    std::iota(lanes.begin(), lanes.end(), int(first));
    for (Value *arg : args)
      part_args.push_back(size == width ? arg : builder.CreateShuffleVector(arg, lanes));
    CallInst *made = builder.CreateCall(&overload, part_args, call.getName());
    made->setCallingConv(overload.getCallingConv());
    if (isa<FPMathOperator>(made) && isa<FPMathOperator>(call))
      made->copyFastMathFlags(&call);
    parts.push_back(made);
  }
  return concatenateVectors(builder, parts);
}

} // namespace weft
