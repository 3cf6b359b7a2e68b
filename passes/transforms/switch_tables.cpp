// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/transforms/switch_tables.h"

#include "passes/address_space.h"
#include "passes/target/target_info.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {
namespace {

constexpr unsigned MostEntries = 16; // a register of words
constexpr unsigned FewestWays = 3, MostResults = 4;

// base + table[the switch's condition]; base may be null.
struct Tabulated {
  PHINode *phi = nullptr;
  Value *base = nullptr;
  SmallVector<Constant *, MostEntries> table;
};

class SwitchTables {
public:
  explicit SwitchTables(SwitchInst &choice)
      : choice(choice), start(choice.getParent()), layout(choice.getDataLayout()) {}

  bool run();

private:
  bool findJoin();
  static bool isNever(const BasicBlock &block) { return isa<UnreachableInst>(block.front()); }
  bool isWay(BasicBlock &block) const;
  bool tabulate(PHINode &phi, unsigned entries);
  Value *lookUp(const Tabulated &result, Value *index) const;

  SwitchInst &choice;
  BasicBlock *start, *join = nullptr;
  SmallPtrSet<BasicBlock *, 8> ways; // between the two
  SmallVector<Tabulated, MostResults> results;
  const DataLayout &layout;
};

// Whether the block does nothing but add constants for where it leads to.
bool SwitchTables::isWay(BasicBlock &block) const {
  BasicBlock *next = block.getSingleSuccessor();
  if (block.getUniquePredecessor() != start || !next || isa<PHINode>(block.front()))
    return false;
  return all_of(drop_end(block), [&](const Instruction &instruction) {
    return match(&instruction, m_CombineOr(m_Add(m_Value(), m_ConstantInt()),
                                           m_Sub(m_Value(), m_ConstantInt()))) &&
           all_of(instruction.users(), [&](const User *user) {
             auto *phi = dyn_cast<PHINode>(user);
             return phi && phi->getParent() == next;
           });
  });
}

bool SwitchTables::findJoin() {
  for (BasicBlock *next : successors(start)) {
    if (isNever(*next))
      continue;
    const bool is_way = isWay(*next);
    if (is_way)
      ways.insert(next);
    BasicBlock *end = is_way ? next->getSingleSuccessor() : next;
    if (join && join != end)
      return false;
    join = end;
  }
  return join && all_of(predecessors(join),
                        [&](BasicBlock *from) { return from == start || ways.contains(from); });
}

bool SwitchTables::tabulate(PHINode &phi, unsigned entries) {
  Type *type = phi.getType();
  if ((!type->isIntegerTy() && !type->isFloatingPointTy()) || type->getPrimitiveSizeInBits() < 8 ||
      type->getPrimitiveSizeInBits() > 64)
    return false;
  Tabulated result;
  result.phi = &phi;
  bool is_first = true;
  for (unsigned entry = 0; entry < entries; ++entry) {
    auto *number = ConstantInt::get(cast<IntegerType>(choice.getCondition()->getType()), entry);
    BasicBlock *way = choice.findCaseValue(number)->getCaseSuccessor();
    if (isNever(*way)) {
      result.table.push_back(Constant::getNullValue(type));
      continue;
    }
    Value *value = phi.getIncomingValueForBlock(way == join ? start : way), *base = nullptr;
    auto *constant = dyn_cast<Constant>(value);
    if (constant) {
      if (!isa<ConstantInt, ConstantFP>(constant))
        return false;
    } else if (!type->isIntegerTy()) {
      return false;
    } else if (auto *sum = dyn_cast<BinaryOperator>(value);
               sum && ways.contains(sum->getParent())) {
      const APInt &added = cast<ConstantInt>(sum->getOperand(1))->getValue(); // isWay()
      constant = ConstantInt::get(type, sum->getOpcode() == Instruction::Sub ? -added : added);
      base = sum->getOperand(0);
    } else {
      constant = ConstantInt::get(type, 0);
      base = value;
    }
    auto *made = dyn_cast_or_null<Instruction>(base);
    if ((!is_first && base != result.base) || (made && ways.contains(made->getParent())))
      return false;
    result.base = base;
    is_first = false;
    result.table.push_back(constant);
  }
  results.push_back(std::move(result));
  return true;
}

Value *SwitchTables::lookUp(const Tabulated &result, Value *index) const {
  Type *type = result.phi->getType();
  Constant *table = ConstantArray::get(ArrayType::get(type, result.table.size()), result.table);
  auto *variable = new GlobalVariable(*start->getModule(), table->getType(), /*isConstant=*/true,
                                      GlobalValue::PrivateLinkage, table, "ways", nullptr,
                                      GlobalValue::NotThreadLocal, AddressSpace::Constant);
  variable->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  IRBuilder<> builder(&choice);
  LoadInst *load =
      builder.CreateLoad(type, builder.CreateInBoundsGEP(type, variable, index), "way");
  load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(builder.getContext(), {}));
  return result.base ? builder.CreateAdd(result.base, load) : load;
}

bool SwitchTables::run() {
  const APInt most = computeKnownBits(choice.getCondition(), layout).getMaxValue();
  if (most.uge(MostEntries) || !findJoin() || join == start ||
      SmallPtrSet<BasicBlock *, 8>(succ_begin(start), succ_end(start)).size() < FewestWays)
    return false;
  for (PHINode &phi : join->phis())
    if (results.size() == MostResults || !tabulate(phi, unsigned(most.getZExtValue()) + 1))
      return false;
  if (results.empty())
    return false;
  IRBuilder<> builder(&choice);
  Value *index = builder.CreateZExtOrTrunc(choice.getCondition(), builder.getInt64Ty());
  for (const Tabulated &result : results) {
    result.phi->replaceAllUsesWith(lookUp(result, index));
    result.phi->eraseFromParent();
  }
  builder.CreateBr(join);
  choice.eraseFromParent();
  DeleteDeadBlocks(SmallVector<BasicBlock *, 8>(ways.begin(), ways.end()));
  return true;
}

} // namespace

PreservedAnalyses TabulateSwitchesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (targetOf(function, analyses).tableBits() == 0)
    return PreservedAnalyses::all();
  bool changed = false;
  SmallVector<SwitchInst *, 4> choices;
  for (BasicBlock &block : function)
    if (auto *choice = dyn_cast<SwitchInst>(block.getTerminator()))
      choices.push_back(choice);
  for (SwitchInst *choice : choices)
    changed |= SwitchTables(*choice).run();
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft
