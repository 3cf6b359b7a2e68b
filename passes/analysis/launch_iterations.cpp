// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/analysis/launch_iterations.h"

#include "weft/kernel_abi.h"

#include "passes/analysis/address_form.h"
#include "passes/analysis/vector_address.h"
#include "passes/work_item_function.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"

#include <cstddef>

using namespace llvm;

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

Value *launchStep(const PHINode &counter, const Loop &loop, ArrayRef<const Value *> sizes) {
  Value *step = counterStep(counter, loop);
  const auto is_of = [&](const Value *size) { return mayDependOn(step, size); };
  return step && any_of(sizes, is_of) ? step : nullptr;
}

} // namespace weft
