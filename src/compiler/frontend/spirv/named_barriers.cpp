// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers for some of a work-group's sub-groups (runtime-stdlib/src/named_barriers.cl). The value
// of OpTypeNamedBarrier is the address of a local variable; each instruction that makes one has its
// own.
#include "compiler/frontend/spirv/reader.h"

#include "passes/address_space.h"
#include "passes/named_barriers.h"

namespace weft::spirv {

void Reader::initializeNamedBarrier() {
  llvm::Value *num_sub_groups = integerArg(0, 32);
  if (failed || resultType()->kind != spv::Op::OpTypeNamedBarrier)
    return void(fail("its result is not a named barrier"));
  auto *type = llvm::ArrayType::get(builder.getInt32Ty(), 3); // the library's NamedBarrier
  auto *variable = new llvm::GlobalVariable(*made, type, false, llvm::GlobalValue::InternalLinkage,
                                            llvm::UndefValue::get(type), "named.barrier", nullptr,
                                            llvm::GlobalValue::NotThreadLocal, AddressSpace::Local);
  variable->setAlignment(llvm::Align(4));
  variable->addAttribute(NamedBarrierAttribute);
  callNamed("__weft_named_barrier_initialize", builder.getVoidTy(), {variable, num_sub_groups},
            Effect::Any);
  define(variable);
}

bool Reader::namedBarriers() {
  switch (at->op()) {
  case spv::Op::OpNamedBarrierInitialize:
    initializeNamedBarrier();
    return true;
  case spv::Op::OpMemoryNamedBarrier: {
    llvm::Value *barrier = arg(0);
    const llvm::AtomicOrdering order = ordering(2);
    if (failed || typeOf(operand(0))->kind != spv::Op::OpTypeNamedBarrier)
      return fail("operand 0 is not a named barrier"), true;
    if (order == llvm::AtomicOrdering::SequentiallyConsistent)
      builder.CreateFence(order);
    callNamed("__weft_named_barrier", builder.getVoidTy(), {barrier}, Effect::Any);
    return true;
  }
  default:
    return false;
  }
}

} // namespace weft::spirv
