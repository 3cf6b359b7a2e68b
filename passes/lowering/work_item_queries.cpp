// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work-item functions become arithmetic on the parameters of the work-item function and on the
// launch record. Everything that does not depend on a dimension chosen at run time is computed once
// in the entry block; what is the same for a whole group is added up first, so that it is hoisted
// out of loops over work-items:
//
//   get_global_id(d) = (group_id[d] * enqueued_local_size[d] + global_offset[d]) + local_id[d]
//
// No sum or product wraps: a global size plus its offset is below 2^63.
//
// Lanes run along x. A kernel whose work-items differ in y alone, for they never ask for their
// place in x (columns of a Fourier transform in groups of 1 x N), or whose memory lies along y
// (row_dimension.cpp) is transposed: its y is the x of the launch record and of the parameters, and
// its x their y. Whoever launches it swaps them, too.
#include "passes/lowering/lower_kernels.h"
#include "passes/lowering/steps.h"

#include "weft/kernel_abi.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"

namespace weft {
namespace {

constexpr unsigned Dimensions = 3;

class QueryLowering {
public:
  explicit QueryLowering(llvm::Function &item)
      : item(item), required(requiredLocalSize(item)),
        i64(llvm::Type::getInt64Ty(item.getContext())) {}

  QueryFacts run(bool may_transpose) {
    QueryFacts facts;
    std::vector<llvm::CallInst *> calls;
    for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(item)))
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
        if (llvm::Function *callee = call->getCalledFunction())
          if (callee->isDeclaration() && itemQuery(*callee)) {
            if (call->use_empty())
              call->eraseFromParent();
            else
              calls.push_back(call);
          }
    if (calls.empty())
      return facts;
    facts.transposed = transposed = may_transpose && hasRowsAlongY(item, calls);
    facts.rows_of_tile = rowsThatShareLines(item, calls, transposed);
    // Everything shared goes ahead of this instruction, in the order in which it is asked for.
    entry = &entryPlace(item);
    const auto composed = findComposedIds(item);
    facts.grouping = groupingFor(calls, composed);
    if (hasUniformGroups(item))
      for (const ComposedId &id : llvm::reverse(composed))
        if (id.is_exact)
          lower(id);
    for (llvm::CallInst *call : calls) {
      if (!call->use_empty())
        call->replaceAllUsesWith(lower(*call, *itemQuery(*call->getCalledFunction())));
      erase(*call);
    }
    if (transposed && required)
      transposeRequiredSize();
    return facts;
  }

private:
  void transposeRequiredSize() {
    const llvm::MDNode *node = item.getMetadata("reqd_work_group_size");
    item.setMetadata("reqd_work_group_size",
                     llvm::MDNode::get(item.getContext(), {node->getOperand(1), node->getOperand(0),
                                                           node->getOperand(2)}));
  }

  // Where the launch record and the parameters have a dimension of the kernel's.
  unsigned place(unsigned d) const { return transposed && d < 2 ? 1 - d : d; }

  Grouping groupingFor(llvm::ArrayRef<llvm::CallInst *> calls,
                       llvm::ArrayRef<ComposedId> composed) const {
    bool composes = false;
    for (llvm::CallInst *call : calls)
      if (dependsOnGroups(*itemQuery(*call->getCalledFunction()))) {
        if (!onlyComposes(*call, composed))
          return Grouping::AsAsked;
        composes = true;
      }
    auto is_exact = [](const ComposedId &id) { return id.is_exact; };
    const bool replaced = hasUniformGroups(item) && llvm::all_of(composed, is_exact);
    return composes && !replaced ? Grouping::Even : Grouping::Free;
  }

  static bool dependsOnGroups(ItemQuery query) {
    switch (query) {
    case ItemQuery::WorkDim:
    case ItemQuery::GlobalSize:
    case ItemQuery::GlobalId:
    case ItemQuery::GlobalOffset:
    case ItemQuery::GlobalLinearId:
      return false;
    case ItemQuery::LocalSize:
    case ItemQuery::EnqueuedLocalSize:
    case ItemQuery::LocalId:
    case ItemQuery::NumGroups:
    case ItemQuery::GroupId:
    case ItemQuery::LocalLinearId:
      return true;
    }
    llvm_unreachable("a query");
  }

