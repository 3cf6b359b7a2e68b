// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_LONG_MASKS_H
#define WEFT_COMPILER_CODEGEN_LONG_MASKS_H

#include "llvm/IR/Module.h"

namespace llvm {
class TargetMachine;
}

namespace weft {

// LLVM 22 loses lanes of a mask that comes as a number of 128 bits, where it is extended, on x86-64
// with AVX2 and without mask registers. Of 64 bits it does not.
//
//   bitcast i128 %x to <128 x i1>   =>   shufflevector (bitcast (trunc %x) to <64 x i1>),
//                                                      (bitcast (trunc (lshr %x, 64)) to <64 x i1>)
//
// Before code is generated.
void splitLongMasks(llvm::Module &module, const llvm::TargetMachine &machine);

} // namespace weft
#endif
