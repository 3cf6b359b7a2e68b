// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_HIGH_PRODUCTS_H
#define WEFT_COMPILER_CODEGEN_HIGH_PRODUCTS_H

#include "llvm/IR/Module.h"

namespace weft {

// LLVM 22 takes 16 bits from within vectors of 64-bit products for the high half of products of 16
// bits, shifted further: also where they are bits of the sign, such as of mul_hi(popcount(x), -7)
// (llvm-project issue 218844). Before code is generated; nothing may be combined behind it.
void keepHighProducts(llvm::Module &module);

} // namespace weft
#endif