  // Those found first may be terms of those found later, which are replaced before.
  void lower(const ComposedId &id) {
    llvm::Value *whole =
        id.is == ItemQuery::GlobalId ? idInLaunch(id.dimension) : shared(id.is, id.dimension);
    llvm::IRBuilder<> builder(id.value);
    llvm::Value *value = builder.CreateZExtOrTrunc(whole, id.value->getType());
    for (llvm::Value *other : id.others)
      value = builder.CreateAdd(value, other);
    id.value->replaceAllUsesWith(value);
    llvm::SmallVector<llvm::Instruction *, 8> dead = {id.value};
    while (!dead.empty()) {
      llvm::Instruction *instruction = dead.pop_back_val();
      llvm::SmallSetVector<llvm::Instruction *, 2> operands;
      for (llvm::Value *operand : instruction->operands())
        if (auto *made = llvm::dyn_cast<llvm::Instruction>(operand); made && isArithmetic(*made))
          operands.insert(made);
      erase(*instruction);
      llvm::copy_if(operands, std::back_inserter(dead),
                    [](llvm::Instruction *operand) { return operand->use_empty(); });
    }
  }

  static bool isArithmetic(const llvm::Instruction &instruction) {
    return llvm::isa<llvm::BinaryOperator, llvm::CastInst>(instruction);
  }

  void erase(llvm::Instruction &instruction) {
    if (entry == &instruction)
      entry = instruction.getNextNode();
    instruction.eraseFromParent();
  }

  llvm::Value *lower(llvm::CallInst &call, ItemQuery query) {
    if (call.arg_empty())
      return shared(query, 0);
    uint64_t beyond = valueBeyond(query);
    llvm::Value *dimension = call.getArgOperand(0);
    if (auto *constant = llvm::dyn_cast<llvm::ConstantInt>(dimension)) {
      if (constant->getValue().uge(Dimensions))
        return llvm::ConstantInt::get(i64, beyond);
      return shared(query, unsigned(constant->getZExtValue()));
    }
    llvm::IRBuilder<> builder(&call);
    llvm::Value *result = llvm::ConstantInt::get(i64, beyond);
    for (unsigned d = Dimensions; d-- > 0;) {
      llvm::Value *chosen =
          builder.CreateICmpEQ(dimension, llvm::ConstantInt::get(dimension->getType(), d));
      result = builder.CreateSelect(chosen, shared(query, d), result);
    }
    return result;
  }

  // OpenCL C, "Work-Item Functions": what they return for a dimension that is not in
  // [0, get_work_dim() - 1]. Below Dimensions the launch record and the parameters say the same.
  static uint64_t valueBeyond(ItemQuery query) {
    switch (query) {
    case ItemQuery::GlobalSize:
    case ItemQuery::LocalSize:
    case ItemQuery::EnqueuedLocalSize:
    case ItemQuery::NumGroups:
      return 1;
    default:
      return 0;
    }
  }

  llvm::Value *shared(ItemQuery query, unsigned d) {
    llvm::Value *&value = known[{unsigned(query), d}];
    if (!value) {
      // Filled through the recursion below, so the reference may be stale afterwards.
      llvm::Value *made = make(query, d);
      return known[{unsigned(query), d}] = made;
    }
    return value;
  }

  llvm::Value *make(ItemQuery query, unsigned d) {
    if (required && (query == ItemQuery::EnqueuedLocalSize ||
                     (query == ItemQuery::LocalSize && hasUniformGroups(item))))
      return llvm::ConstantInt::get(i64, (*required)[d]);
    switch (query) {
    case ItemQuery::WorkDim:
      return load(offsetof(weft_launch, work_dim), llvm::Type::getInt32Ty(item.getContext()), 1,
                  Dimensions + 1, "work.dim");
    case ItemQuery::GlobalSize:
      return loadSize(offsetof(weft_launch, global_size), d, 1, MaxSize, "global.size.");
    case ItemQuery::EnqueuedLocalSize:
      return loadSize(offsetof(weft_launch, local_size), d, 1, MaxLocalSize,
                      "enqueued.local.size.");
    case ItemQuery::NumGroups:
      return loadSize(offsetof(weft_launch, num_groups), d, 1, MaxSize, "num.groups.");
    case ItemQuery::GlobalOffset:
      if (item.hasFnAttribute(NarrowIds))
        return llvm::ConstantInt::get(i64, 0);
      return loadSize(offsetof(weft_launch, global_offset), d, 0, MaxSize, "global.offset.");
    case ItemQuery::LocalSize:
      return item.getArg(ItemParam::LocalSize + place(d));
    case ItemQuery::LocalId:
      return item.getArg(ItemParam::LocalId + place(d));
    case ItemQuery::GroupId:
      return item.getArg(ItemParam::GroupId + place(d));
    case ItemQuery::GlobalId: {
      llvm::Value *start = groupStart(d);
      llvm::Value *offset = shared(ItemQuery::GlobalOffset, d);
      llvm::IRBuilder<> builder(entry);
      llvm::Value *base = add(builder, start, offset, "global.base." + axis(d));
      return add(builder, base, shared(ItemQuery::LocalId, d), "global.id." + axis(d));
    }
    case ItemQuery::GlobalLinearId: {
      // ((z * size_y) + y) * size_x + x with ids that do not count the offset. A dimension past
      // work_dim has size 1 and id 0, so this is the formula for one and two dimensions as well.
      llvm::Value *result = nullptr;
      for (unsigned i = Dimensions; i-- > 0;) {
        llvm::Value *id = idInLaunch(i);
        llvm::Value *size = shared(ItemQuery::GlobalSize, i);
        llvm::IRBuilder<> builder(entry);
        result = result ? add(builder, multiply(builder, result, size, ""), id, "") : id;
      }
      result->setName("global.linear.id");
      return result;
    }
    case ItemQuery::LocalLinearId: {
      llvm::IRBuilder<> builder(entry);
      llvm::Value *result = shared(ItemQuery::LocalId, Dimensions - 1);
      for (unsigned i = Dimensions - 1; i-- > 0;)
        result = add(builder, multiply(builder, result, shared(ItemQuery::LocalSize, i), ""),
                     shared(ItemQuery::LocalId, i), "");
      result->setName("local.linear.id");
      return result;
    }
    }
    llvm_unreachable("a query without a value");
  }

