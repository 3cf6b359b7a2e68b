// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_MASK_MOVES_H
#define WEFT_COMPILER_MASK_MOVES_H

namespace weft {

// LLVM 22, where it looks for shorter encodings, makes one instruction of VPMOV*2M and the KMOV
// that reads its mask, and removes the mask: though a gather reads it as well (llvm-project issue
// 198197) or another block, and where the instruction cannot encode the register (191304). From
// now on no code that is generated has such pairs. Once per process.
void keepMaskMoves();

} // namespace weft
#endif
