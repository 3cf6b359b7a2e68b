// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks that kernels enqueue. Clang makes a function of each block, and of each that is enqueued a
// kernel that calls it; of a block's value a literal with the function's address and the captured
// variables; and of enqueue_kernel a call that is given the kernel's address and the literal's.
//
//   literal.invoke = @__f_block_invoke                   literal.invoke = null
//   call @__enqueue_kernel_basic(...,            ->      call @__enqueue_kernel_basic(...,
//       @__f_block_invoke_kernel, literal)                   "__f_block_invoke_kernel", literal)
//
// No address of a kernel or function is left then: Clang's calls of blocks name their function, but
// of those that are handed on (indirect_calls.cpp), and the launch finds kernels by name. So what a
// kernel enqueues is no part of it, and kernels that enqueue themselves are no recursion.
#ifndef WEFT_PASSES_LOWERING_BLOCKS_H
#define WEFT_PASSES_LOWERING_BLOCKS_H

#include "llvm/IR/Module.h"

namespace weft {

// Attribute of a work-item function that calls weft_thread::children.
constexpr llvm::StringLiteral EnqueuesKernels = "weft-enqueues-kernels";

// A kernel of a block: not one of the program's that the application may have.
bool isBlockKernel(const llvm::Function &function);

// Of a module as Clang makes it. Block kernels become internal, as other modules of a program may
// have others of that name, until the program is linked.
void markBlockKernels(llvm::Module &module);

// Of a linked program.
void nameBlockKernels(llvm::Module &program);

} // namespace weft
#endif
