// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Several rows of a group at a time, where what a row's work-items load far from each other lies
// beside what those of the next row load, such as the columns of a tile that is transposed:
//
//   region(.., x, y, ..)                    region.rows(.., x, y, ..)
//     out[y * n + x] = tile[x][y]     =>      v = the 4 elements from tile[x][y] on
//                                             out[y * n + x] = v[0]
//                                             out[(y + 1) * n + x] = v[1]
//                                             ...
//
// Widened, that is one vector per lane and a transposition of these, a fraction of four gathers.
// Rows that are one vector pay, too, as what is asked of each is asked of several at once, and as
// sums of different rows do not wait for each other.
#ifndef WEFT_PASSES_EMITTERS_JOINED_ROWS_H
#define WEFT_PASSES_EMITTERS_JOINED_ROWS_H

#include "passes/target/target_info.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace weft {

constexpr unsigned JoinedRows = LeastRegisterBits / 32; // of 32 bits, a register that all have

// A function that runs the work-item that it is given and those with the next ids in y, JoinedRows
// of them; wants to be simplified. Null where `region` has branches, or no such loads, unless its
// rows `are_short`.
llvm::Function *joinRows(llvm::Function &region, bool are_short,
                         llvm::FunctionAnalysisManager &analyses);

} // namespace weft
#endif
