// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses in a loop over the lanes: about as fast as one written after the other, and much less
// code, which counts where they hardly ever run. An address that is computed from values with a
// stride is computed again in each iteration:
//
//   text[(uint)(at + i)], the sum may wrap      for each active lane: text[(uint)(at_0 + lane + i)]
#include "passes/vectorize/access/lane_access.h"
#include "passes/vectorize/active_lane_loop.h"

using namespace llvm;

namespace weft {

static constexpr unsigned MaxDepth = 8; // of the expression that an address is

// Whether remake() can make one lane's value here, from scalars alone.
bool LaneAccess::canRemake(const Value *value, unsigned depth) const {
  if (core.hasScalar(value))
    return isa<Constant>(value) || isa<Argument>(value) || core.knownScalar(value) != nullptr;
  auto *binary = dyn_cast<BinaryOperator>(value);
  if (depth == MaxDepth || value->getType()->isVectorTy() || (binary && binary->isIntDivRem()) ||
      (!binary && !isa<CastInst, GetElementPtrInst>(value)))
    return false;
  return all_of(cast<Instruction>(value)->operands(),
                [&](const Use &use) { return canRemake(use, depth + 1); });
}

Value *LaneAccess::remake(const Value *value, Value *lane) {
  if (core.hasScalar(value))
    return core.laneOf(value, lane);
  Instruction *clone = cast<Instruction>(value)->clone();
  for (Use &use : clone->operands())
    use.set(remake(use, lane));
  clone->dropPoisonGeneratingAnnotations();
  return builder.Insert(clone);
}

// Calls `access` with the number of each active lane and its address, `offset` bytes from its
// `pointer`.
void LaneAccess::overLanes(const Value *pointer, uint64_t offset,
                           function_ref<void(Value *, Value *)> access) {
  AllocaInst *addresses = nullptr;
  if (!canRemake(pointer)) {
    Value *pointers = core.vectorOf(pointer);
    addresses =
        new AllocaInst(pointers->getType(), layout.getAllocaAddrSpace(), "addresses", core.entry);
    builder.CreateStore(pointers, addresses);
  }
  ActiveLaneLoop loop(core, core.current_mask);
  Value *address =
      addresses ? builder.CreateLoad(pointer->getType(),
                                     builder.CreateGEP(pointer->getType(), addresses, loop.lane()))
                : remake(pointer, loop.lane());
  access(loop.lane(), core.elementAddress(address, int64_t(offset)));
  loop.end();
}

} // namespace weft
