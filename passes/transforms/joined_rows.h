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
//             those with the next ids in y, `count` of them. There is none where rows may go
//             different ways, where loops share little between rows, nor without loops where no
//             loads lie beside those of the next row, unless rows are short.
// Why         Widened, loads that lie far from each other in a row and side by side in a column,
//             such as a column of a tile, are one vector per lane and a transposition, a fraction
//             of four gathers. What loops load for all rows alike is loaded once, as a product of
//             matrices does. Rows that are one vector pay, too: what is asked of each is asked of
//             several at once, and sums of different rows do not wait for each other.
#ifndef WEFT_PASSES_TRANSFORMS_JOINED_ROWS_H
#define WEFT_PASSES_TRANSFORMS_JOINED_ROWS_H

#include "passes/target/target_info.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace weft {

constexpr unsigned JoinedRows = LeastRegisterBits / 32; // of 32 bits, a register that all have

// A function that runs the work-item that it is given and those with the next ids in y, `count` of
// them; wants to be simplified. Null where that does not pay.
llvm::Function *joinRows(llvm::Function &region, unsigned count, bool are_short);

} // namespace weft
#endif
