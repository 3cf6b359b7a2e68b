// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomics, as the OpenCL C library makes them: scopes make no difference on a CPU.
#include "compiler/frontend/spirv/reader.h"

namespace weft::spirv {

using llvm::AtomicOrdering;

static AtomicOrdering orderingOf(uint64_t semantics) {
  if (semantics & uint32_t(spv::MemorySemanticsMask::SequentiallyConsistent))
    return AtomicOrdering::SequentiallyConsistent;
  const bool acquire = semantics & uint32_t(spv::MemorySemanticsMask::Acquire);
  const bool release = semantics & uint32_t(spv::MemorySemanticsMask::Release);
  if (semantics & uint32_t(spv::MemorySemanticsMask::AcquireRelease) || (acquire && release))
    return AtomicOrdering::AcquireRelease;
  return acquire   ? AtomicOrdering::Acquire
         : release ? AtomicOrdering::Release
                   : AtomicOrdering::Monotonic;
}

// Semantics may be known at run time only: then the strongest.
AtomicOrdering Reader::ordering(size_t i) {
  auto *known = llvm::dyn_cast_or_null<llvm::ConstantInt>(arg(i));
  return known ? orderingOf(known->getZExtValue()) : AtomicOrdering::SequentiallyConsistent;
}

static AtomicOrdering ofLoad(AtomicOrdering order) {
  return order == AtomicOrdering::AcquireRelease ? AtomicOrdering::Acquire
         : order == AtomicOrdering::Release      ? AtomicOrdering::Monotonic
                                                 : order;
}

static AtomicOrdering ofStore(AtomicOrdering order) {
  return order == AtomicOrdering::AcquireRelease ? AtomicOrdering::Release
         : order == AtomicOrdering::Acquire      ? AtomicOrdering::Monotonic
                                                 : order;
}

static bool isAtomicType(const llvm::Type *type) {
  return type && (type->isIntegerTy(32) || type->isIntegerTy(64) || type->isFloatingPointTy());
}

// CLK_LOCAL_MEM_FENCE and its kin.
uint32_t Reader::fenceFlags(uint64_t semantics) {
  uint32_t flags = 0;
  if (semantics & uint32_t(spv::MemorySemanticsMask::WorkgroupMemory))
    flags |= 1;
  if (semantics & uint32_t(spv::MemorySemanticsMask::CrossWorkgroupMemory))
    flags |= 2;
  if (semantics & uint32_t(spv::MemorySemanticsMask::ImageMemory))
    flags |= 4;
  return flags;
}

void Reader::barrier() {
  const uint64_t execution = number(0);
  auto *semantics = llvm::dyn_cast_or_null<llvm::ConstantInt>(arg(2));
  if (failed)
    return;
  const Arg flags = given(builder.getInt32(semantics ? fenceFlags(semantics->getZExtValue()) : 3),
                          Sign::Unsigned);
  // LLVM's producer writes the scope of the memory in both places (22.1); no barrier of a kernel
  // reaches further than its work-group.
  if (execution <= uint64_t(spv::Scope::Workgroup))
    call("work_group_barrier", builder.getVoidTy(), {flags}, Effect::Any);
  else if (spv::Scope(execution) == spv::Scope::Subgroup)
    call("sub_group_barrier", builder.getVoidTy(), {flags}, Effect::Any);
  else if (spv::Scope(execution) != spv::Scope::Invocation)
    unsupported("a barrier of this scope");
}

bool Reader::atomics() {
  using Rmw = llvm::AtomicRMWInst;
  struct Row {
    spv::Op op;
    Rmw::BinOp operation;
    bool floats;
  };
  static constexpr Row Rows[] = {
      {spv::Op::OpAtomicIAdd, Rmw::Add, false},    {spv::Op::OpAtomicISub, Rmw::Sub, false},
      {spv::Op::OpAtomicSMin, Rmw::Min, false},    {spv::Op::OpAtomicUMin, Rmw::UMin, false},
      {spv::Op::OpAtomicSMax, Rmw::Max, false},    {spv::Op::OpAtomicUMax, Rmw::UMax, false},
      {spv::Op::OpAtomicAnd, Rmw::And, false},     {spv::Op::OpAtomicOr, Rmw::Or, false},
      {spv::Op::OpAtomicXor, Rmw::Xor, false},     {spv::Op::OpAtomicFAddEXT, Rmw::FAdd, true},
      {spv::Op::OpAtomicFMinEXT, Rmw::FMin, true}, {spv::Op::OpAtomicFMaxEXT, Rmw::FMax, true}};
  for (const Row &row : Rows) {
    if (row.op != at->op())
      continue;
    llvm::Value *place = pointer(0), *operand_value = arg(3);
    if (failed || !isAtomicType(operand_value->getType()) ||
        operand_value->getType()->isFloatingPointTy() != row.floats)
      return fail("is of no fitting type"), true;
    return define(builder.CreateAtomicRMW(row.operation, place, operand_value, llvm::MaybeAlign(),
                                          ordering(2))),
           true;
  }
  switch (at->op()) {
  case spv::Op::OpAtomicLoad: {
    llvm::Value *place = pointer(0);
    llvm::Type *type = resultType()->llvm;
    if (failed || !isAtomicType(type))
      return fail("is of no fitting type"), true;
    const AtomicOrdering order = ofLoad(ordering(2));
    llvm::LoadInst *made_load =
        builder.CreateAlignedLoad(type, place, made->getDataLayout().getABITypeAlign(type));
    made_load->setAtomic(order);
    return define(made_load), true;
  }
  case spv::Op::OpAtomicStore: {
    llvm::Value *place = pointer(0), *what = arg(3);
    if (failed || !isAtomicType(what->getType()))
      return fail("is of no fitting type"), true;
    const AtomicOrdering order = ofStore(ordering(2));
    llvm::StoreInst *made_store = builder.CreateAlignedStore(
        what, place, made->getDataLayout().getABITypeAlign(what->getType()));
    made_store->setAtomic(order);
    return true;
  }
  case spv::Op::OpAtomicExchange: {
    llvm::Value *place = pointer(0), *what = arg(3);
    if (failed || !isAtomicType(what->getType()))
      return fail("is of no fitting type"), true;
    return define(builder.CreateAtomicRMW(Rmw::Xchg, place, what, llvm::MaybeAlign(), ordering(2))),
           true;
  }
  case spv::Op::OpAtomicIIncrement:
  case spv::Op::OpAtomicIDecrement: {
    llvm::Value *place = pointer(0);
    llvm::Type *type = resultType()->llvm;
    if (failed || !isAtomicType(type) || !type->isIntegerTy())
      return fail("is of no fitting type"), true;
    return define(builder.CreateAtomicRMW(
               at->op() == spv::Op::OpAtomicIIncrement ? Rmw::Add : Rmw::Sub, place,
               llvm::ConstantInt::get(type, 1), llvm::MaybeAlign(), ordering(2))),
           true;
  }
  case spv::Op::OpAtomicCompareExchange:
  case spv::Op::OpAtomicCompareExchangeWeak: {
    llvm::Value *place = pointer(0), *what = arg(4), *expected = arg(5);
    if (failed || what->getType() != expected->getType() || !isAtomicType(what->getType()) ||
        !what->getType()->isIntegerTy())
      return fail("is of no fitting type"), true;
    const AtomicOrdering success = ordering(2), failure = ofLoad(ordering(3));
    llvm::Value *both =
        builder.CreateAtomicCmpXchg(place, expected, what, llvm::MaybeAlign(), success, failure);
    return define(builder.CreateExtractValue(both, 0)), true;
  }
  case spv::Op::OpAtomicFlagTestAndSet:
  case spv::Op::OpAtomicFlagClear: {
    llvm::Value *place = pointer(0);
    const AtomicOrdering order = ordering(2);
    if (failed)
      return true;
    if (at->op() == spv::Op::OpAtomicFlagClear) {
      builder.CreateAlignedStore(builder.getInt32(0), place, llvm::Align(4))
          ->setAtomic(ofStore(order));
      return true;
    }
    llvm::Value *before =
        builder.CreateAtomicRMW(Rmw::Xchg, place, builder.getInt32(1), llvm::MaybeAlign(), order);
    return define(builder.CreateICmpNE(before, builder.getInt32(0))), true;
  }
  case spv::Op::OpControlBarrier:
    barrier();
    return true;
  case spv::Op::OpMemoryBarrier: {
    const AtomicOrdering order = ordering(1);
    if (!failed && order != AtomicOrdering::Monotonic)
      builder.CreateFence(order);
    return true;
  }
  default:
    return false;
  }
}

} // namespace weft::spirv