  // Number in its dimension of the group's first work-item, without the offset.
  llvm::Value *groupStart(unsigned d) {
    if (!group_start[d]) {
      llvm::Value *size = shared(ItemQuery::EnqueuedLocalSize, d);
      llvm::IRBuilder<> builder(entry);
      group_start[d] =
          multiply(builder, shared(ItemQuery::GroupId, d), size, "group.start." + axis(d));
    }
    return group_start[d];
  }

  // The global id, without the offset.
  llvm::Value *idInLaunch(unsigned d) {
    llvm::Value *start = groupStart(d);
    llvm::IRBuilder<> builder(entry);
    return add(builder, start, shared(ItemQuery::LocalId, d), "");
  }

  llvm::Value *loadSize(size_t array, unsigned d, uint64_t low, uint64_t high,
                        const llvm::Twine &name) {
    return load(array + place(d) * sizeof(uint64_t), i64, low, high, name + axis(d));
  }

  llvm::Value *load(size_t offset, llvm::Type *type, uint64_t low, uint64_t high,
                    const llvm::Twine &name) {
    llvm::IRBuilder<> builder(entry);
    builder.SetCurrentDebugLocation(llvm::DebugLoc());
    llvm::LoadInst *load = loadField(builder, item.getArg(ItemParam::Launch), offset, type, name);
    unsigned bits = type->getIntegerBitWidth();
    load->setMetadata(llvm::LLVMContext::MD_range,
                      llvm::MDBuilder(item.getContext())
                          .createRange(llvm::APInt(bits, low), llvm::APInt(bits, high)));
    return load;
  }

  static llvm::Value *add(llvm::IRBuilder<> &builder, llvm::Value *a, llvm::Value *b,
                          const llvm::Twine &name) {
    return builder.CreateAdd(a, b, name, /*HasNUW=*/true, /*HasNSW=*/true);
  }
  static llvm::Value *multiply(llvm::IRBuilder<> &builder, llvm::Value *a, llvm::Value *b,
                               const llvm::Twine &name) {
    return builder.CreateMul(a, b, name, /*HasNUW=*/true, /*HasNSW=*/true);
  }
  static std::string axis(unsigned d) { return std::string(1, char('x' + d)); }

  llvm::Function &item;
  std::optional<std::array<uint64_t, 3>> required;
  bool transposed = false;
  llvm::Type *i64;
  llvm::Instruction *entry = nullptr;
  llvm::DenseMap<std::pair<unsigned, unsigned>, llvm::Value *> known;
  llvm::Value *group_start[Dimensions] = {};
};

} // namespace

std::optional<std::array<uint64_t, 3>> requiredLocalSize(const llvm::Function &item) {
  const llvm::MDNode *node = item.getMetadata("reqd_work_group_size");
  if (!node || node->getNumOperands() != Dimensions)
    return std::nullopt;
  std::array<uint64_t, 3> size;
  for (unsigned d = 0; d < Dimensions; ++d) {
    auto *value = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(node->getOperand(d));
    size[d] = value ? value->getZExtValue() : 0;
    if (size[d] == 0 || size[d] >= MaxLocalSize) // no launch can have it
      return std::nullopt;
  }
  return size;
}

bool hasUniformGroups(const llvm::Function &item) {
  return item.getFnAttribute("uniform-work-group-size").getValueAsString() == "true";
}

QueryFacts lowerQueries(llvm::Function &item, bool may_transpose) {
  return QueryLowering(item).run(may_transpose);
}

} // namespace weft
