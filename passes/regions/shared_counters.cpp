// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/regions/shared_counters.h"

#include "passes/regions/group_uniformity.h"
#include "passes/regions/rematerialize.h"
#include "passes/work_item_function.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/Utils/Local.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace weft {
namespace {

// Values that are one value of the work-item and a number that the group shares. Sums and phis that
// lead from one of them to another.
class Family {
public:
  Family(const GroupUniformity &uniformity, const LoopInfo &loops)
      : uniformity(uniformity), loops(loops) {}

  // Whether there is one around `counter`, a loop's phi.
  bool find(PHINode &counter, Rematerializer &rematerializer) {
    root = beginningOf(counter);
    if (!root || !isWorthComputingAgain(*root, rematerializer))
      return false;
    members.insert(&counter);
    for (size_t i = 0; i < members.size(); ++i)
      for (User *user : members[i]->users())
        if (auto *instruction = dyn_cast<Instruction>(user); instruction && mayFollow(*instruction))
          members.insert(instruction);
    while (members.remove_if([&](Instruction *member) { return !isComplete(*member); }))
      ;
    return members.contains(&counter);
  }

  bool isMember(const Value &value) const {
    auto *instruction = dyn_cast<Instruction>(&value);
    return instruction && members.contains(const_cast<Instruction *>(instruction));
  }

  // Makes every use of a member one of the root and a number.
  void separate() {
    for (Instruction *member : members)
      if (auto *phi = dyn_cast<PHINode>(member))
        numbers[phi] =
            IRBuilder<>(phi).CreatePHI(numberType(), phi->getNumIncomingValues(), phi->getName());
    for (Instruction *member : members)
      if (auto *phi = dyn_cast<PHINode>(member))
        for (auto [value, block] : zip_equal(phi->incoming_values(), phi->blocks()))
          cast<PHINode>(numbers[phi])->addIncoming(numberOf(*value), block);
    for (Instruction *member : members)
      for (Use &use : make_early_inc_range(member->uses()))
        if (!members.contains(cast<Instruction>(use.getUser())))
          use.set(sumAt(use, *member));
    for (Instruction *member : members)
      member->replaceAllUsesWith(PoisonValue::get(member->getType()));
    for (Instruction *member : members)
      member->eraseFromParent();
  }

private:
  // What a loop's phi has before the first iteration, if that is one value.
  Value *beginningOf(const PHINode &phi) const {
    const Loop *loop = loops.getLoopFor(phi.getParent());
    Value *beginning = nullptr;
    for (auto [value, block] : zip_equal(phi.incoming_values(), phi.blocks())) {
      if (loop->contains(block))
        continue;
      if (beginning && beginning != value)
        return nullptr;
      beginning = value;
    }
    return beginning;
  }

  static bool isWorthComputingAgain(Value &value, Rematerializer &rematerializer) {
    auto *instruction = dyn_cast<Instruction>(&value);
    return instruction ? rematerializer.isCheap(*instruction) : isa<Argument>(value);
  }

  // Whether all work-items of the group that run the loop leave it in the same iteration.
  bool isLeftTogether(const Loop &loop) const {
    SmallVector<BasicBlock *, 4> exiting;
    loop.getExitingBlocks(exiting);
    return none_of(exiting,
                   [&](const BasicBlock *block) { return uniformity.branchDiverges(*block); });
  }

  // Whether it adds to a value of the family, or may hand one on.
  bool mayFollow(const Instruction &instruction) const {
    if (instruction.getType() != root->getType())
      return false;
    if (auto *phi = dyn_cast<PHINode>(&instruction)) {
      const Loop *loop = loops.getLoopFor(phi->getParent());
      return phi->getNumIncomingValues() == 1 ||
             (loop && loop->getHeader() == phi->getParent() && isLeftTogether(*loop));
    }
    if (auto *gep = dyn_cast<GetElementPtrInst>(&instruction))
      return isMember(*gep->getPointerOperand()) &&
             all_of(gep->indices(), [&](const Use &index) { return uniformity.isUniform(*index); });
    return (instruction.getOpcode() == Instruction::Add ||
            instruction.getOpcode() == Instruction::Sub) &&
           baseOf(instruction) != nullptr;
  }

