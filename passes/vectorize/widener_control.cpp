// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The widener's control flow: levels, masks, edges, phis.
#include "passes/analysis/memory_order.h"
#include "passes/vectorize/widener.h"

#include "passes/vectorize/access/accesses.h"
#include "passes/vectorize/access/lane_shuffles.h"
#include "passes/vectorize/widener_levels.h"

using namespace llvm;

namespace weft {

BasicBlock *Widener::newBlock(const Twine &name) {
  return BasicBlock::Create(wide->getContext(), name, wide);
}

AllocaInst *Widener::createVariable(Type *type, const Twine &name) {
  auto *result = new AllocaInst(type, layout.getAllocaAddrSpace(), name, entry);
  variables.push_back(result);
  return result;
}

BasicBlock *Widener::targetBlock(LevelState &state, unsigned next) {
  if (next == FlowLevel::Exit)
    return entries.lookup(state.level->exit_block);
  if (next == FlowLevel::Back)
    return entries.lookup(state.level->nodes[0].block);
  const FlowLevel::Node &node = state.level->nodes[next];
  if (!node.inner)
    return entries.lookup(node.block);
  BasicBlock *&landing = landings[node.inner];
  if (!landing)
    landing = newBlock(node.block->getName() + ".enter");
  return landing;
}

// The builder stands where all lanes of `mask` enter the level.
void Widener::emitLevel(const FlowLevel &level, Value *mask) {
  states.push_back(std::make_unique<LevelState>());
  LevelState &state = *states.back();
  state.level = &level;
  state.plan = planLevel(level, shapes, [&](const BasicBlock &block) { return costOf(block); });
  state.mask = state.enter_mask = mask;
  state.mostly_whole = mostly_whole && !state.plan.live_mask;
  state.node_masks.resize(level.nodes.size());
  state.nodes_mostly_whole.resize(level.nodes.size());
  state.edges_to.resize(level.nodes.size());
  for (const FlowLevel::Node &node : level.nodes)
    for (unsigned succ : node.succs)
      if (succ < FlowLevel::Back)
        ++state.edges_to[succ];
  BasicBlock *header = entries.lookup(level.nodes[0].block);
  if (level.loop)
    state.outside = builder.GetInsertBlock();
  builder.CreateBr(header);
  if (level.loop)
    createHeaderPhis(state);
  for (unsigned n = 0; n < level.nodes.size() && failure.empty(); ++n)
    emitNode(state, n);
}

void Widener::createHeaderPhis(LevelState &state) {
  const FlowLevel &level = *state.level;
  BasicBlock *header = level.nodes[0].block;
  builder.SetInsertPoint(entries.lookup(header));
  builder.SetCurrentDebugLocation(DebugLoc());
  if (state.plan.live_mask)
    state.mask = state.live = builder.CreatePHI(state.mask->getType(), 2, "live");
  for (const PHINode &phi : header->phis()) {
    BasicBlock *latch = level.loop->getLoopLatch();
    BasicBlock *outside = level.loop->getLoopPreheader();
    bool is_scalar = hasScalar(&phi);
    unsigned count = is_scalar ? 1 : flatCount(phi.getType());
    Elements elements;
    for (unsigned i = 0; i < count; ++i) {
      Type *type = is_scalar ? phi.getType() : wideType(flatType(phi.getType(), i));
      PHINode *wide_phi = builder.CreatePHI(type, 2, phi.getName());
      elements.push_back(wide_phi);
      header_phis.push_back({&phi, wide_phi, i, is_scalar, outside, latch, &state});
    }
    if (is_scalar)
      scalars[&phi] = elements[0];
    else
      setVectors(&phi, elements);
  }
}

void Widener::completeHeaderPhis() {
  if (!failure.empty())
    return;
  builder.SetCurrentDebugLocation(DebugLoc());
  for (auto &state : states) {
    if (!state->level->loop)
      continue;
    if (!state->latch) {
      // Some lane that stays is what keeps a loop a loop.
      failure = "a loop that never turns around";
      return;
    }
    if (state->live) {
      state->live->addIncoming(state->enter_mask, state->outside);
      state->live->addIncoming(state->back_mask, state->latch);
    }
  }
  for (HeaderPhi &phi : header_phis)
    for (bool from_latch : {false, true}) {
      BasicBlock *from = from_latch ? phi.state->latch : phi.state->outside;
      const Value *value =
          phi.scalar->getIncomingValueForBlock(from_latch ? phi.latch : phi.outside);
      builder.SetInsertPoint(from->getTerminator());
      phi.wide->addIncoming(phi.is_scalar ? scalarOf(value) : vectorOf(value, phi.element), from);
    }
}

// Whether no more than bounds keep lanes of the level from coming to a node.
bool Widener::isMostlyWhole(const LevelState &state, unsigned n) const {
  const FlowLevel::Node &node = state.level->nodes[n];
  switch (state.plan.nodes[n].mask) {
  case NodePlan::Mask::Level:
    return state.mostly_whole;
  case NodePlan::Mask::Idom:
    return state.nodes_mostly_whole[node.idom];
  case NodePlan::Mask::Merge:
    break;
  }
  if (state.edges_to[n] != 1 || !state.nodes_mostly_whole[node.idom])
    return false;
  const FlowLevel::Node &idom = state.level->nodes[node.idom];
  auto *branch = idom.inner ? nullptr : dyn_cast<BranchInst>(idom.block->getTerminator());
  return branch && (branch->isUnconditional() ||
                    keepsWhole(branch->getCondition(), idom.succs[0] == n, shapes));
}

void Widener::emitNode(LevelState &state, unsigned n) {
  const FlowLevel::Node &node = state.level->nodes[n];
  const NodePlan &plan = state.plan.nodes[n];
  builder.SetInsertPoint(targetBlock(state, n));
  builder.SetCurrentDebugLocation(DebugLoc());
  Value *mask = nullptr;
  switch (plan.mask) {
  case NodePlan::Mask::Level:
    mask = state.mask;
    break;
  case NodePlan::Mask::Idom:
    mask = state.node_masks[node.idom];
    break;
  case NodePlan::Mask::Merge:
    mask = state.node_masks[n]; // of its one edge
    if (AllocaInst *variable = mask_variables.lookup(node.block))
      mask = builder.CreateLoad(variable->getAllocatedType(), variable,
                                node.block->getName() + ".mask");
    break;
  }
  state.node_masks[n] = mask;
  state.nodes_mostly_whole[n] = mostly_whole = isMostlyWhole(state, n);
  if (!node.inner)
    readPhis(state, n);
  if (plan.skip != NodePlan::None) {
    BasicBlock *run = newBlock(node.block->getName() + ".run");
    builder.CreateCondBr(any(mask), run, targetBlock(state, plan.skip));
    builder.SetInsertPoint(run);
  }
  createVariables(state, n);
  if (node.inner) {
    emitLevel(*node.inner, mask);
    return;
  }
  current_mask = mask;
  some_run = plan.non_empty;
  accesses->emitBlock(*node.block);
  if (!failure.empty())
    return;
  builder.SetCurrentDebugLocation(node.block->getTerminator()->getDebugLoc());
  emitTerminator(state, n);
}

// Masks and phis of the nodes whose immediate dominator is `n`: no way to them leads around it.
// What they hold must not come from an earlier iteration of a loop around.
void Widener::createVariables(LevelState &state, unsigned n) {
  for (unsigned m = n + 1; m < state.level->nodes[n].dominated_end; ++m) {
    const FlowLevel::Node &node = state.level->nodes[m];
    if (node.idom != n)
      continue;
    if (state.plan.nodes[m].mask == NodePlan::Mask::Merge && state.edges_to[m] > 1) {
      Type *type = lanes->getType();
      AllocaInst *variable = createVariable(type, node.block->getName() + ".mask");
      mask_variables[node.block] = variable;
      builder.CreateStore(Constant::getNullValue(type), variable);
    }
    if (node.inner)
      continue;
    for (const PHINode &phi : node.block->phis()) {
      bool is_scalar = hasScalar(&phi);
      unsigned count = is_scalar ? 1 : flatCount(phi.getType());
      for (unsigned i = 0; i < count; ++i) {
        Type *type = is_scalar ? phi.getType() : wideType(flatType(phi.getType(), i));
        AllocaInst *slot = createVariable(type, phi.getName());
        const Constant *usual = is_scalar ? nullptr : usualAtExit(phi);
        builder.CreateStore(usual ? vectorOf(usual, i) : PoisonValue::get(type), slot);
        phi_variables[&phi].slots.push_back(slot);
      }
    }
  }
}

// The constant that lanes bring from a loop which they leave one by one. It is in place before the
// loop runs, so that nothing has to be written, and no mask kept, in each iteration.
const Constant *Widener::usualAtExit(const PHINode &phi) const {
  const FlowLevel &level = levels.levelOf(*phi.getParent());
  for (const BasicBlock *from : phi.blocks()) {
    auto *constant = dyn_cast<Constant>(phi.getIncomingValueForBlock(from));
    if (constant && !isa<UndefValue>(constant) && &levels.levelOf(*from) != &level &&
        shapes.isDivergent(from))
      return constant;
  }
  return nullptr;
}

void Widener::readPhis(const LevelState &state, unsigned n) {
  const BasicBlock &block = *state.level->nodes[n].block;
  if (state.level->loop && n == 0)
    return;
  for (const PHINode &phi : block.phis()) {
    Elements elements;
    for (AllocaInst *slot : phi_variables[&phi].slots)
      elements.push_back(builder.CreateLoad(slot->getAllocatedType(), slot, phi.getName()));
    if (hasScalar(&phi))
      scalars[&phi] = elements[0];
    else
      setVectors(&phi, elements);
  }
}

// What tells the lanes of `mask` from the others of `base`, which holds all of them; `mask` itself
// if it was not made from `base` in a few steps.
Value *Widener::maskWithin(Value *mask, Value *base, unsigned depth) {
  constexpr unsigned MaxDepth = 4;
  if (mask == base)
    return Constant::getAllOnesValue(mask->getType());
  auto *both = dyn_cast<SelectInst>(mask); // as maskAnd() makes it
  auto *none = both ? dyn_cast<Constant>(both->getFalseValue()) : nullptr;
  if (!none || !none->isNullValue() || depth == MaxDepth)
    return mask;
  Value *outer = maskWithin(both->getCondition(), base, depth + 1);
  return outer == both->getCondition() ? mask : maskAnd(outer, both->getTrueValue());
}

// `base`: a mask with all the lanes that come to `target`; null where lanes wait there that are not
// in `edge_mask`'s iteration.
void Widener::writePhis(LevelState &state, unsigned n, const BasicBlock *target, Value *edge_mask,
                        Value *base) {
  const BasicBlock *from = state.level->nodes[n].inner
                               ? nullptr // exits of inner loops are written inside
                               : state.level->nodes[n].block;
  if (!from)
    return;
  // Where lanes come together only those that came this way change; else all come this way, unless
  // this block runs without any.
  bool parted = shapes.isDivergentJoin(target);
  bool maybe_none = !state.plan.nodes[n].non_empty || shapes.isDivergent(from);
  // Lanes that are not in `base` may hold anything.
  Value *chosen = nullptr;
  for (const PHINode &phi : target->phis()) {
    const Value *value = phi.getIncomingValueForBlock(from);
    auto &slots = phi_variables[&phi].slots;
    if (isa<UndefValue>(value) || (!hasScalar(&phi) && value == usualAtExit(phi)))
      continue;
    if (hasScalar(&phi)) {
      Value *now = scalarOf(value);
      if (maybe_none && !phi.hasConstantValue() && phi.getNumIncomingValues() > 1)
        now =
            builder.CreateSelect(any(edge_mask), now, builder.CreateLoad(now->getType(), slots[0]));
      builder.CreateStore(now, slots[0]);
      continue;
    }
    for (unsigned i = 0; i < slots.size(); ++i) {
      Value *now = vectorOf(value, i);
      if (!chosen && (parted || maybe_none))
        chosen = base ? maskWithin(edge_mask, base) : edge_mask;
      if (auto *constant = dyn_cast_or_null<Constant>(chosen);
          chosen && !(constant && constant->isAllOnesValue())) {
        Value *mask = chosen;
        if (std::optional<MemoryOrder> order = memoryOrder(phi))
          mask = repeatMask(builder, chosen, order->parts, order->parts, order->part * width,
                            /*gaps=*/false);
        now = builder.CreateSelect(mask, now, builder.CreateLoad(now->getType(), slots[i]));
      }
      builder.CreateStore(now, slots[i]);
    }
  }
}

// What the lanes of `edge_mask` leave behind on their way from `n` to `succ`, which may run later.
void Widener::emitEdge(LevelState &state, unsigned n, unsigned succ, Value *edge_mask) {
  if (succ == FlowLevel::Back) {
    state.back_mask = edge_mask;
    return;
  }
  if (succ == FlowLevel::Exit) {
    if (state.level->exit_block)
      writePhis(state, n, state.level->exit_block, edge_mask, /*base=*/nullptr);
    return;
  }
  const FlowLevel::Node &to = state.level->nodes[succ];
  if (state.plan.nodes[succ].mask != NodePlan::Mask::Merge) {
    // Known without its edges.
  } else if (state.edges_to[succ] == 1) {
    state.node_masks[succ] = edge_mask; // all ways there lead through this block
  } else {
    AllocaInst *variable = mask_variables.lookup(to.block);
    Value *old = builder.CreateLoad(edge_mask->getType(), variable);
    builder.CreateStore(builder.CreateOr(old, edge_mask), variable);
  }
  if (!to.inner)
    writePhis(state, n, to.block, edge_mask, state.node_masks[to.idom]);
}

void Widener::emitJump(LevelState &state, unsigned n, unsigned side) {
  const NodePlan &plan = state.plan.nodes[n];
  unsigned next = plan.next[side];
  if (next != FlowLevel::Back) {
    builder.CreateBr(targetBlock(state, next));
    return;
  }
  if (plan.back_tests_mask[side])
    builder.CreateCondBr(any(state.back_mask), targetBlock(state, FlowLevel::Back),
                         targetBlock(state, FlowLevel::Exit));
  else
    builder.CreateBr(targetBlock(state, FlowLevel::Back));
  state.latch = builder.GetInsertBlock();
}

void Widener::emitTerminator(LevelState &state, unsigned n) {
  const FlowLevel::Node &node = state.level->nodes[n];
  const NodePlan &plan = state.plan.nodes[n];
  const Instruction *end = node.block->getTerminator();
  Value *mask = state.node_masks[n];
  if (auto *ret = dyn_cast<ReturnInst>(end)) {
    emitReturn(*ret, mask);
    return;
  }
  if (node.succs.size() == 1) {
    emitEdge(state, n, node.succs[0], mask);
    emitJump(state, n, 0);
    return;
  }
  const Value *condition = cast<BranchInst>(end)->getCondition();
  if (plan.keeps_branch) {
    BasicBlock *sides[2] = {newBlock(node.block->getName() + ".then"),
                            newBlock(node.block->getName() + ".else")};
    auto *branch = builder.CreateCondBr(scalarOf(condition), sides[0], sides[1]);
    if (MDNode *weights = end->getMetadata(LLVMContext::MD_prof))
      branch->setMetadata(LLVMContext::MD_prof, weights);
    for (unsigned i = 0; i < 2; ++i) {
      builder.SetInsertPoint(sides[i]);
      emitEdge(state, n, node.succs[i], mask);
      emitJump(state, n, i);
    }
    return;
  }
  Value *holds = vectorOf(condition);
  Value *edge_masks[2] = {maskAnd(mask, holds), maskAnd(mask, builder.CreateNot(holds))};
  for (unsigned i = 0; i < 2; ++i)
    emitEdge(state, n, node.succs[i], edge_masks[i]);
  emitJump(state, n, 0);
}

// What Calls::emitSharedCall takes apart, at the other end.
void Widener::returnLanes(const Value &value) {
  const unsigned count = flatCount(value.getType());
  if (count == 1) {
    builder.CreateRet(vectorOf(&value));
    return;
  }
  Value *result = PoisonValue::get(wide->getReturnType());
  for (unsigned i = 0; i < count; ++i)
    result = builder.CreateInsertValue(result, vectorOf(&value, i), i);
  builder.CreateRet(result);
}

void Widener::emitReturn(const ReturnInst &ret, Value *mask) {
  const Value *value = ret.getReturnValue();
  if (!value) {
    builder.CreateRetVoid();
  } else if (options.is_called) {
    returnLanes(*value);
  } else if (isUniform(value)) {
    builder.CreateRet(scalarOf(value));
  } else {
    Value *results = builder.CreateSelect(mask, vectorOf(value),
                                          Constant::getNullValue(wideType(value->getType())));
    builder.CreateRet(builder.CreateUnaryIntrinsic(Intrinsic::vector_reduce_umax, results));
  }
}

} // namespace weft
