// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tells LLVM's loop vectoriser which accesses work-items may make in any order.
#ifndef WEFT_PASSES_EMITTERS_PARALLEL_ACCESSES_H
#define WEFT_PASSES_EMITTERS_PARALLEL_ACCESSES_H

namespace llvm {
class Function;
class MDNode;
} // namespace llvm

namespace weft {

// Puts all accesses of the region's function into one access group, which it returns. Excepted are
// those that may lead to allocas of the function: all iterations of the work-item loop share these.
llvm::MDNode *markParallel(llvm::Function &region);

} // namespace weft
#endif
