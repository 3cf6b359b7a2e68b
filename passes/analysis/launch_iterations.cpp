// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/analysis/launch_iterations.h"

#include "weft/kernel_abi.h"

#include "passes/analysis/vector_address.h"
#include "passes/work_item_function.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/PatternMatch.h"

#include <cstddef>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

SmallVector<const Value *, 4> launchSizes(Function &region) {
  auto isIn = [](int64_t offset, size_t field) {
    return offset >= int64_t(field) && offset < int64_t(field + sizeof(weft_launch::num_groups));
  };
  SmallVector<const Value *, 4> sizes;
  SmallVector<const Value *, 8> pending = {region.getArg(ItemParam::Launch)};
  while (!pending.empty()) {
    for (const User *user : pending.pop_back_val()->users()) {
      if (isa<GetElementPtrInst>(user))
        pending.push_back(user);
      auto *load = dyn_cast<LoadInst>(user);
      int64_t offset = 0;
      if (!load || GetPointerBaseWithConstantOffset(load->getPointerOperand(), offset,
                                                    region.getDataLayout()) !=
                       region.getArg(ItemParam::Launch))
        continue;
      if (isIn(offset, offsetof(weft_launch, global_size)) ||
          isIn(offset, offsetof(weft_launch, num_groups)))
        sizes.push_back(load);
    }
  }
  return sizes;
}

// A 32-bit counter may be kept in 64 bits, of which each iteration takes the lower half.
static Value *withoutCast(Value *number) {
  Value *from;
  const APInt *mask, *left, *right;
  if (match(number, m_CombineOr(m_Trunc(m_Value(from)), m_ZExtOrSExt(m_Value(from)))))
    return from;
  if (match(number, m_And(m_Value(from), m_APInt(mask))) && mask->isMask())
    return from;
  if (match(number, m_AShr(m_Shl(m_Value(from), m_APInt(left)), m_APInt(right))) && *left == *right)
    return from;
  return nullptr;
}

static Value *withoutCasts(Value *number) {
  while (Value *from = withoutCast(number))
    number = from;
  return number;
}

Value *launchStep(const PHINode &counter, const Loop &loop, ArrayRef<const Value *> sizes) {
  if (!counter.getType()->isIntegerTy() || !loop.getLoopLatch())
    return nullptr;
  auto *next =
      dyn_cast<BinaryOperator>(withoutCasts(counter.getIncomingValueForBlock(loop.getLoopLatch())));
  if (!next || next->getOpcode() != Instruction::Add)
    return nullptr;
  for (unsigned i : {0, 1})
    if (Value *step = next->getOperand(1 - i);
        withoutCasts(next->getOperand(i)) == &counter && loop.isLoopInvariant(step) &&
        any_of(sizes, [&](const Value *size) { return mayDependOn(step, size); }))
      return step;
  return nullptr;
}

} // namespace weft
