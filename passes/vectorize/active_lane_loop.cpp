// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/active_lane_loop.h"

using namespace llvm;

namespace weft {

ActiveLaneLoop::ActiveLaneLoop(Widener &core, Value *mask) : WidenerPart(core) {
  Value *bits = core.maskBits(mask);
  before = builder.GetInsertBlock();
  head = core.newBlock("lanes");
  BasicBlock *body = core.newBlock("lane");
  after = core.newBlock("lanes.done");
  builder.CreateBr(head);
  builder.SetInsertPoint(head);
  left = builder.CreatePHI(bits->getType(), 2);
  left->addIncoming(bits, before);
  builder.CreateCondBr(builder.CreateIsNotNull(left), body, after);
  builder.SetInsertPoint(body);
  Value *lowest =
      builder.CreateIntrinsic(Intrinsic::cttz, {bits->getType()}, {left, builder.getTrue()});
  number = builder.CreateZExtOrTrunc(lowest, builder.getInt64Ty());
}

PHINode *ActiveLaneLoop::carried(Value *initial) {
  auto *phi = PHINode::Create(initial->getType(), 2, "", head->getFirstNonPHIIt());
  phi->addIncoming(initial, before);
  phis.push_back(phi);
  return phi;
}

void ActiveLaneLoop::end(ArrayRef<Value *> next) {
  Value *one = ConstantInt::get(left->getType(), 1);
  Value *rest = builder.CreateAnd(left, builder.CreateSub(left, one));
  left->addIncoming(rest, builder.GetInsertBlock());
  for (auto [phi, value] : zip_equal(phis, next))
    phi->addIncoming(value, builder.GetInsertBlock());
  builder.CreateBr(head);
  builder.SetInsertPoint(after);
}

} // namespace weft
