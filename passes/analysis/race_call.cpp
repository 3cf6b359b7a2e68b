// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/analysis/race_call.h"

#include "weft/check_abi.h"

#include <cstddef>

using namespace llvm;

namespace weft {

void emitRaceCall(IRBuilderBase &builder, ArrayRef<Value *> operands, const RaceLanes &lanes,
                  Value *record) {
  PointerType *pointer = builder.getPtrTy();
  auto store = [&](size_t offset, Value *value) {
    builder.CreateAlignedStore(
        value, builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), record, offset), Align(8));
  };
  Value *none = ConstantPointerNull::get(pointer);
  store(offsetof(weft_race_lanes, shadow), operands[RaceOperand::Shadow]);
  store(offsetof(weft_race_lanes, shadow_begin), operands[RaceOperand::ShadowBegin]);
  store(offsetof(weft_race_lanes, segment), operands[RaceOperand::Segment]);
  store(offsetof(weft_race_lanes, bytes), operands[RaceOperand::Bytes]);
  store(offsetof(weft_race_lanes, object_begin), operands[RaceOperand::ObjectBegin]);
  store(offsetof(weft_race_lanes, mask), lanes.mask);
  store(offsetof(weft_race_lanes, item), operands[RaceOperand::Item]);
  store(offsetof(weft_race_lanes, address), operands[RaceOperand::Address]);
  store(offsetof(weft_race_lanes, stride), lanes.stride);
  store(offsetof(weft_race_lanes, addresses), lanes.addresses ? lanes.addresses : none);
  store(offsetof(weft_race_lanes, items), lanes.items ? lanes.items : none);
  store(offsetof(weft_race_lanes, values), lanes.values ? lanes.values : none);
  auto load = [&](Value *from, size_t offset) {
    return builder.CreateAlignedLoad(
        pointer, builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), from, offset), Align(8));
  };
  Value *launch = load(operands[RaceOperand::Thread], WEFT_CHECK_LAUNCH_OFFSET);
  Value *function = load(launch, offsetof(weft_check_launch, race));
  auto *type = FunctionType::get(builder.getVoidTy(), {pointer, pointer, pointer, pointer}, false);
  CallInst *call = builder.CreateCall(type, function,
                                      {operands[RaceOperand::Thread], operands[RaceOperand::Site],
                                       operands[RaceOperand::Object], record});
  call->setDoesNotThrow();
  call->addFnAttr(Attribute::WillReturn);
  // Nothing that the kernel sees is changed.
  call->setMemoryEffects(MemoryEffects::inaccessibleMemOnly() |
                         MemoryEffects::argMemOnly(ModRefInfo::Ref));
}

} // namespace weft
