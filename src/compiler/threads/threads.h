// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The threads that compile. Each has a large stack, as Clang recurses as deeply as source nests,
// and all asynchronous signals blocked, so that handlers of a host never run on it. What goes wrong
// on one ends the process: that is the compile server's (docs/compile-server.md).
#ifndef WEFT_COMPILER_THREADS_THREADS_H
#define WEFT_COMPILER_THREADS_THREADS_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstddef>

namespace weft {

// Runs fn on a thread of its own; fork() waits meanwhile. False where there is no thread to be had.
bool runOnThread(llvm::function_ref<void()> fn);

// Runs `here` as if it had been called, and `beside` meanwhile on a thread of its own, of the same
// kind. Waits for both. Where there is no such thread, or no memory for one, `beside` is not run.
void runBeside(llvm::function_ref<void()> here, llvm::function_ref<void()> beside);

// Runs fn(0) to fn(count - 1) on this thread and up to threads - 1 more of the same kind; fewer
// where there are no more to be had.
void runOnThreads(unsigned threads, size_t count, llvm::function_ref<void(size_t)> fn);

} // namespace weft
#endif
