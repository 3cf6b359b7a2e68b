// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/linearize.h"

#include "passes/analysis/kept_values.h"

#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {
namespace {

// Instructions in a region that make it worth a test whether any lane wants it: a test and a
// predictable jump cost about as much as this many vector operations.
constexpr unsigned SkipThreshold = 14;
// The same where the lanes part at a bound that only one of many vectors lies across. Whole groups
// may lie behind it, and memory that nobody has ever touched: without a test, each access there
// would look for its page, and take a hundred times as long as one that has something to do.
constexpr unsigned SkipThresholdAtBound = 4;
constexpr unsigned LoopCost = 1000;

class Planner {
public:
  Planner(const FlowLevel &level, const ShapeInfo &shapes,
          function_ref<BlockCost(const BasicBlock &)> cost_of)
      : level(level), shapes(shapes), cost_of(cost_of), pending(level.nodes.size()),
        incoming(level.nodes.size()), costs(level.nodes.size()) {
    plan.nodes.resize(level.nodes.size());
  }

  LevelPlan run();

private:
  using Pending = std::set<unsigned>; // nodes and Exit; ordered, as its least element runs next

  unsigned skipThreshold(unsigned n) const;
  void decideMask(unsigned n);
  void decideSkip(unsigned n);
  unsigned advance(unsigned n, const Pending &wanted, bool whole, bool *tests_mask);
  void findReachable();

  struct Edge {
    unsigned from;
    bool whole; // all lanes of `from` come along
  };

  const FlowLevel &level;
  const ShapeInfo &shapes;
  function_ref<BlockCost(const BasicBlock &)> cost_of;
  std::vector<Pending> pending;
  std::vector<SmallVector<Edge, 4>> incoming;
  std::vector<BlockCost> costs;
  LevelPlan plan;
};

void Planner::decideMask(unsigned n) {
  NodePlan &node = plan.nodes[n];
  if (n == 0 || pending[n].empty()) {
    // No lane can be anywhere else.
    node.mask = NodePlan::Mask::Level;
    node.non_empty = true;
    return;
  }
  bool all_whole = all_of(
      incoming[n], [&](const Edge &edge) { return edge.whole && plan.nodes[edge.from].non_empty; });
  node.non_empty = all_whole;
  if (level.nodes[n].like_idom) {
    node.mask = NodePlan::Mask::Idom;
    node.non_empty |= plan.nodes[level.nodes[n].idom].non_empty;
  }
}

// A condition that was worked out before a barrier: most are bounds of the group's data.
static bool isKeptCondition(const Value *condition) {
  const Value *kept;
  if (!match(condition, m_Trunc(m_Value(kept))) &&
      !match(condition, m_SpecificICmp(ICmpInst::ICMP_NE, m_Value(kept), m_Zero())) &&
      !match(condition, m_SpecificICmp(ICmpInst::ICMP_EQ, m_Value(kept), m_Zero())))
    return false;
  auto *load = dyn_cast<LoadInst>(kept);
  return load && load->getType()->isIntegerTy(8) && isKeptOverBarrier(*load);
}

unsigned Planner::skipThreshold(unsigned n) const {
  const FlowLevel::Node &idom = level.nodes[level.nodes[n].idom];
  auto *branch = idom.inner ? nullptr : dyn_cast<BranchInst>(idom.block->getTerminator());
  bool at_bound =
      branch && branch->isConditional() &&
      (isBound(branch->getCondition(), shapes) || isKeptCondition(branch->getCondition()));
  return at_bound ? SkipThresholdAtBound : SkipThreshold;
}

void Planner::decideSkip(unsigned n) {
  NodePlan &node = plan.nodes[n];
  if (node.non_empty)
    return;
  bool wanted = costs[n].needs_lane;
  unsigned cost = 0;
  for (unsigned i = n; i < level.nodes[n].dominated_end; ++i)
    cost += costs[i].cost;
  if (!wanted && cost < skipThreshold(n))
    return;
  Pending &others = pending[n]; // not empty, see decideMask
  node.skip = *others.begin();
  node.non_empty = true;
  if (node.skip < FlowLevel::Back) {
    pending[node.skip].insert(std::next(others.begin()), others.end());
    incoming[node.skip].push_back({n, false});
  }
}

unsigned Planner::advance(unsigned n, const Pending &wanted, bool whole, bool *tests_mask) {
  unsigned next = *wanted.begin();
  if (next == FlowLevel::Back) {
    *tests_mask = wanted.size() > 1;
    plan.live_mask |= *tests_mask;
  } else if (next < FlowLevel::Back) {
    pending[next].insert(std::next(wanted.begin()), wanted.end());
    incoming[next].push_back({n, whole});
  }
  return next;
}

void Planner::findReachable() {
  for (unsigned n = level.nodes.size(); n-- > 0;) {
    NodePlan &node = plan.nodes[n];
    node.reaches.resize(level.nodes.size());
    for (unsigned next : {node.next[0], node.next[1], node.skip})
      if (next < level.nodes.size()) {
        node.reaches.set(next);
        node.reaches |= plan.nodes[next].reaches;
      }
  }
}

LevelPlan Planner::run() {
  for (unsigned n = 0; n < level.nodes.size(); ++n) {
    const auto &node = level.nodes[n];
    if (node.inner) {
      costs[n] = {LoopCost, true};
      continue;
    }
    costs[n] = cost_of(*node.block);
    bool two_way = node.succs.size() == 2;
    costs[n].needs_lane |= two_way && !shapes.isDivergent(node.block);
    // The preheader decides for its loop.
    if (node.succs.size() == 1 && node.succs[0] < FlowLevel::Back &&
        level.nodes[node.succs[0]].inner)
      costs[n].needs_lane = true;
  }
  for (unsigned n = 0; n < level.nodes.size(); ++n) {
    const auto &node = level.nodes[n];
    NodePlan &to = plan.nodes[n];
    decideMask(n);
    decideSkip(n);
    to.keeps_branch = node.succs.size() == 2 && !shapes.isDivergent(node.block);
    if (to.keeps_branch) {
      for (unsigned i = 0; i < 2; ++i) {
        Pending wanted = pending[n];
        wanted.insert(node.succs[i]);
        to.next[i] = advance(n, wanted, *wanted.begin() == node.succs[i], &to.back_tests_mask[i]);
      }
    } else {
      Pending wanted = pending[n];
      wanted.insert(node.succs.begin(), node.succs.end());
      bool whole = node.succs.size() == 1 && *wanted.begin() == node.succs[0];
      to.next[0] = advance(n, wanted, whole, &to.back_tests_mask[0]);
    }
  }
  findReachable();
  return std::move(plan);
}

} // namespace

