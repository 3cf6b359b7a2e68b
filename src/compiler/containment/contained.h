// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Containment: runs code that may call exit(), abort() or LLVM's fatal error handler so that the
// host process survives. The first two come here by patches of LLVM (llvm_patches/containment);
// inside a contained scope they unwind to it, outside they do what they always do. No signal
// handler is installed: a wild pointer still ends the process.
#ifndef WEFT_COMPILER_CONTAINMENT_CONTAINED_H
#define WEFT_COMPILER_CONTAINMENT_CONTAINED_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstddef>
#include <string>
#include <vector>

namespace weft {

struct ContainedResult {
  enum Outcome { Finished, Failed, OutOfMemory } outcome = Finished;
  std::string reason; // why it failed, for the log
};

// The first use of a thread's own variables allocates them, and the dynamic loader ends the process
// if it cannot. So a thread that comes here first sees whether there is memory at all.
bool memoryForThread();

// Runs fn on the current thread. On failure the frames between are abandoned without destructors:
// their memory leaks, and what they have locked is unlocked
// (compiler/llvm_patches/containment/held_locks.h).
ContainedResult runContained(llvm::function_ref<void()> fn);

// Whether this thread is in a contained scope.
bool isContained();

// Ends the innermost contained scope of this thread, which fails with `reason`, or as another one
// did that has left something that must not be destroyed. Requires one.
[[noreturn]] void abandonContained(const char *reason);
[[noreturn]] void abandonContained(const ContainedResult &failure);

// Runs fn contained on a thread of its own with a large stack (Clang recurses as deeply as source
// nests, and an overflow cannot be caught) and all asynchronous signals blocked, so that the host's
// handlers never run on it.
ContainedResult runContainedOnThread(llvm::function_ref<void()> fn);

// Runs `here` as if it had been called, and `beside` meanwhile on a thread of its own, of the same
// kind. Waits for both. Where there is no such thread, `beside` is not run; how it ends is nobody's
// concern. Requires a contained scope.
void runBeside(llvm::function_ref<void()> here, llvm::function_ref<void()> beside);

// Runs fn(0) to fn(count - 1), each contained by itself, on this thread and up to threads - 1 more
// of the kind that runContainedOnThread uses; fewer where there are no more to be had. The results
// are in the order of the numbers.
std::vector<ContainedResult> runContainedOnThreads(unsigned threads, size_t count,
                                                   llvm::function_ref<void(size_t)> fn);

} // namespace weft
#endif
