// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks that kernels enqueue. For each block Clang makes a function, and for an enqueued one a
// kernel that calls it; for the block's value a literal with the function's address and the
// captured variables; and for enqueue_kernel a call with the addresses of both.
//
//   literal.invoke = @__f_block_invoke                   literal.invoke = null
//   call @__enqueue_kernel_basic(...,            ->      call @__enqueue_kernel_basic(...,
//       @__f_block_invoke_kernel, literal)                   "__f_block_invoke_kernel", literal)
//
// Then no address of a kernel or function is left: Clang's calls of blocks name their function,
// except blocks that are handed on (indirect_calls.cpp), and the launch finds kernels by name. So
// an enqueued kernel is no part of its parent, and one that enqueues itself no recursion.
#ifndef WEFT_PASSES_LOWERING_BLOCKS_H
#define WEFT_PASSES_LOWERING_BLOCKS_H

#include "llvm/IR/Module.h"

namespace weft {

// Attribute of a work-item function that calls weft_thread::children.
constexpr llvm::StringLiteral EnqueuesKernels = "weft-enqueues-kernels";

// Whether the function is a kernel of a block, which the application does not see.
bool isBlockKernel(const llvm::Function &function);

// For a module as Clang makes it: makes block kernels internal, as other modules of the program may
// have others of the same names.
void markBlockKernels(llvm::Module &module);

// For a linked program: replaces the addresses of block kernels by their names, and those of block
// functions by null, as drawn above.
void nameBlockKernels(llvm::Module &program);

} // namespace weft
#endif