static bool areAffine(const ICmpInst &compare, const ShapeInfo &shapes) {
  return all_of(compare.operands(),
                [&](const Use &operand) { return shapes.shape(operand).isAffine(); });
}

bool isBound(const Value *condition, const ShapeInfo &shapes) {
  if (auto *compare = dyn_cast<ICmpInst>(condition))
    return !compare->isEquality() && areAffine(*compare, shapes);
  auto *op = dyn_cast<Instruction>(condition);
  return op && (op->isBitwiseLogicOp() || isa<SelectInst>(op)) &&
         all_of(op->operands(), [&](const Use &operand) {
           return shapes.shape(operand).isUniform() || isBound(operand, shapes);
         });
}

bool keepsWhole(const Value *condition, bool value, const ShapeInfo &shapes) {
  if (shapes.shape(condition).isUniform())
    return true;
  const Value *left, *right;
  if (match(condition, m_Not(m_Value(left))))
    return keepsWhole(left, !value, shapes);
  if (match(condition, m_LogicalAnd(m_Value(left), m_Value(right))) ||
      match(condition, m_LogicalOr(m_Value(left), m_Value(right))))
    return keepsWhole(left, value, shapes) && keepsWhole(right, value, shapes);
  auto *compare = dyn_cast<ICmpInst>(condition);
  if (compare && compare->isEquality())
    return (compare->getPredicate() == ICmpInst::ICMP_NE) == value && areAffine(*compare, shapes);
  return isBound(condition, shapes);
}

LevelPlan planLevel(const FlowLevel &level, const ShapeInfo &shapes,
                    function_ref<BlockCost(const BasicBlock &)> cost_of) {
  return Planner(level, shapes, cost_of).run();
}

void printPlan(const FlowLevel &level, const LevelPlan &plan, raw_ostream &out) {
  auto name = [&](unsigned n) {
    if (n == FlowLevel::Back || n == FlowLevel::Exit)
      out << (n == FlowLevel::Back ? "back" : "exit");
    else
      out << (level.nodes[n].inner ? "loop " : "") << level.nodes[n].block->getName();
  };
  out << (level.loop ? "  loop " + level.loop->getHeader()->getName().str() : "  function")
      << (plan.live_mask ? ", with a live mask\n" : "\n");
  for (unsigned n = 0; n < level.nodes.size(); ++n) {
    const NodePlan &node = plan.nodes[n];
    out << "    ";
    name(n);
    out << ": mask of ";
    if (node.mask == NodePlan::Mask::Level)
      out << "the level";
    else if (node.mask == NodePlan::Mask::Merge)
      out << "its edges";
    else
      name(level.nodes[n].idom);
    if (node.skip != NodePlan::None) {
      out << "; without a lane to ";
      name(node.skip);
    }
    out << (node.keeps_branch ? "; branch to " : "; on to ");
    for (unsigned side = 0; side < (node.keeps_branch ? 2u : 1u); ++side) {
      out << (side ? " or " : "");
      name(node.next[side]);
      out << (node.back_tests_mask[side] ? " while a lane is left" : "");
    }
    out << "\n";
  }
}

} // namespace weft
