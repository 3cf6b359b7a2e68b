// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_ALIGNED_SPILLS_H
#define WEFT_COMPILER_CODEGEN_ALIGNED_SPILLS_H

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace weft {

// Aligns the stack of functions with more vectors than registers to the size of these. The code
// generator keeps vectors that find no register at what alignment the caller's stack has, 16 bytes,
// and decides so before it knows of any: every second one of 32 bytes, and each of 64, lies in two
// lines of the cache. Before code is generated.
void alignSpills(llvm::Module &module, const llvm::TargetMachine &machine);

} // namespace weft
#endif
