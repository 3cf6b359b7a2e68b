// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ids and sizes of the launch that a kernel composes from those of its groups, as kernels that come
// from CUDA do, which has no others:
//
//   get_group_id(d) * get_local_size(d) + get_local_id(d)   get_global_id(d) - the offset
//   get_num_groups(d) * get_local_size(d)                   get_global_size(d)
//
// The sum may have other terms, and ids may be truncated first: sums and products of truncated
// numbers are the truncated sums and products. Where they are extended again, this holds in
// launches of less than 2^31 work-items in each dimension.
#include "passes/lowering/steps.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm::PatternMatch;

namespace weft {
namespace {

// Sums of more terms are not looked through.
constexpr unsigned MostTerms = 8;

// A query of a dimension that is known.
struct Query {
  ItemQuery kind;
  uint64_t dimension;
  unsigned bits; // so many of its lowest bits are right
};

bool isLocalSize(const Query &query) {
  return query.kind == ItemQuery::LocalSize || query.kind == ItemQuery::EnqueuedLocalSize;
}

// The query that `value` is, whole, truncated, or truncated and extended again.
std::optional<Query> queryOf(llvm::Value *value) {
  unsigned bits = value->getType()->getScalarSizeInBits();
  llvm::Value *narrow, *whole;
  if (match(value, m_ZExtOrSExt(m_Value(narrow)))) {
    value = narrow;
    bits = value->getType()->getScalarSizeInBits();
  }
  if (match(value, m_Trunc(m_Value(whole))))
    value = whole;
  auto *call = llvm::dyn_cast<llvm::CallInst>(value);
  llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
  std::optional<ItemQuery> kind = callee ? itemQuery(*callee) : std::nullopt;
  if (!kind || call->arg_size() != 1 || bits < 32)
    return std::nullopt;
  auto *dimension = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
  if (!dimension || dimension->getValue().uge(3))
    return std::nullopt;
  Query query = {*kind, dimension->getZExtValue(), bits};
  if (isLocalSize(query) || *kind == ItemQuery::LocalId)
    query.bits = 64; // none is near 2^31
  return query;
}

// The query of `kind` of which `product` is a multiple by the local size in its dimension.
std::optional<Query> timesLocalSize(llvm::Value *product, ItemQuery kind) {
  llvm::Value *a, *b;
  if (!match(product, m_Mul(m_Value(a), m_Value(b))))
    return std::nullopt;
  std::optional<Query> left = queryOf(a), right = queryOf(b);
  if (!left || !right || left->dimension != right->dimension)
    return std::nullopt;
  if (isLocalSize(*left) && right->kind == kind)
    return right;
  return isLocalSize(*right) && left->kind == kind ? left : std::nullopt;
}

// Whether no more than so many of the lowest bits of `value` are used.
bool isTruncatedTo(unsigned bits, const llvm::Instruction &value) {
  return value.getType()->getIntegerBitWidth() <= bits ||
         llvm::all_of(value.users(), [bits](const llvm::User *user) {
           return llvm::isa<llvm::TruncInst>(user) && user->getType()->getIntegerBitWidth() <= bits;
         });
}

bool isTermOfSum(const llvm::Instruction &sum) {
  return sum.hasOneUse() && sum.user_back()->getOpcode() == llvm::Instruction::Add &&
         sum.user_back()->getParent() == sum.getParent();
}

// The terms of the sum that ends in `sum`, whose partial sums, `parts`, nobody else uses.
llvm::SmallVector<llvm::Value *, MostTerms>
termsOf(llvm::Instruction &sum, llvm::SmallVectorImpl<llvm::Instruction *> &parts) {
  llvm::SmallVector<llvm::Value *, MostTerms> terms = {sum.getOperand(0), sum.getOperand(1)};
  for (unsigned i = 0; i < terms.size() && terms.size() < MostTerms;) {
    auto *part = llvm::dyn_cast<llvm::Instruction>(terms[i]);
    if (!part || part->getOpcode() != llvm::Instruction::Add || !isTermOfSum(*part)) {
      ++i;
      continue;
    }
    parts.push_back(part);
    terms[i] = part->getOperand(0);
    terms.push_back(part->getOperand(1));
  }
  return terms;
}

} // namespace

bool onlyComposes(llvm::CallInst &query, llvm::ArrayRef<ComposedId> ids) {
  llvm::SmallVector<llvm::Instruction *, 8> pending = {&query};
  while (!pending.empty()) {
    llvm::Instruction *part = pending.pop_back_val();
    auto adds = [part](const ComposedId &id) { return llvm::is_contained(id.others, part); };
    if (llvm::any_of(ids, adds))
      return false;
    for (llvm::User *user : part->users()) {
      auto *made = llvm::cast<llvm::Instruction>(user);
      auto ends = [made](const ComposedId &id) { return id.value == made; };
      auto passes = [made](const ComposedId &id) { return llvm::is_contained(id.parts, made); };
      if (llvm::any_of(ids, ends))
        continue;
      if (!llvm::isa<llvm::CastInst>(made) && llvm::none_of(ids, passes))
        return false;
      pending.push_back(made);
    }
  }
  return true;
}

llvm::SmallVector<ComposedId, 4> findComposedIds(llvm::Function &item) {
  llvm::SmallVector<ComposedId, 4> found;
  for (llvm::Instruction &instruction : llvm::instructions(item)) {
    if (std::optional<Query> size = timesLocalSize(&instruction, ItemQuery::NumGroups)) {
      found.push_back({&instruction,
                       ItemQuery::GlobalSize,
                       unsigned(size->dimension),
                       isTruncatedTo(size->bits, instruction),
                       {},
                       {}});
      continue;
    }
    if (instruction.getOpcode() != llvm::Instruction::Add || isTermOfSum(instruction) ||
        !instruction.getType()->isIntegerTy())
      continue;
    ComposedId id{&instruction, ItemQuery::GlobalId, 0, false, {}, {}};
    id.others = termsOf(instruction, id.parts);
    for (llvm::Value *start : id.others) {
      std::optional<Query> group = timesLocalSize(start, ItemQuery::GroupId);
      if (!group)
        continue;
      auto *local = llvm::find_if(id.others, [&](llvm::Value *term) {
        std::optional<Query> query = queryOf(term);
        return query && query->kind == ItemQuery::LocalId && query->dimension == group->dimension;
      });
      if (local == id.others.end())
        continue;
      id.others.erase(local);
      id.others.erase(llvm::find(id.others, start));
      id.parts.push_back(llvm::cast<llvm::Instruction>(start));
      id.dimension = unsigned(group->dimension);
      id.is_exact = isTruncatedTo(group->bits, instruction);
      found.push_back(std::move(id));
      break;
    }
  }
  return found;
}

} // namespace weft
