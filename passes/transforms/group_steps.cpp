// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/transforms/group_steps.h"

#include "passes/analysis/argument_expressions.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace weft {
namespace {

// Instructions that both ways get: such as the start, or a common return.
constexpr size_t MostShared = 64;

using Blocks = SmallPtrSet<const BasicBlock *, 16>;

Blocks reachableFrom(const BasicBlock &from) {
  Blocks result;
  SmallVector<const BasicBlock *, 16> pending = {&from};
  while (!pending.empty()) {
    const BasicBlock *block = pending.pop_back_val();
    if (result.insert(block).second)
      append_range(pending, successors(block));
  }
  return result;
}

// The branch that a group takes as one, if its ways have little in common.
BranchInst *findChoice(Function &region) {
  BasicBlock &start = region.getEntryBlock();
  while (BasicBlock *next = start.getSingleSuccessor())
    if (!MergeBlockIntoPredecessor(next))
      return nullptr;
  auto *branch = dyn_cast<BranchInst>(start.getTerminator());
  if (!branch || !branch->isConditional() || isa<Constant>(branch->getCondition()) ||
      branch->getSuccessor(0) == branch->getSuccessor(1) ||
      !isOfArguments(branch->getCondition(), SameFor::Group))
    return nullptr;
  Blocks first = reachableFrom(*branch->getSuccessor(0));
  size_t shared = start.size();
  for (const BasicBlock *block : reachableFrom(*branch->getSuccessor(1)))
    if (first.contains(block))
      shared += block->size();
  return shared <= MostShared ? branch : nullptr;
}

// A function of the region's parameters, which runs once for a group; `write` fills it.
template <typename Write>
Function *createStep(Function &region, const Twine &name, Type *result, Write write) {
  auto *type = FunctionType::get(result, region.getFunctionType()->params(), false);
  Function *step = Function::Create(type, GlobalValue::InternalLinkage, name, region.getParent());
  step->setDSOLocal(true);
  step->addFnAttr(Attribute::AlwaysInline);
  step->addFnAttr(Attribute::NoUnwind);
  SmallVector<Value *, 32> arguments;
  for (Argument &argument : step->args()) {
    argument.setName(region.getArg(argument.getArgNo())->getName());
    arguments.push_back(&argument);
  }
  IRBuilder<> builder(BasicBlock::Create(region.getContext(), "entry", step));
  ArgumentExpressions expressions(builder, arguments);
  write(builder, expressions);
  return step;
}

// Leaves one way of the region's first branch.
void takeWay(Function &region, unsigned way) {
  BasicBlock &start = region.getEntryBlock();
  auto *branch = cast<BranchInst>(start.getTerminator());
  branch->getSuccessor(1 - way)->removePredecessor(&start);
  ReplaceInstWithInst(branch, BranchInst::Create(branch->getSuccessor(way)));
  removeUnreachableBlocks(region);
  for (BasicBlock &block : make_early_inc_range(region))
    MergeBlockIntoPredecessor(&block);
  for (BasicBlock &block : region)
    SimplifyInstructionsInBlock(&block);
}

// Where a region of constant results leads.
SmallVector<unsigned, 4> nextOf(Function &region, ArrayRef<unsigned> all) {
  SmallVector<unsigned, 4> next;
  auto add = [&](const Value *value) {
    auto *number = dyn_cast<ConstantInt>(value);
    if (number && !is_contained(next, number->getZExtValue()))
      next.push_back(unsigned(number->getZExtValue()));
    return number != nullptr;
  };
  for (BasicBlock &block : region) {
    auto *ret = dyn_cast<ReturnInst>(block.getTerminator());
    if (!ret)
      continue;
    auto *phi = dyn_cast<PHINode>(ret->getReturnValue());
    if (phi ? !all_of(phi->incoming_values(), add) : !add(ret->getReturnValue()))
      return SmallVector<unsigned, 4>(all);
  }
  return next;
}

} // namespace

void splitAtChoices(RegionPlan &plan) {
  const size_t regions = plan.regions.size();
  for (size_t i = 0; i < regions; ++i) {
    Function &region = *plan.regions[i].function;
    BranchInst *branch = findChoice(region);
    if (!branch)
      continue;
    const std::string name = region.getName().str();
    Function *choice =
        createStep(region, Twine(name) + ".choice", Type::getInt1Ty(region.getContext()),
                   [&](IRBuilderBase &builder, ArgumentExpressions &expressions) {
                     builder.CreateRet(expressions.make(branch->getCondition()));
                   });
    ValueToValueMapTy map;
    Function *ways[] = {CloneFunction(&region, map), &region};
    for (unsigned way : {0, 1}) {
      takeWay(*ways[way], way);
      Region part = plan.regions[i];
      part.function = ways[way];
      part.number = unsigned(plan.regions.size() + 1);
      part.next = nextOf(*part.function, part.next);
      plan.regions.push_back(std::move(part));
    }
    Region &split = plan.regions[i];
    split.function = nullptr;
    split.choice = choice;
    split.next = {unsigned(plan.regions.size() - 1), unsigned(plan.regions.size())};
    ways[0]->setName(Twine(name) + ".then");
    ways[1]->setName(Twine(name) + ".else");
  }
}

void keepOncePerGroup(RegionPlan &plan, unsigned item_params) {
  for (Region &region : plan.regions) {
    if (!region.function)
      continue;
    Function &function = *region.function;
    const Argument *kept = function.getArg(item_params + RegionParam::Uniforms);
    std::optional<PostDominatorTree> postdominators;
    SmallVector<StoreInst *, 4> stores;
    for (Instruction &instruction : instructions(function)) {
      auto *store = dyn_cast<StoreInst>(&instruction);
      if (!store || getUnderlyingObject(store->getPointerOperand()) != kept ||
          !isOfArguments(store->getPointerOperand(), SameFor::Group) ||
          !isOfArguments(store->getValueOperand(), SameFor::Group))
        continue;
      if (!postdominators)
        postdominators.emplace(function);
      if (postdominators->dominates(store->getParent(), &function.getEntryBlock()))
        stores.push_back(store);
    }
    if (stores.empty())
      continue;
    region.keep =
        createStep(function, function.getName() + ".keep", Type::getVoidTy(function.getContext()),
                   [&](IRBuilderBase &builder, ArgumentExpressions &expressions) {
                     for (StoreInst *store : stores) {
                       Value *value = expressions.make(store->getValueOperand());
                       builder.CreateAlignedStore(
                           value, expressions.make(store->getPointerOperand()), store->getAlign());
                     }
                     builder.CreateRetVoid();
                   });
    for (StoreInst *store : stores) {
      Value *operands[] = {store->getValueOperand(), store->getPointerOperand()};
      store->eraseFromParent();
      for (Value *operand : operands)
        RecursivelyDeleteTriviallyDeadInstructions(operand);
    }
  }
}

} // namespace weft
