// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/access/accesses.h"

#include "passes/vectorize/access/access_plan.h"
#include "passes/vectorize/access/lane_shuffles.h"
#include "passes/vectorize/access/versions.h"

using namespace llvm;

namespace weft {

void Accesses::emitBlock(const BasicBlock &block) { Versions(*this).emitBlock(block); }

void Accesses::emit(const Instruction &instruction) {
  const Access &access = plans.of(instruction).access;
  // Masked accesses cannot be volatile themselves.
  const bool stays = access.is_volatile && !access.is_atomic;
  if (stays)
    core.orderMemory();
  if (!version || !access.hangsOnTests() || !version->covers(*access.lies))
    emit(access);
  else
    emit(access.with(version->regular ? Access::Tests::Hold : Access::Tests::Fail));
  if (stays)
    core.orderMemory();
}

void Accesses::emit(const Access &access) {
  const AccessStrategy &strategy = plans.of(access.instruction).strategy(access.tests);
  if (access.in_memory_order && !strategy.knowsMemoryOrder())
    return emitByElement(strategy, access);
  strategy.emit(*this, access);
}

// For a strategy that does not know of the order of memory.
void Accesses::emitByElement(const AccessStrategy &strategy, const Access &access) {
  if (auto *store = dyn_cast<StoreInst>(&access.instruction)) {
    const Value *value = store->getValueOperand();
    const Widener::Elements parts = core.knownVectors(value);
    core.setVectors(value, deinterleave(core.builder, parts));
    strategy.emit(*this, access);
    core.setVectors(value, parts);
    return;
  }
  strategy.emit(*this, access);
  core.setVectors(&access.instruction,
                  interleave(core.builder, core.knownVectors(&access.instruction)));
}

void Accesses::noteGather(const Instruction &access, StringRef what) {
  core.remark(access, what);
  has_gathers = true;
}

} // namespace weft