  // The operand of a sum that is of the family, the other one being the group's.
  Value *baseOf(const Instruction &sum) const {
    Value *left = sum.getOperand(0), *right = sum.getOperand(1);
    if (isMember(*left) && uniformity.isUniform(*right))
      return left;
    return sum.getOpcode() == Instruction::Add && isMember(*right) && uniformity.isUniform(*left)
               ? right
               : nullptr;
  }

  // Whether all that it is made of is of the family.
  bool isComplete(const Instruction &member) const {
    if (auto *phi = dyn_cast<PHINode>(&member))
      return all_of(phi->incoming_values(),
                    [&](const Use &value) { return value == root || isMember(*value); });
    if (auto *gep = dyn_cast<GetElementPtrInst>(&member))
      return isMember(*gep->getPointerOperand());
    return baseOf(member) != nullptr;
  }

  Type *numberType() const {
    return root->getType()->isPointerTy() ? layout().getIndexType(root->getType())
                                          : root->getType();
  }
  const DataLayout &layout() const { return members.front()->getDataLayout(); }

  Value *numberOf(Value &value) {
    if (&value == root)
      return ConstantInt::get(numberType(), 0);
    auto *member = cast<Instruction>(&value);
    if (Value *known = numbers.lookup(member))
      return known;
    IRBuilder<> builder(member);
    Value *number = nullptr;
    if (auto *gep = dyn_cast<GetElementPtrInst>(member)) {
      Value *before = numberOf(*gep->getPointerOperand());
      number = builder.CreateAdd(before, emitGEPOffset(&builder, layout(), gep), gep->getName());
    } else {
      Value *base = baseOf(*member);
      Value *before = numberOf(*base);
      number = member->getOpcode() == Instruction::Sub
                   ? builder.CreateSub(before, member->getOperand(1), member->getName())
                   : builder.CreateAdd(before, member->getOperand(member->getOperand(0) == base),
                                       member->getName());
    }
    return numbers[member] = number;
  }

  // Beside each use, for it is not to live across a barrier.
  Value *sumAt(Use &use, Instruction &member) {
    auto *user = cast<Instruction>(use.getUser());
    auto *phi = dyn_cast<PHINode>(user);
    Instruction *at = phi ? phi->getIncomingBlock(use)->getTerminator() : user;
    // A phi has one value for all edges from a block.
    Value *&sum = sums[{at, &member}];
    if (sum)
      return sum;
    IRBuilder<> builder(at);
    Value *number = numberOf(member);
    return sum = root->getType()->isPointerTy()
                     ? builder.CreatePtrAdd(root, number, member.getName())
                     : builder.CreateAdd(root, number, member.getName());
  }

  const GroupUniformity &uniformity;
  const LoopInfo &loops;
  Value *root = nullptr;
  SmallSetVector<Instruction *, 16> members;
  DenseMap<Instruction *, Value *> numbers;
  DenseMap<std::pair<Instruction *, Instruction *>, Value *> sums; // by place and member
};

bool hasBarrier(const Loop &loop) {
  return any_of(loop.blocks(), [](const BasicBlock *block) { return any_of(*block, isBarrier); });
}

bool mayCount(const PHINode &phi) {
  return phi.getType()->isPointerTy() ||
         (phi.getType()->isIntegerTy() && phi.getType()->getIntegerBitWidth() > 8);
}

} // namespace

bool shareCounters(Function &function) {
  const LoopInfo loops{DominatorTree(function)};
  SmallVector<PHINode *, 8> counters;
  for (const Loop *loop : loops.getLoopsInPreorder())
    if (hasBarrier(*loop))
      for (PHINode &phi : loop->getHeader()->phis())
        if (mayCount(phi))
          counters.push_back(&phi);
  if (counters.empty())
    return false;
  const GroupUniformity uniformity(function);
  Rematerializer rematerializer;
  std::vector<Family> families; // all of them are found before anything changes
  for (PHINode *counter : counters) {
    const bool known =
        any_of(families, [&](const Family &family) { return family.isMember(*counter); });
    if (Family family(uniformity, loops);
        !known && !uniformity.isUniform(*counter) && family.find(*counter, rematerializer))
      families.push_back(std::move(family));
  }
  for (Family &family : families)
    family.separate();
  return !families.empty();
}

} // namespace weft
