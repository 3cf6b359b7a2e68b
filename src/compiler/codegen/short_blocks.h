// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cuts very long blocks, of which LLVM's code generator takes the square of their length in time:
// loads that ask all others whether they share something, local splitting of live ranges, depths of
// instructions (passes/budget.h).
//
//   block:                    block:
//     2,500 instructions        1,000 instructions
//                               br block.1
//                       =>    block.1:
//                               1,500 instructions
//
// Requires: behind all passes over IR that would join the parts again. Guarantees: static allocas
// stay in the entry block; nothing else of the function changes.
#ifndef WEFT_COMPILER_CODEGEN_SHORT_BLOCKS_H
#define WEFT_COMPILER_CODEGEN_SHORT_BLOCKS_H

namespace llvm {
class Function;
class FunctionPass;
class TargetPassConfig;
} // namespace llvm

namespace weft {

// Whether there was one.
bool cutLongBlocks(llvm::Function &function);

// Has the code generator do that before it selects instructions.
void addBlockCutting(llvm::TargetPassConfig &passes);

} // namespace weft
#endif
