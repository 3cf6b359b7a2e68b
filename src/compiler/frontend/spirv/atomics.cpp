// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomics and barriers, as the OpenCL C library makes them: scopes make no difference on a CPU.
#include "compiler/frontend/spirv/handler.h"
#include "compiler/frontend/spirv/handlers.h"

#include "passes/address_space.h"
#include "passes/named_barriers.h"

namespace weft::spirv {

using llvm::AtomicOrdering;

namespace {

struct Atomics : Handler {
  using Handler::Handler;
  void translate();
  void barrier();
  void initializeNamedBarrier();
};

} // namespace

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
static uint32_t fenceFlags(uint64_t semantics) {
  uint32_t flags = 0;
  if (semantics & uint32_t(spv::MemorySemanticsMask::WorkgroupMemory))
    flags |= 1;
  if (semantics & uint32_t(spv::MemorySemanticsMask::CrossWorkgroupMemory))
    flags |= 2;
  if (semantics & uint32_t(spv::MemorySemanticsMask::ImageMemory))
    flags |= 4;
  return flags;
}

// A barrier for some of a work-group's sub-groups (runtime-stdlib/src/named_barriers.cl) is the
// address of a local variable; each instruction that makes one has its own.
void Atomics::initializeNamedBarrier() {
  llvm::Value *num_sub_groups = integerArg(0, 32);
  if (failed || resultType()->kind != spv::Op::OpTypeNamedBarrier)
    return void(fail("its result is not a named barrier"));
  auto *type = llvm::ArrayType::get(builder.getInt32Ty(), 3); // the library's NamedBarrier
  auto *variable = new llvm::GlobalVariable(made, type, false, llvm::GlobalValue::InternalLinkage,
                                            llvm::UndefValue::get(type), "named.barrier", nullptr,
                                            llvm::GlobalValue::NotThreadLocal, AddressSpace::Local);
  variable->setAlignment(llvm::Align(4));
  variable->addAttribute(NamedBarrierAttribute);
  callNamed("__weft_named_barrier_initialize", builder.getVoidTy(), {variable, num_sub_groups},
            Effect::Any);
  define(variable);
}

void Atomics::barrier() {
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

void Atomics::translate() {
  using Rmw = llvm::AtomicRMWInst;
  struct Row {
    spv::Op op;
    Rmw::BinOp operation;
    bool integers = true, floats = false;
  };
  static constexpr Row Rows[] = {{spv::Op::OpAtomicIAdd, Rmw::Add},
                                 {spv::Op::OpAtomicISub, Rmw::Sub},
                                 {spv::Op::OpAtomicSMin, Rmw::Min},
                                 {spv::Op::OpAtomicUMin, Rmw::UMin},
                                 {spv::Op::OpAtomicSMax, Rmw::Max},
                                 {spv::Op::OpAtomicUMax, Rmw::UMax},
                                 {spv::Op::OpAtomicAnd, Rmw::And},
                                 {spv::Op::OpAtomicOr, Rmw::Or},
                                 {spv::Op::OpAtomicXor, Rmw::Xor},
                                 {spv::Op::OpAtomicFAddEXT, Rmw::FAdd, false, true},
                                 {spv::Op::OpAtomicFMinEXT, Rmw::FMin, false, true},
                                 {spv::Op::OpAtomicFMaxEXT, Rmw::FMax, false, true},
                                 {spv::Op::OpAtomicExchange, Rmw::Xchg, true, true}};
  for (const Row &row : Rows) {
    if (row.op != at->op())
      continue;
    llvm::Value *place = pointer(0), *operand_value = arg(3);
    if (failed || !isAtomicType(operand_value->getType()) ||
        !(operand_value->getType()->isFloatingPointTy() ? row.floats : row.integers))
      return void(fail("is of no fitting type"));
    return define(builder.CreateAtomicRMW(row.operation, place, operand_value, llvm::MaybeAlign(),
                                          ordering(2)));
  }
  switch (at->op()) {
  case spv::Op::OpAtomicLoad: {
    llvm::Value *place = pointer(0);
    llvm::Type *type = resultType()->llvm;
    if (failed || !isAtomicType(type))
      return void(fail("is of no fitting type"));
    const AtomicOrdering order = ofLoad(ordering(2));
    llvm::LoadInst *made_load =
        builder.CreateAlignedLoad(type, place, layout.getABITypeAlign(type));
    made_load->setAtomic(order);
    return define(made_load);
  }
  case spv::Op::OpAtomicStore: {
    llvm::Value *place = pointer(0), *what = arg(3);
    if (failed || !isAtomicType(what->getType()))
      return void(fail("is of no fitting type"));
    const AtomicOrdering order = ofStore(ordering(2));
    llvm::StoreInst *made_store =
        builder.CreateAlignedStore(what, place, layout.getABITypeAlign(what->getType()));
    made_store->setAtomic(order);
    return;
  }
  case spv::Op::OpAtomicIIncrement:
  case spv::Op::OpAtomicIDecrement: {
    llvm::Value *place = pointer(0);
    llvm::Type *type = resultType()->llvm;
    if (failed || !isAtomicType(type) || !type->isIntegerTy())
      return void(fail("is of no fitting type"));
    return define(builder.CreateAtomicRMW(
        at->op() == spv::Op::OpAtomicIIncrement ? Rmw::Add : Rmw::Sub, place,
        llvm::ConstantInt::get(type, 1), llvm::MaybeAlign(), ordering(2)));
  }
  case spv::Op::OpAtomicCompareExchange:
  case spv::Op::OpAtomicCompareExchangeWeak: {
    llvm::Value *place = pointer(0), *what = arg(4), *expected = arg(5);
    if (failed || what->getType() != expected->getType() || !isAtomicType(what->getType()) ||
        !what->getType()->isIntegerTy())
      return void(fail("is of no fitting type"));
    const AtomicOrdering success = ordering(2), failure = ofLoad(ordering(3));
    llvm::Value *both =
        builder.CreateAtomicCmpXchg(place, expected, what, llvm::MaybeAlign(), success, failure);
    return define(builder.CreateExtractValue(both, 0));
  }
  case spv::Op::OpAtomicFlagTestAndSet:
  case spv::Op::OpAtomicFlagClear: {
    llvm::Value *place = pointer(0);
    const AtomicOrdering order = ordering(2);
    if (failed)
      return;
    if (at->op() == spv::Op::OpAtomicFlagClear) {
      builder.CreateAlignedStore(builder.getInt32(0), place, llvm::Align(4))
          ->setAtomic(ofStore(order));
      return;
    }
    llvm::Value *before =
        builder.CreateAtomicRMW(Rmw::Xchg, place, builder.getInt32(1), llvm::MaybeAlign(), order);
    return define(builder.CreateICmpNE(before, builder.getInt32(0)));
  }
  case spv::Op::OpControlBarrier:
    return barrier();
  // Work-items go on from the first half, and wait for each other in the second.
  case spv::Op::OpControlBarrierArriveINTEL:
    builder.CreateFence(AtomicOrdering::Release);
    return;
  case spv::Op::OpControlBarrierWaitINTEL:
    barrier();
    if (!failed)
      builder.CreateFence(AtomicOrdering::Acquire);
    return;
  case spv::Op::OpNamedBarrierInitialize:
    return initializeNamedBarrier();
  case spv::Op::OpMemoryNamedBarrier: {
    llvm::Value *which = arg(0);
    const AtomicOrdering order = ordering(2);
    if (failed || typeOf(operand(0))->kind != spv::Op::OpTypeNamedBarrier)
      return void(fail("operand 0 is not a named barrier"));
    if (order == AtomicOrdering::SequentiallyConsistent)
      builder.CreateFence(order);
    callNamed("__weft_named_barrier", builder.getVoidTy(), {which}, Effect::Any);
    return;
  }
  case spv::Op::OpMemoryBarrier: {
    const AtomicOrdering order = ordering(1);
    if (!failed && order != AtomicOrdering::Monotonic)
      builder.CreateFence(order);
    return;
  }
  default:
    unsupported();
  }
}

void atomics(Body &body) { Atomics(body).translate(); }

} // namespace weft::spirv
