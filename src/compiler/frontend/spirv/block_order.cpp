// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In which order the blocks of a function are read. "The order of blocks in a function must satisfy
// the rule that blocks appear before all blocks they dominate" (2.16.1), but translators of LLVM IR
// up to LLVM 15 write them as LLVM has them.
#include "compiler/frontend/spirv/body.h"

#include <algorithm>

namespace weft::spirv {
namespace {

bool endsBlock(spv::Op op) {
  switch (op) {
  case spv::Op::OpBranch:
  case spv::Op::OpBranchConditional:
  case spv::Op::OpSwitch:
  case spv::Op::OpReturn:
  case spv::Op::OpReturnValue:
  case spv::Op::OpUnreachable:
    return true;
  default:
    return false;
  }
}

} // namespace

// The labels that a block's last instruction names; what is wrong with it is said when it is read.
llvm::SmallVector<uint32_t, 2> Body::successors(const Instruction &end) {
  switch (end.op()) {
  case spv::Op::OpBranch:
    return {end.operands[0]};
  case spv::Op::OpBranchConditional:
    return {end.operands[1], end.operands[2]};
  case spv::Op::OpSwitch: {
    llvm::SmallVector<uint32_t, 2> labels = {end.operands[1]};
    at = &end;
    const Type *selector = ids.typeOf(end.operands[0]);
    if (failed || selector->kind != spv::Op::OpTypeInt)
      return labels;
    const size_t words = literalWords(selector->llvm->getIntegerBitWidth());
    for (size_t i = 2 + words; i < end.operands.size(); i += words + 1)
      labels.push_back(end.operands[i]);
    return labels;
  }
  default:
    return {};
  }
}

// Of the function at hand. A part is a block with what stands before its label, or what is behind
// the last block.
std::vector<Body::Part> Body::readingOrder() {
  std::vector<Part> parts;
  llvm::DenseMap<uint32_t, size_t> part_of; // by label
  const Instruction *line = nullptr, *line_before = nullptr;
  for (size_t part = begin, i = begin; i < end; ++i) {
    const Instruction &in = module.instructions[i];
    if (in.op() == spv::Op::OpLabel)
      part_of.try_emplace(in.result, parts.size());
    if (lines.saysLine(in))
      line = &in;
    if (endsBlock(in.op()) || i + 1 == end) {
      parts.push_back({part, i + 1, line_before});
      part = i + 1;
      line_before = line;
    }
  }
  // Reverse postorder from the first block, in which each block comes after those that dominate it;
  // then from each block that no way leads to, where it does not matter which is read first.
  std::vector<Part> order;
  std::vector<bool> seen(parts.size());
  struct Step {
    size_t part;
    llvm::SmallVector<uint32_t, 2> labels; // to go to: the last first, so that it comes last
  };
  std::vector<Step> way;
  auto enter = [&](size_t part) {
    if (seen[part])
      return;
    seen[part] = true;
    way.push_back({part, successors(module.instructions[parts[part].end - 1])});
  };
  for (size_t root = 0; root < parts.size() && !failed; ++root) {
    const auto first = ptrdiff_t(order.size());
    enter(root);
    while (!way.empty()) {
      if (way.back().labels.empty()) {
        order.push_back(parts[way.back().part]);
        order.back().is_reached = !root;
        way.pop_back();
        continue;
      }
      const uint32_t label = way.back().labels.pop_back_val();
      if (auto found = part_of.find(label); found != part_of.end())
        enter(found->second);
    }
    std::reverse(order.begin() + first, order.end());
  }
  return order;
}

} // namespace weft::spirv
