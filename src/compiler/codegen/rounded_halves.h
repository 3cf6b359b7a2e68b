// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_ROUNDED_HALVES_H
#define WEFT_COMPILER_CODEGEN_ROUNDED_HALVES_H

#include "llvm/IR/Module.h"

namespace weft {

// LLVM 22 makes one instruction of rint() of a half and its conversion to an integer, on x86-64
// with instructions for halves, and takes the one that truncates: 865.5 becomes 865. It does so
// with the first element of a vector, too, where only that is converted.
//
//   rint half %x   =>   nearbyint half %x
//
// The two round alike; nobody sees the exception that only rint() raises. Of vectors as well, since
// the code generator takes some of them apart; the price is an instruction where they are
// converted. Before code is generated.
void keepRoundingOfHalves(llvm::Module &module);

// LLVM 22 cannot select code for a half that has the bits of a comparison of floats for equality, on
// x86-64 with instructions for halves.
//
//   bitcast (zext i1 %c to i16) to half   =>   select i1 %c, half 0xH0001, half 0.0
//
// Before code is generated.
void selectHalvesOfConditions(llvm::Module &module);

} // namespace weft
#endif
