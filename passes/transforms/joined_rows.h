// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes a copy of a region that runs several rows of a group at a time.
//
//   region(.., x, y, ..)                    region.rows(.., x, y, ..)
//     out[y * n + x] = tile[x][y]     =>      v = the 4 elements from tile[x][y] on
//                                             out[y * n + x] = v[0]
//                                             out[(y + 1) * n + x] = v[1]
//                                             ...
//
//   for k: sum += a[y][k] * b[k][x]   =>    for k: v = b[k][x]; sum0 += a[y][k] * v
//                                                               sum1 += a[y + 1][k] * v ...
//
// Requires    A region function.
// Guarantees  The new function does what the region does for the work-item that it is given and for
//             the `count` - 1 work-items with the next ids in y. Null where a branch depends on y;
//             where a region with loops shares too little between rows; and where a region without
//             loops has no loads that are consecutive along y, unless `are_short`.
// Why         Without loops: loads that are far apart along x and consecutive along y, as of a
//             column of a tile, become one vector load per lane and a transposition, instead of
//             gathers. With loops: what is the same in all rows is loaded once, as in a product of
//             matrices. Rows of one vector gain, too: what is tested for each row is tested for
//             several at once, and sums of different rows do not wait for each other.
#ifndef WEFT_PASSES_TRANSFORMS_JOINED_ROWS_H
#define WEFT_PASSES_TRANSFORMS_JOINED_ROWS_H

#include "passes/target/target_info.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace weft {

constexpr unsigned JoinedRows = LeastRegisterBits / 32; // of 32 bits, in a register of any target

// `are_short`: a row is one vector, and nobody waits for the build. The copy is to be simplified.
llvm::Function *joinRows(llvm::Function &region, unsigned count, bool are_short);

} // namespace weft
#endif
