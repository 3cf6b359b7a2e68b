// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/analysis/flow_levels.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/Instructions.h"

#include <algorithm>
#include <functional>

using namespace llvm;

namespace weft {
namespace {

// Immediate dominators of an acyclic graph whose nodes are numbered topologically; node 0 is the
// root, Undefined marks what it does not reach.
constexpr unsigned Undefined = ~0u;

unsigned commonAncestor(const std::vector<unsigned> &idom, unsigned a, unsigned b) {
  while (a != b) {
    if (a > b)
      a = idom[a];
    else
      b = idom[b];
  }
  return a;
}

std::vector<unsigned> dominators(const std::vector<SmallVector<unsigned, 4>> &preds) {
  std::vector<unsigned> idom(preds.size(), Undefined);
  idom[0] = 0;
  for (unsigned n = 1; n < preds.size(); ++n) {
    for (unsigned pred : preds[n])
      if (idom[pred] != Undefined)
        idom[n] = idom[n] == Undefined ? pred : commonAncestor(idom, idom[n], pred);
  }
  return idom;
}

void renumber(FlowLevel &level, const std::vector<unsigned> &order) {
  std::vector<unsigned> place(order.size());
  for (unsigned i = 0; i < order.size(); ++i)
    place[order[i]] = i;
  std::vector<FlowLevel::Node> nodes;
  for (unsigned old : order)
    nodes.push_back(std::move(level.nodes[old]));
  level.nodes = std::move(nodes);
  level.numbers.clear();
  for (unsigned n = 0; n < level.nodes.size(); ++n) {
    auto &node = level.nodes[n];
    for (unsigned &succ : node.succs)
      if (succ < FlowLevel::Back)
        succ = place[succ];
    node.preds.clear();
    level.numbers[node.block] = n;
  }
  for (unsigned n = 0; n < level.nodes.size(); ++n)
    for (unsigned succ : level.nodes[n].succs)
      if (succ < FlowLevel::Back)
        level.nodes[succ].preds.push_back(n);
}

std::vector<SmallVector<unsigned, 4>> predecessors(const FlowLevel &level) {
  std::vector<SmallVector<unsigned, 4>> preds(level.nodes.size());
  for (unsigned n = 0; n < level.nodes.size(); ++n)
    preds[n] = level.nodes[n].preds;
  return preds;
}

void orderTopologically(FlowLevel &level) {
  std::vector<unsigned> order;
  std::vector<char> seen(level.nodes.size(), 0);
  SmallVector<std::pair<unsigned, unsigned>, 32> stack{{0, 0}};
  seen[0] = 1;
  while (!stack.empty()) {
    auto &[n, next] = stack.back();
    if (next == level.nodes[n].succs.size()) {
      order.push_back(n);
      stack.pop_back();
      continue;
    }
    unsigned succ = level.nodes[n].succs[next++];
    if (succ < FlowLevel::Back && !seen[succ]) {
      seen[succ] = 1;
      stack.push_back({succ, 0});
    }
  }
  std::reverse(order.begin(), order.end());
  renumber(level, order);
}

// Puts what a node dominates right behind it. Among the children of a node in the dominator tree
// the topological order stays, which keeps the whole order topological.
void orderByDominance(FlowLevel &level) {
  std::vector<unsigned> idom = dominators(predecessors(level));
  std::vector<SmallVector<unsigned, 4>> children(level.nodes.size());
  for (unsigned n = 1; n < level.nodes.size(); ++n)
    children[idom[n]].push_back(n);
  std::vector<unsigned> order;
  SmallVector<unsigned, 32> stack{0};
  while (!stack.empty()) {
    unsigned n = stack.pop_back_val();
    order.push_back(n);
    for (unsigned child : reverse(children[n]))
      stack.push_back(child);
  }
  renumber(level, order);
  idom = dominators(predecessors(level));
  for (unsigned n = level.nodes.size(); n-- > 0;) {
    auto &node = level.nodes[n];
    node.idom = idom[n];
    node.dominated_end = std::max(node.dominated_end, n + 1);
    auto &parent = level.nodes[idom[n]];
    parent.dominated_end = std::max(parent.dominated_end, node.dominated_end);
  }
}

// Finds the nodes that post-dominate their immediate dominator within one pass through the level.
void findEquivalents(FlowLevel &level) {
  unsigned count = level.nodes.size();
  // Reversed graph: number 0 is the common end, node n has number count - n.
  std::vector<SmallVector<unsigned, 4>> preds(count + 1);
  for (unsigned n = 0; n < count; ++n)
    for (unsigned succ : level.nodes[n].succs)
      preds[count - n].push_back(succ < FlowLevel::Back ? count - succ : 0);
  std::vector<unsigned> ipdom = dominators(preds);
  for (unsigned n = 1; n < count; ++n) {
    auto &node = level.nodes[n];
    unsigned at = count - node.idom;
    while (at != Undefined && at > count - n)
      at = ipdom[at];
    node.like_idom = at == count - n;
  }
}

} // namespace

bool FlowLevels::buildLevel(FlowLevel &level, Function &function, LoopInfo &loops,
                            std::string &failure) {
  Loop *loop = level.loop;
  auto addNode = [&](BasicBlock *block) {
    level.numbers[block] = level.nodes.size();
    level.nodes.emplace_back().block = block;
  };
  BasicBlock *first = loop ? loop->getHeader() : &function.getEntryBlock();
  addNode(first);
  std::vector<Loop *> inner;
  auto consider = [&](BasicBlock *block) {
    if (block != first && loops.getLoopFor(block) == loop)
      addNode(block);
  };
  if (loop) {
    for (BasicBlock *block : loop->blocks())
      consider(block);
    inner.assign(loop->begin(), loop->end());
  } else {
    for (BasicBlock &block : function)
      consider(&block);
    inner.assign(loops.begin(), loops.end());
  }
  for (Loop *child : inner) {
    BasicBlock *exit = child->getUniqueExitBlock();
    if (!exit || !child->getLoopPreheader() || !child->getLoopLatch() ||
        !child->hasDedicatedExits()) {
      failure = exit ? "a loop could not be brought into canonical form"
                     : "a loop has no exit, or too many";
      return false;
    }
    addNode(child->getHeader());
    auto inside = std::make_unique<FlowLevel>();
    inside->loop = child;
    inside->parent = &level;
    inside->exit_block = exit;
    level.nodes.back().inner = inside.get();
    levels.push_back(std::move(inside));
  }
  for (auto &node : level.nodes) {
    if (!node.inner)
      level_of[node.block] = &level;
    auto addSucc = [&](BasicBlock *succ) {
      if (loop && succ == loop->getHeader())
        node.succs.push_back(FlowLevel::Back);
      else if (loop && !loop->contains(succ))
        node.succs.push_back(FlowLevel::Exit);
      else if (auto found = level.numbers.find(succ); found != level.numbers.end())
        node.succs.push_back(found->second);
      else
        return false;
      return true;
    };
    bool known = true;
    if (node.inner) {
      known = addSucc(node.inner->exit_block);
    } else if (isa<ReturnInst>(node.block->getTerminator())) {
      node.succs.push_back(FlowLevel::Exit);
    } else if (isa<BranchInst>(node.block->getTerminator())) {
      for (BasicBlock *succ : successors(node.block))
        known &= addSucc(succ);
    } else {
      failure = "a block ends in something other than a branch or a return";
      return false;
    }
    if (!known) {
      failure = "control flow enters a loop from aside";
      return false;
    }
  }
  orderTopologically(level);
  orderByDominance(level);
  findEquivalents(level);
  for (unsigned n = 0; n < level.nodes.size(); ++n)
    if (level.nodes[n].inner)
      level.nodes[n].inner->number_in_parent = n;
  return true;
}

std::unique_ptr<FlowLevels> FlowLevels::build(Function &function, LoopInfo &loops,
                                              std::string &failure) {
  std::unique_ptr<FlowLevels> result(new FlowLevels);
  result->levels.push_back(std::make_unique<FlowLevel>());
  // buildLevel appends the levels of inner loops, which this loop then reaches.
  for (size_t i = 0; i < result->levels.size(); ++i)
    if (!result->buildLevel(*result->levels[i], function, loops, failure))
      return nullptr;
  return result;
}

} // namespace weft
