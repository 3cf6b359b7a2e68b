// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sub-group operations: a sub-group is the vector, and its active work-items are the lanes of the
// current mask. Results that are the same for all active lanes are scalars.
#ifndef WEFT_PASSES_VECTORIZE_SUB_GROUPS_H
#define WEFT_PASSES_VECTORIZE_SUB_GROUPS_H

#include "passes/analysis/sub_group_operations.h"
#include "passes/vectorize/widener_part.h"

namespace weft {

class SubGroups : WidenerPart {
public:
  using WidenerPart::WidenerPart;
  void emit(const llvm::CallBase &call, SubGroupOperation operation);

private:
  void emitShuffle(const llvm::CallBase &call);
};

} // namespace weft
#endif
