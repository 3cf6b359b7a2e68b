// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses of a region that work-items may make in any order, for LLVM's loop vectoriser.
#ifndef WEFT_PASSES_EMITTERS_PARALLEL_ACCESSES_H
#define WEFT_PASSES_EMITTERS_PARALLEL_ACCESSES_H

namespace llvm {
class Function;
class MDNode;
} // namespace llvm

namespace weft {

// Puts all accesses of the region's function into one access group, which it returns, but those
// that may lead to private memory of the region's own: all turns of the loop share that.
llvm::MDNode *markParallel(llvm::Function &region);

} // namespace weft
#endif
